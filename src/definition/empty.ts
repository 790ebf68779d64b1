const epoch = /^(1970-01-01([T ]00:00(:00(\.0+)?)?(Z|[+-]\d\d:?\d\d)?)?|0|Thu,? (01 )?Jan (01 )?1970.*)$/

const isEpoch = (value: unknown): boolean =>
  (typeof value === 'string' && epoch.test(value.trim()) && value.trim() !== '0') ||
  (value instanceof Date && value.getTime() === 0)

/**
 * True for what the specification calls an empty value: '', null, undefined, empty lists and objects of zero length,
 * the epoch date (single, or as a range of two, also written with a comma), a lone comma, and 'Invalid date'.
 */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') {
    const text = value.trim()
    return (
      text === '' ||
      text === ',' ||
      text.toLowerCase() === 'invalid date' ||
      isEpoch(text) ||
      isEpochRange(text.split(','))
    )
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) || isEpoch(value)
  if (Array.isArray(value))
    return value.length === 0 || isEpochRange(value) || value.every((item) => isEmptyValue(item))
  return typeof value === 'object' && Object.keys(value).length === 0
}

const isEpochRange = (values: readonly unknown[]): boolean => values.length === 2 && values.every(isEpoch)

/** Returns a copy without empty values; nested objects (such as `filters`) are stripped as well. */
export function stripEmpty(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(payload)) {
    const next = isPlainObject(value) ? stripEmpty(value) : value
    if (!isEmptyValue(next)) result[key] = next
  }
  return result
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
