import { fieldDisplays, isEmptyValue, stripEmpty, type Field } from '#src/definition'
import { mayBeEmptied } from '#src/definition/emptied.ts'
import { cellText } from '#src/widgets/cell-text.ts'

export type Criteria = Readonly<Record<string, unknown>>

/** What a form of criteria asks: what is given, and in `without` the criteria that were emptied though they have a default. */
export function askedOf(values: Criteria, fields: readonly Field[]): Criteria {
  const without = fields
    .filter((field) => mayBeEmptied(field) && isEmptyValue(values[field.name] ?? null))
    .map(({ name }) => name)
  return { ...stripEmpty(values), ...(without.length > 0 ? { without } : {}) }
}

const isList = (field: Field): boolean => field.type === 'references'

/** Criteria as address parameters, so that a result can be bookmarked and sent; empty ones are left out. */
export function writeCriteria(criteria: Criteria): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(stripEmpty(criteria))) {
    for (const item of Array.isArray(value) ? value : [value])
      parameters.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
  }
  return parameters
}

function read(text: string, field: Field): unknown {
  if (field.type === 'flag') return text === 'true'
  // What is no number is asked for as it was typed, to be refused with words.
  if (field.type === 'integer') return Number.isInteger(Number(text)) ? Number(text) : text
  if (field.type === 'rows' || field.type === 'attributes' || field.type === 'file') return JSON.parse(text)
  return text
}

/** Reads criteria back; parameters of the address that are no criteria are left alone. */
export function readCriteria(parameters: URLSearchParams, fields: readonly Field[]): Criteria {
  const entries = fields.flatMap((field) => {
    const texts = parameters.getAll(field.name)
    if (texts.length === 0) return []
    return [[field.name, isList(field) ? texts : read(texts[0]!, field)] as const]
  })
  const named = parameters.getAll('without')
  const without = fields.filter((field) => mayBeEmptied(field) && named.includes(field.name)).map(({ name }) => name)
  return { ...Object.fromEntries(entries), ...(without.length > 0 ? { without } : {}) }
}

/** Each given criterion in words: "Country Germany". */
export function criteriaWords(
  criteria: Criteria,
  fields: readonly Field[],
  locale: string,
): readonly { readonly label: string; readonly value: string }[] {
  return fields.flatMap((field) => {
    const value = criteria[field.name]
    if (value === undefined || value === null || isEmptyValue(value)) return []
    const text =
      fieldDisplays[field.type].operators.length > 0 || isList(field)
        ? cellText(value, field, locale)
        : fieldDisplays[field.type].format(value, field, locale)
    return [{ label: field.label, value: text || String(value) }]
  })
}
