import type { Choice } from '#src/definition'

export const formulaCategories: readonly Choice[] = [
  { value: 'basis', label: 'Basis of a contract' },
  { value: 'margin', label: 'Margin' },
  { value: 'cost', label: 'Cost' },
  { value: 'other', label: 'Other' },
]
