import type { Screen } from '#src/definition'
import { fillPath } from '#src/definition'
import type { Labels } from '#src/widgets/cell-text.ts'
import { keyWord } from '#src/widgets/key-word.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'

export const rowId = (row: Row): string => String(row.id)

/** What a row is called: its key and its title, "12471 Miller", "Average EUR CHF 1 Dec 2025"; a title that refers to something by that one's. */
export function rowTitle(screen: Screen, row: Row, labels: Labels = {}): string {
  const names = [...(screen.table?.key ?? []), ...(screen.title ? [screen.title] : [])]
  const parts = [
    ...new Set(
      names.map((name) =>
        keyWord(
          screen.fields.find((field) => field.name === name),
          row[name],
        ),
      ),
    ),
    screen.title ? (labels[screen.title]?.[String(row[screen.title])] ?? '') : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : `${screen.label} ${rowId(row)}`
}

/** Where a row opens; undefined for screens without a form. */
export const rowHref = (screen: Screen, row: Row): string | undefined =>
  screen.form ? fillPath(screen.form.view, { id: rowId(row), Id: rowId(row), ID: rowId(row) }) : undefined

/** Fields whose cells are links: the part of the key that titles a row, else the first, or the title, or the first column when neither is shown. */
export function linkedFields(screen: Screen, columns: readonly string[]): ReadonlySet<string> {
  const key = (screen.table?.key ?? []).filter((name) => columns.includes(name))
  if (key.length > 0) return new Set([key.find((name) => name === screen.title) ?? key[0]!])
  if (screen.title && columns.includes(screen.title)) return new Set([screen.title])
  return new Set(columns.slice(0, 1))
}
