import type { Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { printSortKey } from '#src/definition/sort-key.ts'
import { saveFile } from '#src/data/download.ts'
import { cellText } from '#src/widgets/cell-text.ts'
import { type DecimalMark, delimiterOf } from '#src/widgets/csv-marks.ts'
import { groupKey } from '../grouping.ts'
import { groupTitle, markedGroups, type GroupPage, type ListGroup } from './group-contents.ts'
import { scopeParameters, type ListState } from '../list-state.ts'

// What a spreadsheet would run as a formula, told as the server's own files tell it.
const formula = /^'*[=+\-@\t\r]/

const quoted = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Groups of the innermost level as lines of a CSV file, with those around them, their counts and their sums. */
export function groupsAsCsv(
  screen: Screen,
  state: ListState,
  page: GroupPage,
  locale: string,
  mark: DecimalMark,
): string {
  const levels = state.group.map((key) => ({
    key,
    field: screen.fields.find(({ name }) => name === groupKey(key).field),
  }))
  const totals = screen.fields.filter(({ name }) => screen.list?.totals[name] !== undefined)
  const title = (group: ListGroup, at: number): string => {
    const { key = '', field } = levels[at] ?? {}
    return field
      ? groupTitle(group, key, field, (value) => cellText(value, field, locale, page.labels ?? {}), locale)
      : ''
  }
  const lines = page.groups
    .filter(({ level }) => level === levels.length)
    .map((group) => [
      ...levels.map((_, at) => quoted(title(group, at))),
      String(group.count),
      ...totals.map(({ name }) => String(group.totals[name] ?? '').replace('.', mark)),
    ])
  const head = [...levels.map(({ key, field }) => field?.label ?? key), 'Count', ...totals.map(({ label }) => label)]
  return [head.map(quoted), ...lines].map((line) => `${line.join(delimiterOf(mark))}\r\n`).join('')
}

/** Fetches all groups of the list and saves them; answers the file's name. */
export async function exportGroups(
  screen: Screen,
  endpoint: string,
  state: ListState,
  locale: string,
  mark: DecimalMark,
): Promise<{ readonly file: string; readonly left: number }> {
  const sort = state.sort.map(printSortKey).join(',')
  const query = { ...scopeParameters(state), group: state.group.join(','), sort, limit: '0', count: 'none' }
  const page = markedGroups(await api.get<GroupPage>(endpoint, { query }))
  const file = `${screen.name}-groups.csv`
  saveFile(
    new Blob(['\uFEFF', groupsAsCsv(screen, state, page, locale, mark)], { type: 'text/csv;charset=utf-8' }),
    file,
  )
  return { file, left: page.total_groups - page.groups.length }
}
