import {
  fieldDisplays,
  parseFilter,
  printFilter,
  type Field,
  type Filter,
  type FilterOperator,
  type TextFormat,
  numberTypes,
} from '#src/definition'
import { compareValues } from '#src/definition/compare.ts'
import { isRelativeDate } from '#src/definition/dates.ts'

/** A filter while it is edited: the texts as typed, two for a range. */
export interface FilterDraft {
  readonly op: FilterOperator
  readonly texts: readonly string[]
}

const presence: ReadonlySet<FilterOperator> = new Set(['empty', 'notEmpty'])
const many: ReadonlySet<FilterOperator> = new Set(['in', 'notIn'])

export const needsValue = (op: FilterOperator): boolean => !presence.has(op)
export const takesMany = (op: FilterOperator): boolean => many.has(op)

/** The values of cells copied from a spreadsheet, each once; fewer than two are no list. */
export function pastedValues(text: string): readonly string[] {
  const cells = text.split(/[\r\n\t]+/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const values = [...new Set(cells.filter((cell) => cell !== ''))]
  return values.length > 1 ? values : []
}

// Filters travel in addresses, which servers and browsers cut off or refuse when they are longer.
const mostText = 6000

/** Why a filter is too long to be asked for, in words; null when it is not. */
export function filterTooLong(filter: Filter): string | null {
  const [, text] = printFilter(filter)
  if (text.length <= mostText) return null
  const fit = Math.floor((filter.values.length * mostText) / text.length)
  return `These are ${filter.values.length} values, and about ${fit} fit into one filter. Filter by them in parts.`
}

/** The draft that editing starts from: the filter's own values as people here write them, or an empty one with the type's first operator. */
export function draftOf(
  filter: Filter | undefined,
  first: FilterOperator,
  field: Field,
  format: TextFormat,
): FilterDraft {
  if (!filter) return { op: first, texts: [] }
  const written = (text: string): string => (numberTypes.has(field.type) ? text.replace('.', format.decimal) : text)
  return { op: filter.op, texts: filter.values.map((value) => written(String(value))) }
}

/** A typed number as addresses carry it; what cannot be read stays as it was typed, for the reason to quote it. */
function canonical(text: string, field: Field, format: TextFormat): string {
  if (!numberTypes.has(field.type) || text === '') return text
  const parsed = fieldDisplays[field.type].parseText(text, field, format)
  return parsed.ok ? String(parsed.value) : text
}

/** Whether a range can hold nothing; what relative days mean is known only when they are asked for. */
function isReversed({ op, values: [from = '', to = ''] }: Filter, field: Field): boolean {
  if (op !== 'between' || from === '' || to === '') return false
  return ![from, to].some((bound) => isRelativeDate(String(bound))) && compareValues(from, to, field.type) > 0
}

/** Reads a draft as people write numbers here: the filter, null while nothing is given, or the reason it cannot be read in words. */
export function readDraft(
  draft: FilterDraft,
  field: Field,
  format: TextFormat,
): { readonly filter: Filter | null; readonly reason?: string } {
  const texts = draft.texts.map((text) => canonical(text.trim(), field, format))
  if (needsValue(draft.op) && texts.every((text) => text === '')) return { filter: null }
  const bounds = draft.op === 'between' ? [texts[0] ?? '', texts[1] ?? ''] : texts.filter((text) => text !== '')
  const [parameter, text] = printFilter({ field: field.name, op: draft.op, values: bounds })
  const parsed = parseFilter(parameter, text, [field])
  if (parsed && 'message' in parsed) return { filter: null, reason: parsed.message.replace(`${field.label}: `, '') }
  if (parsed && isReversed(parsed, field)) return { filter: null, reason: 'The first value is above the second' }
  return { filter: parsed }
}
