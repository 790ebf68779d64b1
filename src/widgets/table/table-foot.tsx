import type { Field } from '#src/definition'
import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { alignOf } from './table-columns.ts'

interface TableFootProps {
  readonly fields: readonly Field[]
  readonly totals: Readonly<Record<string, unknown>> | null | undefined
  /** What a total is that is no sum, by column. */
  readonly words?: Readonly<Record<string, string>> | undefined
  readonly context: CellContext
  readonly selectable: boolean
  /** The totals are those of an earlier question. */
  readonly stale?: boolean | undefined
  /** Stands in the place of totals that could not be read. */
  readonly problem?: ReactNode
}

/** The totals of the whole filtered result, which stay in view below the rows. */
export function TableFoot({ fields, totals, words, context, selectable, stale, problem }: TableFootProps) {
  if (problem)
    return (
      <tfoot>
        <tr>
          <td colSpan={fields.length + (selectable ? 1 : 0)} className="!start-0 !font-normal text-ink-2">
            <div className="sticky start-3 w-fit">{problem}</div>
          </td>
        </tr>
      </tfoot>
    )
  if (!totals) return null
  const first = fields.findIndex((field) => totals[field.name] !== undefined)
  return (
    <tfoot>
      <tr>
        {selectable && <td />}
        {fields.map((field, at) => (
          <td key={field.name} className={alignOf(field)}>
            {totals[field.name] !== undefined ? (
              stale ? (
                <Skeleton width="70%" />
              ) : (
                // What is too wide for the cell goes on to its start, over the empty end of the cell before.
                <div className={cx('flex', alignOf(field) && 'justify-end')}>
                  <span>
                    {words?.[field.name]} {renderCell(totals[field.name], field, context)}
                  </span>
                </div>
              )
            ) : at === 0 && first > 0 ? (
              'Total'
            ) : null}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
