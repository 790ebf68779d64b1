import type { ResultGroup } from './result-records.ts'

/** A group as a line of the table: how deep it lies and whether it is unfolded. */
export interface GroupLine {
  readonly path: string
  readonly depth: number
  readonly open: boolean
  readonly group: ResultGroup
}

/** Tells groups apart whatever their values are. */
export const pathOf = (values: readonly unknown[]): string => JSON.stringify(values)

/** The groups that are in view: those whose outer ones are all unfolded. Groups come below the one they belong to. */
export function groupLines(groups: readonly ResultGroup[], open: ReadonlySet<string>): GroupLine[] {
  return groups.flatMap((group) => {
    const outer = group.values.slice(0, -1).map((_, at) => pathOf(group.values.slice(0, at + 1)))
    if (!outer.every((path) => open.has(path))) return []
    const path = pathOf(group.values)
    return [{ path, depth: group.values.length - 1, open: open.has(path), group }]
  })
}
