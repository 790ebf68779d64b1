/** The fields that a calculation works with, by screen. */
export const calculationReads: Readonly<Record<string, readonly string[]>> = {
  contract: [
    'contract_number',
    'contract_header',
    'currency',
    'partner_number',
    'valid_from',
    'valid_to',
    'eligibility',
    'rules',
    'tiers',
    'payees',
  ],
  'sales-data': [
    'billing_doc_number',
    'billing_doc_line',
    'billing_date',
    'customer_number',
    'material_number',
    'quantity',
    'uom',
    'net_value',
    'gross_value',
    'cost_value',
    'currency',
  ],
}
