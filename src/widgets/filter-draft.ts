import { parseFilter, printFilter, type Field, type Filter, type Operator } from '#src/definition'

/** A filter while it is edited: the texts as typed, two for a range. */
export interface FilterDraft {
  readonly op: Operator
  readonly texts: readonly string[]
}

const presence: ReadonlySet<Operator> = new Set(['empty', 'notEmpty'])
const many: ReadonlySet<Operator> = new Set(['in', 'notIn'])

export const needsValue = (op: Operator): boolean => !presence.has(op)
export const takesMany = (op: Operator): boolean => many.has(op)

/** The draft that editing starts from: the filter's own values, or an empty one with the type's first operator. */
export function draftOf(filter: Filter | undefined, first: Operator): FilterDraft {
  return filter ? { op: filter.op, texts: filter.values.map(String) } : { op: first, texts: [] }
}

/** Reads a draft: the filter, null while nothing is given, or the reason it cannot be read in words. */
export function readDraft(
  draft: FilterDraft,
  field: Field,
): { readonly filter: Filter | null; readonly reason?: string } {
  const texts = draft.texts.map((text) => text.trim())
  if (needsValue(draft.op) && texts.every((text) => text === '')) return { filter: null }
  const bounds = draft.op === 'between' ? [texts[0] ?? '', texts[1] ?? ''] : texts.filter((text) => text !== '')
  const [parameter, text] = printFilter({ field: field.name, op: draft.op, values: bounds })
  const parsed = parseFilter(parameter, text, [field])
  if (parsed && 'message' in parsed) return { filter: null, reason: parsed.message.replace(`${field.label}: `, '') }
  return { filter: parsed }
}
