import type { Field } from '#src/definition'
import { useMemo } from 'react'
import { columnWidth } from '#src/widgets/cell-width.ts'
import { fitWidths } from './fit-widths.ts'
import { stretches, type ColumnWidths } from './table-columns.ts'
import { pinnedColumns } from './table-style.ts'

/** The column of boxes to tick, in px. */
export const checkboxWidth = 40
// A sum has some digits more than its lines.
const totalRoom = 18

interface Columns {
  readonly fields: readonly Field[]
  readonly widths: ColumnWidths
  readonly onWidths: (widths: ColumnWidths) => void
  readonly totalled?: Readonly<Record<string, unknown>> | undefined
  readonly pinned?: number
}

/** How wide each column is in the room there is, which of them stay in view, and how one is given another width. */
export function useColumnFit(
  { fields, widths, onWidths, totalled, pinned = 1 }: Columns,
  room: number,
  selectable: boolean,
) {
  const fitted = useMemo(() => {
    const bases = fields.map((field) => {
      const chosen = widths[field.name]
      const total = totalled?.[field.name] === undefined ? 0 : totalRoom
      return { width: chosen ?? columnWidth(field) + total, stretch: chosen === undefined && stretches(field) }
    })
    return fitWidths(bases, room - (selectable ? checkboxWidth : 0))
  }, [fields, widths, room, selectable, totalled])
  const lead = selectable ? [checkboxWidth] : []
  return {
    fitted,
    pins: pinnedColumns([...lead, ...fitted], lead.length + pinned, room),
    resize: (name: string, width: number): void => onWidths({ ...widths, [name]: width }),
  }
}
