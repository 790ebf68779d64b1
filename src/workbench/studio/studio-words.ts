import type { FieldTypeName } from '#src/definition'
import type { TagTone } from '#src/ui/tag.tsx'
import type { Design, StudioEntry } from './studio-api.ts'

/** Where a screen stands, in a word and a tone. */
export function stateWords({
  origin,
  state,
  has_draft: drawn,
  fits,
}: Pick<StudioEntry, 'origin' | 'state' | 'has_draft' | 'fits'>): {
  readonly label: string
  readonly tone: TagTone
} {
  if (origin === 'product') return { label: 'Product', tone: 'neutral' }
  if (!fits && state === 'published' && !drawn) return { label: 'Not working', tone: 'bad' }
  if (state === 'draft') return { label: 'Draft', tone: 'accent' }
  if (state === 'retired') return { label: 'Retired', tone: 'neutral' }
  return drawn ? { label: 'In use, draft waiting', tone: 'warn' } : { label: 'In use', tone: 'ok' }
}

export const designState = (design: Design, fits: boolean) => stateWords({ ...design, origin: 'own', fits })

/** The types of fields as an implementer calls them, in the order they are offered. */
export const typeWords: Readonly<Record<FieldTypeName, string>> = {
  text: 'Text',
  longText: 'Long text',
  choice: 'Choice',
  flag: 'Yes or no',
  integer: 'Whole number',
  decimal: 'Decimal number',
  money: 'Amount of money',
  percent: 'Percentage',
  date: 'Date',
  dateTime: 'Date and time',
  reference: 'Reference to a record',
  references: 'References to records',
  rows: 'Nested rows',
  attributes: 'User-defined attributes',
  file: 'File or picture',
}

export const areaChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'masters', label: 'Master data' },
  { value: 'attributes', label: 'Attributes' },
  { value: 'membership', label: 'Membership' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'contracts', label: 'Contracts' },
  { value: 'claims', label: 'Claims' },
  { value: 'pricing', label: 'Pricing' },
  { value: 'profit', label: 'Profit optimization' },
  { value: 'promotions', label: 'Promotions' },
  { value: 'forecasting', label: 'Forecasting' },
  { value: 'data', label: 'Data' },
  { value: 'documents', label: 'Documents' },
  { value: 'results', label: 'Results' },
  { value: 'integration', label: 'Integration' },
  { value: 'configuration', label: 'Configuration' },
]

export const areaLabel = (area: string): string =>
  areaChoices.find(({ value }) => value === area)?.label ?? area.charAt(0).toUpperCase() + area.slice(1)
