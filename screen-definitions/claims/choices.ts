import type { Choice } from '#src/definition'

/** The applications that work with claims. */
export const claimApplications = [
  'Supplier Chargeback',
  'Customer Chargeback',
  'Customer Rebate',
  'Supplier Rebate',
] as const

export const claimApplicationChoices: readonly Choice[] = claimApplications.map((value) => ({ value, label: value }))

/** Where a claim that came in stands. */
export const incomingStatus: readonly [Choice, ...Choice[]] = [
  { value: 'received', label: 'Received', tone: 'neutral' },
  { value: 'error', label: 'With errors', tone: 'bad' },
  { value: 'validated', label: 'Validated', tone: 'accent' },
  { value: 'in_review', label: 'In review', tone: 'warn' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'partially_approved', label: 'Partly approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'reconciled', label: 'Reconciled', tone: 'ok' },
  { value: 'paid', label: 'Paid', tone: 'ok' },
]

/** Where a claim of our own stands. */
export const outgoingStatus: readonly [Choice, ...Choice[]] = [
  { value: 'draft', label: 'Draft', tone: 'neutral' },
  { value: 'error', label: 'With errors', tone: 'bad' },
  { value: 'validated', label: 'Validated', tone: 'accent' },
  { value: 'submitted', label: 'Submitted', tone: 'warn' },
  { value: 'approved', label: 'Accepted', tone: 'ok' },
  { value: 'partially_approved', label: 'Partly accepted', tone: 'warn' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'paid', label: 'Paid', tone: 'ok' },
]

/** What became of a line. */
export const lineStatus: readonly Choice[] = [
  { value: 'new', label: 'Not checked', tone: 'neutral' },
  { value: 'error', label: 'To be repaired', tone: 'bad' },
  { value: 'ok', label: 'In order', tone: 'ok' },
  { value: 'denied', label: 'Denied', tone: 'bad' },
]

/** What a person has said about a line, whatever the checks find. */
export const lineDecisions: readonly Choice[] = [
  { value: 'deny', label: 'Denied by hand', tone: 'bad' },
  { value: 'accept', label: 'Accepted by hand', tone: 'ok' },
]

/** The checks of a line in the order in which they are made. */
export const claimChecks: readonly Choice[] = [
  { value: 'structure', label: 'Complete' },
  { value: 'debit_memo', label: 'Debit memo' },
  { value: 'customer', label: 'End customer known' },
  { value: 'contract', label: 'Contract known' },
  { value: 'date', label: 'Valid on the day of sale' },
  { value: 'late', label: 'Claimed in time' },
  { value: 'covered', label: 'Customer covered' },
  { value: 'product', label: 'Product known' },
  { value: 'product_covered', label: 'Product covered' },
  { value: 'price', label: 'Prices' },
  { value: 'uom', label: 'Unit of measure' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'amount', label: 'Amount' },
  { value: 'duplicate', label: 'Not claimed before' },
  { value: 'near_duplicate', label: 'Nothing much like it' },
]

/** What follows from a check that a line does not pass. */
export const handlings: readonly Choice[] = [
  { value: 'ignore', label: 'Nothing' },
  { value: 'warn', label: 'It is told', tone: 'neutral' },
  { value: 'repair', label: 'It has to be repaired', tone: 'warn' },
  { value: 'deny', label: 'The line is denied', tone: 'bad' },
]

export const disputeStatus: readonly Choice[] = [
  { value: 'open', label: 'Open', tone: 'warn' },
  { value: 'responded', label: 'Answered', tone: 'accent' },
  { value: 'accepted', label: 'Accepted', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'withdrawn', label: 'Withdrawn', tone: 'neutral' },
]
