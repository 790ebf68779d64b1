import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldTypes, type Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { FileLine } from '#src/widgets/files/file-line.tsx'
import { isStoredFile } from '#src/widgets/files/stored-file.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { asRows } from '#src/widgets/rows/row-list.ts'

const first = 20

function RowCell({ value, column, context }: { value: unknown; column: Field; context: CellContext }) {
  return isStoredFile(value) ? <FileLine file={value} plain /> : renderCell(value, column, context)
}

interface RowsTableProps {
  readonly field: Field
  readonly value: unknown
  readonly locale: string
  /** Titles of what the record and its rows refer to: a field of the rows stands under 'rows.field'. */
  readonly labels?: Labels
  readonly referenceHref?: CellContext['referenceHref']
}

const noLabels: Labels = {}

/** Nested rows as they are read; a long list opens on demand. */
export function RowsTable({ field, value, locale, labels = noLabels, referenceHref }: RowsTableProps) {
  const [all, setAll] = useState(false)
  const rows = asRows(value)
  useEffect(() => {
    // On paper there is no button to see the rest.
    const show = () => flushSync(() => setAll(true))
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [])
  const fields = field.fields ?? []
  const nested = Object.fromEntries(fields.map(({ name }) => [name, labels[`${field.name}.${name}`] ?? {}]))
  const context: CellContext = { locale, labels: nested, referenceHref }
  const shown = all ? rows : rows.slice(0, first)
  return (
    <div
      className="overflow-x-auto rounded border border-line print:overflow-visible"
      role="region"
      aria-label={field.label}
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left">
        <thead className="text-sm text-ink-2">
          <tr className="border-b border-line">
            {fields.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={cx('px-2.5 py-1.5 font-semibold', fieldTypes[column.type].align === 'end' && 'text-right')}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index} className="break-inside-avoid border-b border-line last:border-0">
              {fields.map((column) => (
                <td
                  key={column.name}
                  className={cx('px-2.5 py-1.5', fieldTypes[column.type].align === 'end' && 'text-right tabular-nums')}
                >
                  <RowCell value={row[column.name]} column={column} context={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > first && !all ? (
        <Button variant="ghost" size="sm" className="m-1 print:hidden" onClick={() => setAll(true)}>
          Show all {rows.length} rows
        </Button>
      ) : null}
    </div>
  )
}
