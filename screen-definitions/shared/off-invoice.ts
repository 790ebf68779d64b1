import type { Choice } from '#src/definition'

/** Cost of a sale that is on no invoice, by kind. */
export const offInvoiceKinds: readonly Choice[] = [
  { value: 'freight', label: 'Freight' },
  { value: 'logistics', label: 'Warehouse and handling' },
  { value: 'cooperative', label: 'Co-operative advertising' },
  { value: 'terms', label: 'Payment terms' },
  { value: 'service', label: 'Service and warranty' },
  { value: 'commission', label: 'Commission' },
  { value: 'returns', label: 'Returns and spoilage' },
  { value: 'other', label: 'Other' },
]
