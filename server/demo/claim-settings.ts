import type { Row } from './masters.ts'

const reason = (code: string, description: string, check: string | null, edi: string, words: string): Row => ({
  rejection_reason_code: code,
  description,
  check_name: check,
  edi_code: edi,
  partner_text: words,
  disputable: true,
  status: 'active',
})

/** The reasons a demo organisation gives when it does not pay a claim as it was made. */
export const rejectionReasons: readonly Row[] = [
  reason('INC', 'Line incomplete', 'structure', 'A1', 'Data is missing on this line.'),
  reason(
    'DBM',
    'Debit memo missing or used',
    'debit_memo',
    'A2',
    'The debit memo is missing or stands on another claim.',
  ),
  reason('CUS', 'End customer unknown', 'customer', 'B1', 'The end customer could not be identified.'),
  reason('CNT', 'Contract unknown', 'contract', 'C1', 'The contract could not be identified.'),
  reason('DAT', 'Outside the validity', 'date', 'C2', 'The contract did not hold on the day of sale.'),
  reason('LAT', 'Claimed too late', 'late', 'C3', 'The claim came after the agreed time.'),
  reason('ELI', 'Customer not eligible', 'covered', 'B2', 'The end customer is not covered by the contract.'),
  reason('PRD', 'Product unknown', 'product', 'D1', 'The product could not be identified.'),
  reason('NCP', 'Product not on contract', 'product_covered', 'D2', 'The product is not part of the contract.'),
  reason('PRC', 'Price differs', 'price', 'E1', 'The prices do not agree with ours.'),
  reason('UOM', 'Unit unknown', 'uom', 'E2', 'The unit of measure is not known for this product.'),
  reason('QTY', 'Quantity not sold', 'quantity', 'E3', 'More is claimed than was sold.'),
  reason('AMT', 'Amount differs', 'amount', 'F1', 'Paid as calculated by the contract.'),
  reason('DUP', 'Claimed before', 'duplicate', 'G1', 'This sale was claimed before.'),
  reason('NDU', 'Much like an earlier line', 'near_duplicate', 'G2', 'Much like a line that was claimed before.'),
  reason('OTH', 'Other reason', null, 'Z9', 'See the note.'),
]

/** How claims are checked in each application of a demo organisation. */
export const claimConfigurations: readonly Row[] = [
  {
    application_type: 'Supplier Chargeback',
    tolerance_amount: '0.50',
    tolerance_percent: '1',
    currency: 'EUR',
    price_tolerance: '5',
    quantity_check: 'none',
    claim_within: 180,
    pay_within: 30,
    four_eyes: true,
    checks: [{ check_name: 'near_duplicate', handling: 'repair' }],
  },
  {
    application_type: 'Customer Rebate',
    tolerance_amount: '1.00',
    tolerance_percent: '2',
    currency: 'EUR',
    price_tolerance: '2',
    quantity_check: 'invoice',
    pay_within: 45,
    four_eyes: true,
    checks: [],
  },
]
