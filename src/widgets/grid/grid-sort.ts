import type { SortKey } from '#src/definition'

/** What a click on a heading does: ascending, descending, none; with `add` beside the other keys. */
export function nextSort(sort: readonly SortKey[], field: string, add: boolean): readonly SortKey[] {
  const current = sort.find((key) => key.field === field)
  const next = !current ? { field, descending: false } : current.descending ? null : { field, descending: true }
  if (!add) return next ? [next] : []
  if (!current) return [...sort, next!]
  return sort.flatMap((key) => (key.field === field ? (next ? [next] : []) : [key]))
}
