import type { Field } from '#src/definition'
import { Link } from 'react-router-dom'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { cx } from '#src/ui/cx.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'

interface RowCardsProps {
  readonly label: string
  readonly fields: readonly Field[]
  /** The fields that the title is made of. */
  readonly titled: readonly string[]
  readonly rows: readonly Row[] | null
  readonly context: CellContext
  readonly rowId: (row: Row) => string
  readonly rowTitle: (row: Row) => string
  readonly rowHref: (row: Row) => string | undefined
  readonly chosen: Readonly<Record<string, boolean>>
  readonly onChoose: ((id: string, on: boolean) => void) | undefined
  readonly stale: boolean
}

const mostFields = 3

/** The fields of a card: the first ones that its title does not say already, and the last amount, which is what lines are about. */
export function cardFields(fields: readonly Field[], titled: readonly string[]): readonly Field[] {
  const others = fields.filter((field) => !titled.includes(field.name))
  const amount = others.findLast((field) => field.type === 'money' || field.type === 'decimal')
  const first = others
    .filter((field) => field !== amount && field.type !== 'flag')
    .slice(0, amount ? mostFields - 1 : mostFields)
  return amount ? [...first, amount] : first
}

/** Rows for narrow screens: the title and the three fields that come first. */
export function RowCards({
  label,
  fields,
  titled,
  rows,
  context,
  rowId,
  rowTitle,
  rowHref,
  chosen,
  onChoose,
  stale,
}: RowCardsProps) {
  const main = cardFields(fields, titled)
  return (
    <ul
      aria-label={label}
      aria-busy={rows === null || stale}
      className={cx('min-h-0 flex-1 overflow-auto', stale && 'opacity-60')}
    >
      {rows === null &&
        Array.from({ length: 8 }, (_, at) => (
          <li key={at} className="border-b border-line px-4 py-3">
            <Skeleton width="60%" />
            <Skeleton width="85%" className="mt-2" />
          </li>
        ))}
      {rows?.map((row) => {
        const id = rowId(row)
        const href = rowHref(row)
        const title = rowTitle(row)
        return (
          <li key={id} className={cx('flex gap-3 border-b border-line px-4 py-3', chosen[id] && 'bg-accent-soft')}>
            {onChoose && (
              <Checkbox
                aria-label={`Select ${title}`}
                className="mt-1"
                checked={chosen[id] ?? false}
                onChange={(event) => onChoose(id, event.currentTarget.checked)}
              />
            )}
            <div className="min-w-0 flex-1">
              {href ? (
                <Link to={href} className="font-medium break-words text-accent-ink">
                  {title}
                </Link>
              ) : (
                <p className="font-medium break-words">{title}</p>
              )}
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
                {main.map((field) => (
                  <div key={field.name} className="contents">
                    <dt className="text-ink-2">{field.label}</dt>
                    <dd className="min-w-0 break-words">{renderCell(row[field.name], field, context) ?? '—'}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
