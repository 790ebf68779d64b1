import type { Choice } from '#src/definition'

/** What approval limits can be made for. */
export const approvableDocuments: readonly Choice[] = [
  { value: 'exception', label: 'Exception' },
  { value: 'financial_posting', label: 'Financial posting' },
  { value: 'contract', label: 'Contract' },
  { value: 'document', label: 'Document' },
  { value: 'costing', label: 'Costing' },
  { value: 'quote', label: 'Quote' },
  { value: 'price_list_data', label: 'Price of a list' },
  { value: 'price_request', label: 'Price request' },
  { value: 'pricing_contract', label: 'Pricing contract' },
]
