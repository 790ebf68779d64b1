import type { ApiRecord, RecordPage } from '#src/data/records.ts'
import type { GroupPage, ListGroup } from './group-contents.ts'

/** How many groups or records one answer brings into an opened group. */
export const step = 50
const waiting = 8

/** One line of a grouped list; `path` names the group it is or the group it stands in. */
export type GroupLine =
  | {
      readonly kind: 'group'
      readonly path: string
      readonly parent: string
      /** 0: the outermost. */
      readonly depth: number
      readonly group: ListGroup
      readonly open: boolean
    }
  | { readonly kind: 'row'; readonly path: string; readonly depth: number; readonly row: ApiRecord }
  | { readonly kind: 'more'; readonly path: string; readonly depth: number; readonly left: number }
  | { readonly kind: 'wait'; readonly path: string; readonly depth: number }
  | { readonly kind: 'failed'; readonly path: string; readonly depth: number; readonly error: unknown }

/** What has come of one page of a group's content. */
export interface GroupAnswer {
  readonly data: GroupPage | RecordPage | undefined
  readonly error: unknown
}

export const pathOf = (parent: string, group: Pick<ListGroup, 'filters'>): string =>
  `${parent}/${JSON.stringify(group.filters)}`

/** The groups in sight and what was loaded into those that are open, in the order they are drawn. */
export function groupLines(
  top: readonly ListGroup[],
  opened: ReadonlyMap<string, readonly GroupAnswer[]>,
): readonly GroupLine[] {
  const lines: GroupLine[] = []
  const addGroups = (groups: readonly ListGroup[], depth: number, parent: string): void => {
    for (const group of groups) {
      const path = pathOf(parent, group)
      const answers = opened.get(path)
      lines.push({ kind: 'group', path, parent, depth, group, open: answers !== undefined })
      if (answers) addContent(path, depth + 1, group.count, answers)
    }
  }
  const addContent = (path: string, depth: number, count: number, answers: readonly GroupAnswer[]): void => {
    let shown = 0
    let all = count
    for (const { data, error } of answers) {
      if (data && 'groups' in data) {
        addGroups(data.groups, depth, path)
        shown += data.groups.length
        all = data.total_groups
      } else if (data) {
        lines.push(...data.records.map((row): GroupLine => ({ kind: 'row', path, depth, row })))
        shown += data.records.length
      } else if (error) return void lines.push({ kind: 'failed', path, depth, error })
      else {
        const coming = Math.min(Math.max(1, count - shown), waiting)
        return void lines.push(...Array.from({ length: coming }, (): GroupLine => ({ kind: 'wait', path, depth })))
      }
    }
    // A last page that is not full ends the group, whatever was counted before.
    if (all > shown && shown >= answers.length * step) lines.push({ kind: 'more', path, depth, left: all - shown })
  }
  addGroups(top, 0, '')
  return lines
}
