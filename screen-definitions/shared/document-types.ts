/** What a document is. */
export const documentTypes = [
  { value: 'agreement', label: 'Agreement' },
  { value: 'amendment', label: 'Amendment' },
  { value: 'price-list', label: 'Price list' },
  { value: 'certificate', label: 'Certificate' },
  { value: 'claim-support', label: 'Claim support' },
  { value: 'correspondence', label: 'Correspondence' },
]
