import type { Field } from '#src/definition'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { alignOf } from './table-columns.ts'

interface TableSkeletonProps {
  readonly rows: number
  readonly fields: readonly Field[]
  readonly selectable: boolean
}

// Uneven widths look like text; they come from the place, so that they stay the same from one drawing to the next.
const width = (row: number, column: number): string => `${45 + ((row * 7 + column * 13) % 5) * 11}%`

/** Rows in the shape of those to come. */
export function TableSkeleton({ rows, fields, selectable }: TableSkeletonProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true" className="pointer-events-none">
      {selectable && <td />}
      {fields.map((field, column) => (
        <td key={field.name} className={alignOf(field)}>
          <Skeleton width={width(row, column)} />
        </td>
      ))}
    </tr>
  ))
}
