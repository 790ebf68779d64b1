import { isAbsent, type Field } from '#src/definition'
import { asRows, type Row } from '#src/widgets/rows/row-list.ts'
import { sameFieldValue } from '#src/data/same-value.ts'

/** What tells a row from the others: its key fields, or all of it where the definition names none. */
const rowKey = (field: Field, row: Row): string =>
  JSON.stringify((field.key ?? field.fields?.map(({ name }) => name) ?? []).map((name) => row[name] ?? null))

/** The rows by their key; of rows that are alike each is one of its own. */
export function indexed(field: Field, value: unknown): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const row of asRows(value)) {
    const key = rowKey(field, row)
    let own = key
    for (let copy = 2; rows.has(own); copy += 1) own = `${key} ${copy}`
    rows.set(own, row)
  }
  return rows
}

// Flags say little: half of all rows have the same.
const isAlike = (field: Field, a: Row, b: Row): boolean =>
  (field.fields ?? []).some(
    (cell) => cell.type !== 'flag' && !isAbsent(a[cell.name]) && sameFieldValue(cell, a[cell.name], b[cell.name]),
  )

const farthest = 20

/**
 * Rows as they came of others, under the keys these have. Rows without key fields that were changed where they stood are known by
 * that place and by what they still hold of before; what is like nothing there is a row of its own.
 */
export function indexedAfter(field: Field, before: ReadonlyMap<string, Row>, value: unknown): Map<string, Row> {
  const rows = indexed(field, value)
  if (field.key) return rows
  const keys = [...before.keys()]
  const places = new Map(keys.map((key, place) => [key, place]))
  const taken = new Set<string>()
  let next = 0
  return new Map(
    [...rows].map(([key, row]) => {
      const same = places.get(key)
      if (same !== undefined) {
        next = same + 1
        return [key, row]
      }
      // Only what was left behind up to the next row that is still as it was.
      for (let place = next; place < Math.min(keys.length, next + farthest) && !rows.has(keys[place]!); place += 1) {
        const own = keys[place]!
        if (taken.has(own) || !isAlike(field, before.get(own)!, row)) continue
        taken.add(own)
        next = place + 1
        return [own, row]
      }
      return [key, row]
    }),
  )
}
