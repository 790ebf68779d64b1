import { numberTypes, type Field } from '#src/definition'
import { userLocale } from '#src/data/user-locale.ts'
import { cx } from '#src/ui/cx.ts'
import { renderCell } from '../cells.ts'
import type { Row } from '../grid/aggregate.ts'

interface PreviewTableProps {
  readonly label: string
  readonly columns: readonly Field[]
  readonly records: readonly Row[]
  /** What stands there without a row. */
  readonly empty: string
  readonly isBusy?: boolean
  readonly className?: string
}

/** A few rows as they will look, to be read and not worked in. */
export function PreviewTable({ label, columns, records, empty, isBusy = false, className }: PreviewTableProps) {
  const locale = userLocale()
  return (
    <div
      className={cx('overflow-auto rounded-lg border border-line bg-panel', className)}
      role="region"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left whitespace-nowrap">
        <thead className="sticky top-0 bg-panel text-sm text-ink-2">
          <tr className="border-b border-line">
            {columns.map(({ name, label: heading, type }) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 font-semibold ${numberTypes.has(type) ? 'text-right' : ''}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={at} className="border-b border-line last:border-0">
              {columns.map((field) => (
                <td
                  key={field.name}
                  className={`h-(--row) max-w-60 truncate px-3 ${numberTypes.has(field.type) ? 'text-right tabular-nums' : ''}`}
                >
                  {renderCell(record[field.name], field, { locale, labels: {} })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {records.length === 0 ? <p className="px-3 py-4 text-ink-2">{empty}</p> : null}
    </div>
  )
}
