/** What articles and videos of the help are about. */
export const helpTopics = [
  { value: 'getting-started', label: 'Getting started' },
  { value: 'masters', label: 'Master data' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'uploads', label: 'Uploads' },
  { value: 'contracts', label: 'Contracts' },
  { value: 'claims', label: 'Claims' },
  { value: 'pricing', label: 'Pricing' },
  { value: 'results', label: 'Results' },
  { value: 'administration', label: 'Administration' },
]
