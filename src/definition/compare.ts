import { compareDecimals } from './compare-decimals.ts'
import { isIsoDay, type Calendar } from './dates.ts'
import { numberTypes, type Field, type FieldTypeName } from './field.ts'

/** Order of two canonical values of a type: −1, 0, 1; NaN when they cannot be compared. Text compares by code point, as PostgreSQL's C collation does. A plain day beside an instant is one of the calendar, without it of UTC. */
export function compareValues(a: unknown, b: unknown, type: FieldTypeName, dayOf?: Calendar['dayOf']): number {
  if (numberTypes.has(type)) return compareDecimals(a, b)
  if (type === 'dateTime') return compareInstants(String(a), String(b), dayOf)
  return comparePoints(String(a), String(b))
}

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A plain day stands for all of its instants: one within it is equal, one of the next day is greater. */
function compareInstants(a: string, b: string, dayOf: Calendar['dayOf'] = utcDay): number {
  if (isIsoDay(a) && !isIsoDay(b)) return 0 - compareInstants(b, a, dayOf)
  const [left, right] = [Date.parse(a), Date.parse(b)]
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN
  if (!isIsoDay(b)) return Math.sign(left - right)
  return comparePoints(isIsoDay(a) ? a : dayOf(left), b)
}

function comparePoints(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [[...a], [...b]]
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(left.length - right.length)
}

type Bag = Readonly<Record<string, unknown>>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Whether two values of a field are the same by value: 1.5 and "1.50", instants in any notation, objects in any order of their keys. */
export function equalValues(field: Pick<Field, 'type' | 'fields'>, a: unknown, b: unknown): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => equalItems(field, item, b[at]))
  if (isBag(a) && isBag(b)) return equalBags(a, b)
  if (typeof a === 'object' || typeof b === 'object') return false
  return compareValues(a, b, field.type) === 0
}

function equalItems({ fields }: Pick<Field, 'type' | 'fields'>, a: unknown, b: unknown): boolean {
  if (!fields || !isBag(a) || !isBag(b)) return equalBags({ item: a }, { item: b })
  const known = new Set(fields.map((field) => field.name))
  const rest = (row: Bag): Bag => Object.fromEntries(Object.entries(row).filter(([name]) => !known.has(name)))
  return fields.every((field) => equalValues(field, a[field.name], b[field.name])) && equalBags(rest(a), rest(b))
}

// Within an object of no known fields a missing value and null are the same, as they are in the store.
function equalBags(a: Bag, b: Bag): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => equalValues({ type: 'text' }, a[name], b[name]))
}
