import { isAbsent, type Field } from '#src/definition'
import { cellText } from '#src/widgets/cell-text.ts'
import type { Row } from '#src/widgets/rows/row-list.ts'
import { changesOfRows, type RowChange } from './merge-rows.ts'

const most = 20

const words = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const

/** What a changed row is called: by its key, without one by the first thing that is as it was. */
function nameOf(field: Field, row: Row, changed: RowChange['cells']): string {
  const kept = (field.fields ?? []).find(
    (cell) => !isAbsent(row[cell.name]) && !changed.some((change) => change.cell === cell),
  )
  return (field.key ?? (kept ? [kept.name] : [])).map((name) => String(row[name] ?? '')).join(' · ')
}

interface RowChangesProps {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
  readonly locale: string
}

/** What became of nested rows, row by row: "Changed Eva Lind: phone 1 → 2". */
export function RowChanges({ field, before, after, locale }: RowChangesProps) {
  const changes = changesOfRows(field, before, after)
  const text = (cell: Field, value: unknown): string => cellText(value, cell, locale) || 'empty'
  return (
    <ul className="flex flex-col gap-1">
      {changes.slice(0, most).map(({ key, kind, row, cells }) => (
        <li key={key} className="text-ink-1">
          <span className="text-ink-2">{words[kind]} </span>
          {kind === 'changed' ? (
            <>
              {nameOf(field, row, cells)}
              {cells.map(({ cell, old, next }) => (
                <span key={cell.name} className="ml-2">
                  <span className="text-ink-2">{cell.label} </span>
                  <del className="text-ink-3">{text(cell, old)}</del>
                  <span className="sr-only"> is now </span>
                  <span aria-hidden> → </span>
                  <ins className="no-underline">{text(cell, next)}</ins>
                </span>
              ))}
            </>
          ) : (
            (field.fields ?? [])
              .map((cell) => cellText(row[cell.name], cell, locale))
              .filter(Boolean)
              .join(' · ')
          )}
        </li>
      ))}
      {changes.length > most ? <li className="text-ink-3">and {changes.length - most} more rows</li> : null}
    </ul>
  )
}
