import type { Row } from './masters.ts'

const records = { counts: 'records', wide: false } as const

/** The dashboards that the demo's organisations have configured. */
export const makeDashboards = (): readonly Row[] => [
  {
    name: 'Buyers at a glance',
    description: 'Where our customers are, how they are doing and who changed what about them.',
    functionality: 'customer',
    position: 10,
    enabled: true,
    tiles: [
      { ...records, title: 'Status', by: 'status', chart: 'figures', wide: true },
      { ...records, title: 'Countries', by: 'country', split: 'customer_type', chart: 'stacked' },
      { counts: 'changes', title: 'Changes by month', per: 'month', chart: 'stacked', wide: false },
      { counts: 'entries', title: 'Latest changes', wide: true },
    ],
  },
  {
    name: 'Agreements at a glance',
    description: 'The contracts by their state, their kind and when they begin.',
    functionality: 'contract',
    security_role: ['ADMINISTRATOR', 'ANALYST'],
    position: 20,
    enabled: true,
    tiles: [
      { ...records, title: 'By status', by: 'contract_status', chart: 'figures', wide: true },
      { ...records, title: 'By type', by: 'contract_type', split: 'contract_status', chart: 'stacked' },
      { ...records, title: 'Begin of validity', by: 'valid_from', per: 'quarter', chart: 'bar' },
    ],
  },
  {
    name: 'Invoiced in euros',
    description: 'What was invoiced in euros; a click on a month leads to its lines.',
    functionality: 'sales-data',
    position: 30,
    enabled: true,
    tiles: [
      {
        ...records,
        title: 'Net value by month',
        by: 'billing_date',
        per: 'month',
        sum: 'net_value',
        only: 'currency=EUR',
        chart: 'line',
        wide: true,
      },
    ],
  },
]
