import type { Screen } from '#src/definition'
import type { Values } from './changes.ts'

/** The business key of a record as one text: "536365 · 1". */
export const keyOf = (screen: Screen, record: Values): string =>
  (screen.table?.key ?? [])
    .map((name) => String(record[name] ?? ''))
    .filter(Boolean)
    .join(' · ')

/** What a record is called: its title field, else its key. */
export function titleOf(screen: Screen, record: Values): string {
  const title = screen.title ? String(record[screen.title] ?? '') : ''
  return title || keyOf(screen, record) || screen.label
}
