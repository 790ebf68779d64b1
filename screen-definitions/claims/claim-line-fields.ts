import { f } from '#src/definition'
import { dataSources } from '../contracts/choices.ts'
import { currencyCode } from '../shared/choices.ts'
import { lineDecisions, lineStatus } from './choices.ts'

/** The claim a line belongs to: `target` is the claims of its direction. */
export const claimOf = (target: 'incoming-claim' | 'outgoing-claim') =>
  f.reference(target, {
    integrity: 'soft',
    required: true,
    immutable: true,
    index: true,
    search: true,
    label: 'Claim',
    help: 'A file makes the claims it names',
    width: 130,
  })

/** What a file says of the claim in each of its lines. */
export const sentWithClaim = {
  debit_memo: f.text({ max: 40, label: 'Debit memo', width: 110 }),
  claim_date: f.date({ width: 110 }),
}

/** What a line claims, as it was sent, and what was found to stand behind its identifiers. */
export const claimedFields = {
  line_no: f.integer({ required: true, immutable: true, min: 1, max: 9_999_999, label: 'Line', width: 64 }),
  contract_id: f.text({ max: 40, search: true, label: 'Contract as claimed', width: 120 }),
  contract_number: f.reference('contract', {
    integrity: 'soft',
    index: true,
    label: 'Contract',
    help: 'Found by its number here or at the partner; set it to repair the line',
    width: 110,
  }),
  customer_id: f.text({
    max: 60,
    search: true,
    label: 'End customer as claimed',
    help: 'A customer number, DEA number, HIN or GLN',
    width: 130,
  }),
  customer_number: f.reference('customer', {
    integrity: 'soft',
    index: true,
    label: 'End customer',
    help: 'Set it to repair the line',
    width: 110,
  }),
  material_id: f.text({
    max: 60,
    search: true,
    label: 'Product as claimed',
    help: 'A material number, GTIN or NDC',
    width: 120,
  }),
  material_number: f.reference('material', {
    integrity: 'soft',
    index: true,
    label: 'Material',
    help: 'Set it to repair the line',
    width: 110,
  }),
  invoice_number: f.text({ max: 40, search: true, index: true, label: 'Invoice', width: 110 }),
  invoice_date: f.date({ index: true, label: 'Day of sale', width: 110 }),
  quantity: f.decimal(15, 3, { width: 90 }),
  uom: f.text({ max: 6, upper: true, label: 'Unit', help: 'The base unit of the material unless given', width: 70 }),
  acquisition_price: f.money({ currency: 'currency', label: 'Acquisition price', width: 120 }),
  contract_price: f.money({ currency: 'currency', label: 'Contract price', width: 120 }),
  claimed_amount: f.money({ required: true, currency: 'currency', label: 'Claimed', width: 110 }),
  currency: { ...currencyCode(), help: 'That of the claim unless given' },
}

/** What the checks and people found about a line. */
export const judgedFields = {
  line_status: f.choice(lineStatus, {
    default: 'new',
    readOnly: true,
    index: true,
    label: 'Status',
    width: 130,
  }),
  calculated_amount: f.money({
    currency: 'currency',
    readOnly: true,
    label: 'Calculated',
    help: 'What the contract gives for it',
    width: 110,
  }),
  variance: f.money({
    currency: 'currency',
    readOnly: true,
    label: 'Variance',
    help: 'Claimed less calculated',
    width: 100,
  }),
  approved_amount: f.money({ currency: 'currency', readOnly: true, label: 'Approved', width: 110 }),
  rejection_reason_code: f.reference('rejection-reason', {
    integrity: 'soft',
    readOnly: true,
    index: true,
    label: 'Reason',
    width: 110,
  }),
  error_codes: f.references('rejection-reason', {
    integrity: 'soft',
    readOnly: true,
    label: 'Reasons found',
    width: 130,
  }),
  findings: f.text({ max: 8000, readOnly: true, label: 'What was found', width: 280 }),
  explanation: f.longText({ max: 8000, readOnly: true, sentence: true, label: 'How it was calculated', width: 240 }),
  sales_line: f.text({
    max: 120,
    readOnly: true,
    index: true,
    label: 'Sold as',
    help: 'The line of sales, indirect sales or purchases with its invoice, material, customer and day',
    width: 140,
  }),
  sales_source: f.choice(dataSources, { readOnly: true, label: 'Found among', width: 130 }),
  sales_quantity: f.decimal(20, 6, {
    readOnly: true,
    label: 'Quantity sold',
    help: 'Of that line, in the base unit of the material',
  }),
  duplicate_of: f.text({ max: 60, readOnly: true, label: 'Claimed before in' }),
  decision: f.choice(lineDecisions, { readOnly: true, label: 'By hand', width: 120 }),
  decided_by: f.reference('user', { readOnly: true, integrity: 'soft' }),
  decision_note: f.text({ max: 200, readOnly: true, label: 'Note' }),
}

/** How lists of lines in both directions begin. */
export const lineColumns = [
  'claim_number',
  'line_no',
  'line_status',
  'findings',
  'contract_id',
  'material_id',
  'claimed_amount',
  'calculated_amount',
] as const

export const claimedRows = [
  ['contract_id', 'contract_number'],
  ['customer_id', 'customer_number'],
  ['material_id', 'material_number'],
  ['invoice_number', 'invoice_date'],
  ['quantity', 'uom'],
  ['acquisition_price', 'contract_price'],
  ['claimed_amount', 'currency'],
] as const

export const judgedRows = [
  ['line_status', 'rejection_reason_code'],
  ['findings'],
  ['calculated_amount', 'variance', 'approved_amount'],
  ['explanation'],
  ['sales_line', 'sales_source', 'sales_quantity'],
  ['duplicate_of', 'error_codes'],
  ['decision', 'decided_by', 'decision_note'],
] as const

/** What a file brings; what its identifiers mean is found out. */
export const claimedColumns = [
  'line_no',
  'contract_id',
  'customer_id',
  'material_id',
  'invoice_number',
  'invoice_date',
  'quantity',
  'uom',
  'acquisition_price',
  'contract_price',
  'claimed_amount',
  'currency',
] as const

/** Names under which files bring the columns of a claim. */
export const claimAliases = {
  line_no: ['Line number', 'Claim line', 'Position'],
  contract_id: ['Contract', 'Contract number', 'Contract no'],
  customer_id: ['Customer', 'End customer', 'Ship to', 'DEA', 'DEA number', 'HIN', 'GLN', 'Member'],
  material_id: ['Material', 'Product', 'NDC', 'GTIN', 'Item', 'UPC', 'Article'],
  invoice_number: ['Invoice', 'Invoice no', 'Billing document'],
  invoice_date: ['Sale date', 'Date of sale', 'Invoice date', 'Transaction date'],
  quantity: ['Qty', 'Units sold', 'Units'],
  uom: ['UoM', 'Unit of measure', 'Unit'],
  acquisition_price: ['WAC', 'List price', 'Acquisition cost'],
  contract_price: ['Net price', 'Agreed price'],
  claimed_amount: ['Amount', 'Claim amount', 'Chargeback amount', 'Requested amount', 'Submitted amount'],
} as const
