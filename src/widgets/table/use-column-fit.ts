import type { Field } from '#src/definition'
import { useMemo, useRef } from 'react'
import { cellText } from '#src/widgets/cell-text.ts'
import { columnWidth, headingWidth, textWidth } from '#src/widgets/cell-width.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { fitWidths } from './fit-widths.ts'
import { stretches, type ColumnWidths, type Row } from './table-columns.ts'
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
  /** What the columns are to show, where it is known. */
  readonly rows?: readonly Row[] | null
  readonly context?: Pick<CellContext, 'locale' | 'labels'>
}

// Those in view tell enough.
const mostLookedAt = 50
// The padding and the dot of a state.
const tagRoom = 16
// Nobody reads a longer text in a list.
const longest = 300

// What names the rows is a code, or no longer than one.
const asCode = 160
const isFirm = (field: Field, at: number, need: number): boolean =>
  at === 0 && field.type === 'text' && (Number(field.max ?? 99) <= 40 || need <= asCode)

/** What the columns that could give some of their room need for the rows; kept while one turns the pages. */
function useNeeds({ fields, rows, context }: Columns): Readonly<Record<string, number>> {
  const known = useRef<{ fields: readonly Field[]; needs: Readonly<Record<string, number>> } | null>(null)
  if (known.current?.fields !== fields) known.current = null
  if (!known.current && rows && rows.length > 0 && context) {
    const needs = fields
      .filter((field) => stretches(field) || field.type === 'choice')
      .map((field): [string, number] => {
        const texts = rows
          .slice(0, mostLookedAt)
          .map((row) => cellText(row[field.name], field, context.locale, context.labels))
        const room = field.type === 'choice' ? tagRoom : 0
        return [
          field.name,
          texts.reduce((most, text) => Math.max(most, textWidth(text.slice(0, longest)) + room), headingWidth(field)),
        ]
      })
    known.current = { fields, needs: Object.fromEntries(needs) }
  }
  return known.current?.needs ?? none
}

const none: Readonly<Record<string, number>> = {}

/** How wide each column is in the room there is, which of them stay in view, and how one is given another width. */
export function useColumnFit(columns: Columns, room: number, selectable: boolean) {
  const { fields, widths, onWidths, totalled, pinned = 1 } = columns
  const needs = useNeeds(columns)
  const fitted = useMemo(() => {
    const bases = fields.map((field, at) => {
      const chosen = widths[field.name]
      const total = totalled?.[field.name] === undefined ? 0 : totalRoom
      if (chosen !== undefined) return { width: chosen, stretch: false }
      const [width, need] = [columnWidth(field) + total, needs[field.name]]
      const stretch = stretches(field)
      return need === undefined ? { width, stretch } : { width, stretch, need, firm: isFirm(field, at, need) }
    })
    return fitWidths(bases, room - (selectable ? checkboxWidth : 0))
  }, [fields, widths, room, selectable, totalled, needs])
  const lead = selectable ? [checkboxWidth] : []
  return {
    fitted,
    pins: pinnedColumns([...lead, ...fitted], lead.length + pinned, room),
    resize: (name: string, width: number): void => onWidths({ ...widths, [name]: width }),
  }
}
