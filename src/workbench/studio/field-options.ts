import type { FieldSpec, FieldTypeName } from '#src/definition'

/** An option that is a number or a text, as the editor of a field asks for it. */
export interface PlainOption {
  readonly name: keyof FieldSpec
  readonly label: string
  readonly kind: 'number' | 'text' | 'decimal'
  readonly help?: string
}

const longest: PlainOption = { name: 'max', label: 'At most characters', kind: 'number' }
const least: PlainOption = { name: 'min', label: 'At least', kind: 'decimal' }
const most: PlainOption = { name: 'max', label: 'At most', kind: 'decimal' }
const unit: PlainOption = { name: 'unit', label: 'Unit', kind: 'text', help: 'Shown beside the number, such as kg' }

/** What a type asks for beside what every field has. */
export const plainOptions: Readonly<Record<FieldTypeName, readonly PlainOption[]>> = {
  text: [
    longest,
    { name: 'pattern', label: 'Pattern', kind: 'text', help: 'A regular expression that the whole text has to match' },
    { name: 'patternMessage', label: 'What to say otherwise', kind: 'text', help: 'Such as “8 digits”' },
  ],
  longText: [longest],
  choice: [],
  flag: [],
  integer: [least, most, unit],
  decimal: [
    { name: 'precision', label: 'Digits', kind: 'number' },
    { name: 'scale', label: 'Of them decimals', kind: 'number' },
    least,
    most,
    unit,
  ],
  money: [least, most],
  percent: [least, most],
  date: [],
  dateTime: [],
  reference: [],
  references: [],
  rows: [{ name: 'maxRows', label: 'At most rows', kind: 'number' }],
  attributes: [],
  file: [{ name: 'maxBytes', label: 'At most bytes', kind: 'number' }],
}

/** Yes-or-no options, by the types that have them. */
export const flagOptions: readonly {
  readonly name: keyof FieldSpec
  readonly label: string
  readonly types: readonly FieldTypeName[] | 'all'
}[] = [
  { name: 'search', label: 'Found by searching', types: ['text', 'longText', 'choice', 'reference'] },
  { name: 'unique', label: 'No two records the same', types: ['text', 'integer', 'reference', 'date'] },
  {
    name: 'index',
    label: 'Quick to filter (index)',
    types: ['text', 'choice', 'flag', 'integer', 'decimal', 'date', 'dateTime', 'reference'],
  },
  { name: 'immutable', label: 'Cannot be changed later', types: 'all' },
  { name: 'upper', label: 'In capitals', types: ['text'] },
  { name: 'acyclic', label: 'Never leads back to itself', types: ['reference'] },
  { name: 'hidden', label: 'Hidden unless shown by settings', types: 'all' },
]

/** Text of an option as it is typed, and back; undefined for none. */
export const readOption = ({ kind }: PlainOption, text: string): string | number | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (kind === 'number') return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
  return trimmed
}
