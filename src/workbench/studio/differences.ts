type Json = unknown

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const deep = 4

/** How a definition became another, in a line for each place: "fields › degrees added". */
export function differences(before: Json, after: Json, path: readonly string[] = []): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const place = path.join(' › ')
  if (before === undefined) return [`${place} added`]
  if (after === undefined) return [`${place} removed`]
  if (isObject(before) && isObject(after) && path.length < deep) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const inner = names.flatMap((name) => differences(before[name], after[name], [...path, name]))
    // The same properties in another order: for fields that is the order in which they stand.
    return inner.length > 0 ? inner : [`${place || 'parts'} in another order`]
  }
  return [`${place} changed`]
}
