import type { ApiRecord, RecordLabels } from '#src/data/records.ts'

/** A record of a tree with how many lie right below it. */
export type TreeRecord = ApiRecord & {
  readonly children: number
  /** Only where something is looked for: found itself, or on the way to what is. */
  readonly matched?: boolean
}

/** A page of a level, or everything that was found with what leads there. */
export interface TreePage {
  readonly records: readonly TreeRecord[]
  readonly total_record: number
  readonly labels?: RecordLabels
}

/** What has come of a level so far. */
export interface TreeLevel {
  readonly records: readonly TreeRecord[]
  readonly total: number
  readonly waiting: boolean
  readonly error: unknown
}

/** A record in its place. */
export interface TreeNode {
  readonly kind: 'node'
  readonly key: string
  /** The key of the record above; null at the top. */
  readonly parent: string | null
  /** 1: at the top. */
  readonly level: number
  readonly record: TreeRecord
  readonly open: boolean
  /** Its place among its siblings, from 1, and how many these are. */
  readonly at: number
  readonly of: number
}

/** One line of a tree that is shown as a table. */
export type TreeLine =
  | TreeNode
  | { readonly kind: 'more'; readonly parent: string | null; readonly level: number; readonly left: number }
  | { readonly kind: 'wait'; readonly parent: string | null; readonly level: number }
  | { readonly kind: 'failed'; readonly parent: string | null; readonly level: number; readonly error: unknown }

/** How many records of a level are asked for at a time. */
export const levelSize = 100

/** The lines from the top down, below each opened record its own; `levels` by the key of the record above, null for the top. */
export function treeLines(
  levels: ReadonlyMap<string | null, TreeLevel>,
  isOpen: (key: string) => boolean,
  keyOf: (record: TreeRecord) => string,
  parent: string | null = null,
  above: readonly string[] = [],
): TreeLine[] {
  const level = above.length + 1
  const known = levels.get(parent)
  if (!known) return [{ kind: 'wait', parent, level }]
  const lines = known.records.flatMap((record, index): TreeLine[] => {
    const key = keyOf(record)
    // Records written past the product may lie in a circle, which has no end.
    const open = record.children > 0 && isOpen(key) && !above.includes(key)
    const node: TreeNode = { kind: 'node', key, parent, level, record, open, at: index + 1, of: known.total }
    return open ? [node, ...treeLines(levels, isOpen, keyOf, key, [...above, key])] : [node]
  })
  const left = known.total - known.records.length
  if (known.error && known.records.length === 0) lines.push({ kind: 'failed', parent, level, error: known.error })
  else if (known.waiting) lines.push({ kind: 'wait', parent, level })
  else if (left > 0) lines.push({ kind: 'more', parent, level, left })
  return lines
}

/** What was found, by the key of the record above. Whatever lies on a circle stands at the top, as it does where nothing is looked for. */
export function foundLevels(
  found: TreePage,
  keyOf: (record: TreeRecord) => string,
  parentOf: (record: TreeRecord) => string | null,
): Map<string | null, TreeLevel> {
  const upOf = new Map(found.records.map((record) => [keyOf(record), parentOf(record)]))
  const byParent = new Map<string | null, TreeRecord[]>([[null, []]])
  for (const record of found.records) {
    const above = parentOf(record)
    const place = above !== null && upOf.has(above) && !leadsBack(keyOf(record), upOf) ? above : null
    byParent.set(place, [...(byParent.get(place) ?? []), record])
  }
  return new Map(
    [...byParent].map(([key, records]) => [key, { records, total: records.length, waiting: false, error: null }]),
  )
}

/** Whether the way up from a record leads back to it. */
function leadsBack(key: string, upOf: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>()
  for (let at = upOf.get(key); at !== undefined && at !== null && !seen.has(at); at = upOf.get(at)) {
    if (at === key) return true
    seen.add(at)
  }
  return false
}

/** Whether a record lies below another one, or is it, as far as the lines tell. */
export function isWithin(lines: readonly TreeLine[], key: string | null, ancestor: string): boolean {
  const above = new Map(lines.flatMap((line) => (line.kind === 'node' ? [[line.key, line.parent] as const] : [])))
  const seen = new Set<string>()
  for (let at = key; at !== null && !seen.has(at); at = above.get(at) ?? null) {
    if (at === ancestor) return true
    seen.add(at)
  }
  return false
}
