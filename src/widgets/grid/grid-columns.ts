import { fieldDisplays, numberTypes, type Field } from '#src/definition'
import type { Row } from './aggregate.ts'

export const isNumeric = (field: Field): boolean => numberTypes.has(field.type)

const caches = new WeakMap<readonly Row[], Map<string, Float64Array>>()

function ranksOf(rows: readonly Row[], field: Field): Float64Array {
  const order = new Float64Array(rows.length)
  if (isNumeric(field)) {
    for (let i = 0; i < rows.length; i += 1) {
      const value = rows[i]![field.name]
      order[i] = value === null || value === undefined || value === '' ? Number.NEGATIVE_INFINITY : Number(value)
    }
    return order
  }
  const text = (row: Row): string =>
    field.type === 'date' || field.type === 'dateTime'
      ? String(row[field.name] ?? '')
      : fieldDisplays[field.type].format(row[field.name], field, 'en')
  const seen = new Map<string, number>()
  const texts = rows.map(text)
  for (const value of texts) if (!seen.has(value)) seen.set(value, 0)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const sorted = [...seen.keys()].toSorted(compare)
  sorted.forEach((value, rank) => seen.set(value, rank))
  for (let i = 0; i < texts.length; i += 1) order[i] = seen.get(texts[i]!)!
  return order
}

/** The place of each row's value in the order of its column, worked out once a column; absent values come first. */
export function columnOrder(rows: readonly Row[], field: Field): Float64Array {
  let cache = caches.get(rows)
  if (!cache) caches.set(rows, (cache = new Map()))
  let order = cache.get(field.name)
  if (!order) cache.set(field.name, (order = ranksOf(rows, field)))
  return order
}
