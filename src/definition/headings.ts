import type { Field } from './field.ts'
import type { ResultView } from './screen-result.ts'

type Values = Readonly<Record<string, unknown>>

/** What was chosen for a criterion, in the words of its choices; undefined for none. */
function chosen({ parameters }: ResultView, name: string, criteria: Values): string | undefined {
  const field = parameters.find((parameter) => parameter.name === name)
  const value = criteria[name] ?? null
  return field?.choices?.find((choice) => choice.value === value)?.label
}

/** The fields of a result, those columns headed by what was chosen for a criterion that the definition says so of. Pure. */
export function headedFields(fields: readonly Field[], result: ResultView, criteria: Values): readonly Field[] {
  const { headings } = result
  if (Object.keys(headings).length === 0) return fields
  return fields.map((field) => {
    const criterion = headings[field.name]
    const label = criterion === undefined ? undefined : chosen(result, criterion, criteria)
    return label === undefined ? field : { ...field, label }
  })
}

/** The fields of a comparison: headed where both runs were asked for the same. */
export const headedTogether = (
  fields: readonly Field[],
  result: ResultView,
  first: Values,
  second: Values,
): readonly Field[] =>
  headedFields(
    fields,
    result,
    Object.fromEntries(Object.entries(first).filter(([name, value]) => second[name] === value)),
  )
