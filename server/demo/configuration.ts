import type { DemoMasters, Row } from './masters.ts'

const basis = (sales_basis: string, description: string, amount: string, more: Row = {}): Row => ({
  sales_basis,
  description,
  source_data_type: 'sales',
  amount,
  returns: 'reduce',
  credit_memos: 'reduce',
  rounding: 2,
  is_default: false,
  status: 'active',
  valid_from: '2020-01-01',
  ...more,
})

const bases: readonly Row[] = [
  basis('NET', 'Net sales', 'net', { is_default: true }),
  basis('GROSS', 'Gross sales before discounts', 'gross', { deduct_discounts: false }),
  basis('MARGIN', 'Margin', 'margin'),
  basis('PIECES', 'Pieces sold', 'quantity', { uom: 'EA' }),
  basis('WEIGHT', 'Weight of what was sold', 'weight', { uom: 'KG' }),
  basis('NETSOLD', 'Net sales, whatever came back', 'net', { returns: 'ignore', credit_memos: 'ignore' }),
]

const reports: readonly Row[] = [
  ['customer', 'customer-margin', 'Margin of this customer', 'customer', 10],
  ['customer', 'sales-trends', 'Sales over time', 'customer', 20],
  ['customer', 'returns-analysis', 'Returns', 'customer', 30],
  ['material', 'price-elasticity', 'Price and quantity', 'material', 10],
  ['material', 'sales-trends', 'Sales over time', 'material', 20],
  ['sales-data', 'invoice-details', 'Invoices in detail', null, 10],
].map(([functionality, report, label, parameter, position]) => ({
  functionality,
  report,
  label,
  parameter,
  position,
  enabled: true,
}))

const articles: readonly Row[] = [
  {
    code: 'find-anything',
    topic: 'getting-started',
    is_faq: true,
    question: 'How do I find a customer, an invoice or a screen?',
    answer:
      'Press **Ctrl K** (on a Mac **⌘ K**) anywhere. What you type is looked for in the names of all screens and in the records you may see.\n\n- `Enter` opens the first hit.\n- A number, such as a customer number, goes straight to its record.\n\nWithin a list, the search box above the rows looks through that list alone.',
    keywords: 'search palette command',
  },
  {
    code: 'save-a-view',
    topic: 'getting-started',
    is_faq: true,
    question: 'How do I keep the filters and columns I use every day?',
    answer:
      'Filter, sort and arrange the columns as you like them, then choose **Save view** beside the name of the list.\n\n1. Give it a name.\n2. Choose whether it is yours alone, for your role or for everybody.\n3. Make it the view the list opens with, if you want.',
    keywords: 'saved view filter columns',
  },
  {
    code: 'upload-rejected',
    topic: 'uploads',
    is_faq: true,
    question: 'Some lines of my file were rejected. What now?',
    answer:
      'Nothing is written before you say so. The check shows every rejected line with its reason.\n\n- Correct a cell in place, or give a wrong value another meaning once for all lines.\n- Or download the error file, correct it in Excel and send it again.\n\nAn import that was a mistake as a whole is taken back under [Uploads](/uploads).',
    keywords: 'import error excel csv undo',
  },
  {
    code: 'why-field-missing',
    topic: 'administration',
    is_faq: true,
    question: 'Why does a colleague not see a field that I see?',
    answer:
      'Either the role of your colleague has no permission for it, or somebody has hidden it for that role.\n\nUnder [Design fields](/form-fields/designer) choose the screen and the role: **Why?** beside a field tells which layer changed what, who did it and when.',
    keywords: 'permission hidden role form fields',
  },
  {
    code: 'first-day',
    topic: 'getting-started',
    is_faq: false,
    question: 'Your first day',
    answer:
      '## What you see\n\nThe navigation at the left holds the screens of the application you chose. The application is changed at the top.\n\n## What to do first\n\n1. Look through [Customers](/customer-master) and open one.\n2. Run [Sales trends](/sales-trends) for the last year.\n3. Save the view you find useful.\n\n| Key | Does |\n|---|---|\n| `Ctrl K` | finds anything |\n| `?` | lists all keys |\n| `N` | a new record |',
    keywords: 'begin tour keyboard',
  },
  {
    code: 'master-data-changes',
    topic: 'masters',
    is_faq: false,
    question: 'Who changed a master record?',
    answer:
      'Open the record and its **History** tab: every change with its time, its author and the old and new value of each field.\n\nFor all masters together see [Master data](/master-data-details): changes by month, by kind and by person.',
    keywords: 'history audit change log',
  },
].map((article, index) => ({ ...article, status: 'published', language: 'en', position: (index + 1) * 10 }))

// The same in every organisation, so that moving them from one to another changes nothing.
const joint = [
  ['Joint planning of cleaning and hygiene', 'Clara Novak', 'clara.novak'],
  ['Yearly talks with the buying group', 'Jonas Weber', 'jonas.weber'],
  ['Sell-out data of the wholesale', 'Marie Fontaine', 'marie.fontaine'],
  ['Settlement of the spring campaign', 'Pieter de Boer', 'pieter.deboer'],
  ['Prices for the clinics of the north', 'Elena Ricci', 'elena.ricci'],
  ['New assortment of disposables', 'Tomasz Lis', 'tomasz.lis'],
  ['Claims that are settled within a week', 'Ingrid Holm', 'ingrid.holm'],
  ['Pilot of the customer portal', 'Hugo Marchand', 'hugo.marchand'],
] as const

const collaborations = (masters: DemoMasters): Row[] =>
  joint.map(([name, contact, mail], index) => ({
    code: `COLLAB-${index + 1}`,
    name,
    partner_type: 'customer',
    customer: masters.customers[index]!['customer_number'],
    contact_name: contact,
    contact_email: `${mail}@partner.example`,
    purpose: 'Shares contracts and the sales they are based on before each quarter is settled.',
    shared: [
      { document: 'contracts', may_change: false },
      { document: 'sales_data', may_change: index % 3 === 0 },
    ],
    status: index < 5 ? 'active' : index < 7 ? 'proposed' : 'ended',
    valid_from: '2025-01-01',
  }))

/** What the demo's organisations have configured; by screen. */
export const makeConfiguration = (masters: DemoMasters): Readonly<Record<string, readonly Row[]>> => ({
  'sales-basis': bases,
  'report-by-functionality': reports,
  'document-assignment-config': [
    { document_type: '*', application_type: '*', maximum_on_demand_lines: 1_000_000, save_master_data_history: true },
    { document_type: 'invoice-details', application_type: '*', maximum_on_demand_lines: 250_000 },
  ].map((row) => ({
    suppress_online_run: false,
    save_master_data_history: true,
    multiple_values_allowed: true,
    calculation_performance_improvement: false,
    enable_accrual_post_with_pending_changes: false,
    enable_payment_post_with_pending_changes: false,
    ...row,
  })),
  'default-config': [
    { key: 'dropdown_configuration', field: '*', value: '20', description: 'Entries of a dropdown', enabled: true },
    {
      key: 'dropdown_configuration',
      field: 'currency-rate',
      value: '50',
      description: 'Entries of a dropdown',
      enabled: true,
    },
  ],
  'master-data-config': ['customer', 'material', 'supplier', 'employee'].map((app_functionality, index) => ({
    app_functionality,
    shown: true,
    position: (index + 1) * 10,
  })),
  faq: articles,
  collaboration: collaborations(masters),
  'config-access': [
    { role: 'READER', application: 'Royalty', can_open: false, note: 'Royalties are read by the licensing team.' },
  ],
})
