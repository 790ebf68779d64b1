import type { Field, Screen } from '#src/definition'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { cx } from '#src/ui/cx.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { RowCard } from './row-card.tsx'
import { rowTitle } from './row-title.ts'

interface RowCardsProps {
  readonly screen: Screen
  readonly fields: readonly Field[]
  readonly rows: readonly Row[] | null
  readonly context: CellContext
  readonly rowId: (row: Row) => string
  readonly rowHref: (row: Row) => string | undefined
  readonly chosen: Readonly<Record<string, boolean>>
  readonly onChoose: ((id: string, on: boolean) => void) | undefined
  readonly stale: boolean
}

/** Rows for narrow screens, one below the other. */
export function RowCards({ screen, fields, rows, context, rowId, rowHref, chosen, onChoose, stale }: RowCardsProps) {
  return (
    <ul
      aria-label={screen.plural}
      aria-busy={rows === null || stale}
      className={cx('min-h-0 flex-1 overflow-auto', stale && 'bg-background')}
    >
      {rows === null &&
        Array.from({ length: 8 }, (_, at) => (
          <li key={at} className="border-b border-line px-4 py-3">
            <Skeleton width="60%" />
            <Skeleton width="85%" className="mt-2" />
          </li>
        ))}
      {rows?.map((row) => (
        <RowCard
          key={rowId(row)}
          row={row}
          screen={screen}
          fields={fields}
          context={context}
          href={rowHref(row)}
          title={rowTitle(screen, row, context.labels)}
          chosen={chosen[rowId(row)] ?? false}
          onChoose={onChoose}
        />
      ))}
    </ul>
  )
}
