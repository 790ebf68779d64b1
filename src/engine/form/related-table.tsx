import { useNavigate } from 'react-router-dom'
import { fieldDisplays, type Field, type Screen } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { Link } from '#src/ui/link.tsx'
import type { Labels } from '#src/widgets/cell-text.ts'
import { renderCell } from '#src/widgets/cells.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { Values } from './changes.ts'

interface RelatedTableProps {
  readonly screen: Screen
  readonly columns: readonly Field[]
  readonly records: readonly Values[]
  readonly labels: Labels
  /** Where a row opens. */
  readonly pathOf: (record: Values) => string | null
}

/** Rows of another screen beside a record. */
export function RelatedTable({ screen, columns, records, labels, pathOf }: RelatedTableProps) {
  const navigate = useNavigate()
  const locale = userLocale()
  return (
    <div
      className="overflow-x-auto border-t border-line"
      role="region"
      aria-label={`Table of ${screen.plural.toLowerCase()}`}
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left">
        <thead className="text-sm text-ink-2">
          <tr className="border-b border-line">
            {columns.map((field) => (
              <th
                key={field.name}
                scope="col"
                className={cx(
                  'px-4 py-2 font-semibold whitespace-nowrap',
                  fieldDisplays[field.type].align === 'end' && 'text-right',
                )}
              >
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => {
            const path = pathOf(record)
            return (
              <tr
                key={String(record['id'] ?? at)}
                className="h-row border-b border-line last:border-0 hover:bg-hover"
                onDoubleClick={() => path && void navigate(path)}
              >
                {columns.map((field, index) => (
                  <td
                    key={field.name}
                    className={cx(
                      'max-w-72 truncate px-4',
                      fieldDisplays[field.type].align === 'end' && 'text-right tabular-nums',
                    )}
                    data-truncate=""
                  >
                    {index === 0 && path ? (
                      <Link to={path} className="text-accent-ink hover:underline">
                        {renderCell(record[field.name], field, { locale, labels }) ?? 'Open'}
                      </Link>
                    ) : (
                      renderCell(record[field.name], field, { locale, labels })
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
