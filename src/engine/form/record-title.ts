import type { Screen } from '#src/definition'
import type { Labels } from '#src/widgets/cell-text.ts'
import { keyWord } from '#src/widgets/key-word.ts'
import type { Values } from './changes.ts'

const wordOf = (screen: Screen, record: Values, name: string): string =>
  keyWord(
    screen.fields.find((field) => field.name === name),
    record[name],
  )

/** The business key of a record as one text: "536365 · 1", "Average · EUR · CHF · 1 Dec 2025". */
export const keyOf = (screen: Screen, record: Values): string =>
  (screen.table?.key ?? [])
    .map((name) => wordOf(screen, record, name))
    .filter(Boolean)
    .join(' · ')

/** What a record is called: its title field, by the title of what that refers to, else its key. */
export function titleOf(screen: Screen, record: Values, labels: Labels = {}): string {
  const title = screen.title ? wordOf(screen, record, screen.title) : ''
  return (screen.title && labels[screen.title]?.[title]) || title || keyOf(screen, record) || screen.label
}
