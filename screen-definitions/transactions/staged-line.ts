import { f, when } from '#src/definition'

/** What every staged line has beside what arrived: where it came from, and why it waits. */
export const stagedHead = {
  staging_number: f.text({
    max: 20,
    readOnly: true,
    numbered: 'ST-',
    search: true,
    label: 'Staging number',
    width: 120,
  }),
  status: f.choice(
    [
      { value: 'waiting', label: 'Not mapped yet', tone: 'neutral' },
      { value: 'refused', label: 'Cannot be mapped', tone: 'bad' },
    ],
    { readOnly: true, default: 'waiting', index: true, width: 140 },
  ),
  reason: f.longText({ max: 4000, readOnly: true, label: 'Why it waits', width: 320 }),
  job_id: f.text({ max: 60, index: true, search: true, label: 'Job', help: 'What brought the line.', width: 130 }),
  source_system: f.text({
    max: 30,
    upper: true,
    help: 'Whose numbers the line has: cross references of this system are looked in first.',
    width: 130,
  }),
}

type Names = Readonly<Record<string, string>>

/** What arrived, as it arrived: texts that become values when the line is mapped. */
export const arrived = <N extends Names>(labels: N) =>
  Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [
      name,
      f.text({ max: 200, label, search: name === 'billing_doc_number' || name.endsWith('_number') }),
    ]),
  ) as { readonly [K in keyof N]: ReturnType<typeof f.text> }

/** The columns that lines of every kind arrive with. */
export const lineColumns = {
  billing_doc_number: 'Document',
  billing_doc_line: 'Line',
  transaction_type: 'Type',
  billing_date: 'Date',
  customer_number: 'Customer',
  customer_name: 'Customer name',
  material_number: 'Material',
  material_description: 'Description',
  quantity: 'Quantity',
  uom: 'Unit',
  unit_price: 'Unit price',
  gross_value: 'Gross value',
  discount_value: 'Discount value',
  net_value: 'Net value',
  cost_value: 'Cost',
  currency: 'Currency',
  country: 'Country',
  contract_number: 'Contract',
  posting_date: 'Posting date',
  order_number: 'Order',
  territory: 'Territory',
  sales_employee: 'Sales employee',
} as const

/** The sections that the forms of all kinds share: why a line waits, what it is worth, and what brought it. */
export const stagedSections = {
  waits: { title: 'Why it waits', rows: [['staging_number', 'status'], ['reason']] },
  values: {
    title: 'Values',
    rows: [
      ['quantity', 'uom'],
      ['unit_price', 'currency'],
      ['gross_value', 'discount_value'],
      ['net_value', 'cost_value'],
    ],
  },
  assignment: {
    title: 'Assignment',
    rows: [
      ['contract_number', 'country'],
      ['territory', 'sales_employee'],
    ],
  },
  origin: { title: 'Where it came from', rows: [['source_system', 'job_id']] },
} as const

export const stagedActions = [
  {
    name: 'map',
    label: 'Map',
    command: 'map-staged',
    on: ['row', 'selection', 'filter'],
    inPieces: true,
    access: 'transactions.write',
    parameters: {
      decimal: f.choice(
        [
          { value: '.', label: '1,234.56' },
          { value: ',', label: '1.234,56' },
        ],
        { label: 'Numbers are written', help: 'Empty: plainly, as 1234.56. Others wait.' },
      ),
      date_order: f.choice(
        [
          { value: 'DMY', label: 'Day, month, year' },
          { value: 'MDY', label: 'Month, day, year' },
          { value: 'YMD', label: 'Year, month, day' },
        ],
        { label: 'Days are written', help: 'Empty: plainly, as 2026-03-31. Others wait.' },
      ),
    },
    message: 'Mapped',
  },
] as const

export const stagedRights = {
  write: 'transactions.write',
  delete: 'transactions.delete',
  upload: 'transactions.upload',
} as const

export const stagedAccess = {
  ...stagedRights,
  fields: { cost_value: { read: 'masters.cost', write: 'masters.cost' } },
} as const

/** The list of staged lines of one kind. */
export const stagedList = (path: string) => ({
  path,
  columns: [
    'staging_number',
    'status',
    'reason',
    'billing_doc_number',
    'billing_doc_line',
    'customer_number',
    'material_number',
    'quantity',
    'net_value',
  ] as const,
  sort: ['staging_number'] as const,
  filters: ['status', 'job_id', 'source_system'] as const,
  views: { 'Cannot be mapped': when.eq('status', 'refused') },
  attention: ['Cannot be mapped'] as const,
  pageSize: 50,
})

/** Everything arrives, also what means nothing. */
export const stagedTests = [
  { accept: { billing_doc_number: 'D1', billing_doc_line: 'first', net_value: 'unknown' } },
] as const
