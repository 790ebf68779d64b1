import { defineScreen, f } from '#src/definition'

// Written with its statement only.
export const partnerStatementLine = defineScreen({
  name: 'partner-statement-line',
  label: ['Line of a statement', 'Lines of statements'],
  area: 'claims',
  menu: { order: 72, search: false },
  formId: 'IMA_CONFIG_PARTNER_STATEMENT_LINE',
  endpoint: 'partner-statement-lines',
  table: { key: ['statement_number', 'line_no'], history: false },
  title: 'explanation',
  fields: {
    statement_number: f.reference('partner-statement', {
      integrity: 'soft',
      required: true,
      index: true,
      label: 'Statement',
      width: 110,
    }),
    line_no: f.integer({ required: true, label: 'Line', width: 64 }),
    kind: f.choice(
      [
        { value: 'opening', label: 'Carried over', tone: 'neutral' },
        { value: 'accrued', label: 'Earned', tone: 'ok' },
        { value: 'adjustment', label: 'Adjustment', tone: 'warn' },
        { value: 'paid', label: 'Paid', tone: 'accent' },
        { value: 'claim', label: 'Paid on a claim', tone: 'accent' },
        { value: 'open_claim', label: 'Claim in process', tone: 'neutral' },
      ],
      { required: true, index: true, width: 120 },
    ),
    day: f.date({ label: 'Day', width: 100 }),
    contract_number: f.reference('contract', { integrity: 'soft', label: 'Contract', width: 100 }),
    contract_version: f.integer({ label: 'Version', width: 80 }),
    rule_no: f.integer({ label: 'Rule', width: 64 }),
    tier: f.integer({ width: 64 }),
    rate: f.decimal(15, 6, { width: 80 }),
    basis: f.decimal(20, 4, { width: 120 }),
    period_from: f.date({ width: 100 }),
    period_to: f.date({ width: 100 }),
    sales_lines: f.integer({ label: 'Invoice lines', width: 90 }),
    claim_number: f.reference('incoming-claim', { integrity: 'soft', label: 'Claim', width: 110 }),
    posting_number: f.reference('financial-posting', { integrity: 'soft', label: 'Posting', width: 120 }),
    amount: f.money({ required: true, currency: 'currency', width: 120 }),
    balance: f.money({ currency: 'currency', help: 'After this line', width: 120 }),
    currency: f.text({ max: 3, width: 80 }),
    explanation: f.text({ max: 8000, sentence: true, label: 'How it came about', width: 320 }),
  },
  list: {
    path: '/partner-statement/lines',
    columns: ['statement_number', 'line_no', 'day', 'kind', 'contract_number', 'explanation', 'amount', 'balance'],
    sort: ['statement_number', 'line_no'],
    filters: ['statement_number', 'kind', 'contract_number', 'day'],
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Line',
        rows: [
          ['statement_number', 'line_no', 'kind'],
          ['day', 'amount', 'balance'],
          ['currency', 'claim_number'],
        ],
      },
      {
        title: 'How it came about',
        rows: [
          ['contract_number', 'contract_version', 'rule_no'],
          ['tier', 'rate', 'basis'],
          ['period_from', 'period_to', 'sales_lines'],
          ['posting_number'],
          ['explanation'],
        ],
      },
    ],
  },
  access: { read: 'claims.read', write: 'never' },
})
