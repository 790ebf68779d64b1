import type { Field, FieldTypeName } from '#src/definition'
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

type Cells = Pick<CellContext, 'locale' | 'labels'>

interface Columns {
  readonly fields: readonly Field[]
  readonly widths: ColumnWidths
  readonly onWidths: (widths: ColumnWidths) => void
  readonly totalled?: Readonly<Record<string, unknown>> | undefined
  readonly pinned?: number
  /** What the columns are to show, where it is known. */
  readonly rows?: readonly Row[] | null
  readonly context?: Cells
  /** What the table is called. */
  readonly label?: string
}

const totalOf = (totalled: Columns['totalled'], { name }: Field): number =>
  totalled?.[name] === undefined ? 0 : totalRoom

// Those in view tell enough.
const mostLookedAt = 50
// The padding and the dot of a state.
const tagRoom = 16
// Numbers and codes of other pages may have some digits more.
const digitsRoom = 17
const numbers: readonly FieldTypeName[] = ['integer', 'decimal', 'money', 'percent']
// Of narrow references only the code is drawn.
const measured: ReadonlySet<FieldTypeName> = new Set([...numbers, 'text', 'choice'])
// Nobody reads a longer text in a list.
const longest = 300

// What names the rows is a code, or no longer than one.
const asCode = 160
const isFirm = (field: Field, at: number, need: number): boolean =>
  at === 0 && field.type === 'text' && (Number(field.max ?? 99) <= 40 || need <= asCode)

type Needs = Readonly<Record<string, number>>

/** What columns of the same table have needed before; rows that come late are drawn in what is known until then. */
const remembered = new Map<string, Needs>()

function needsOf({ fields, totalled }: Columns, rows: readonly Row[], { locale, labels }: Cells): Needs {
  const needs = fields
    .filter((field) => stretches(field) || measured.has(field.type))
    .map((field): [string, number] => {
      const room = field.type === 'choice' ? tagRoom : stretches(field) ? 0 : digitsRoom
      const extra = totalOf(totalled, field) + room
      const texts = rows.slice(0, mostLookedAt).map((row) => cellText(row[field.name], field, locale, labels))
      return [
        field.name,
        texts.reduce((most, text) => Math.max(most, textWidth(text.slice(0, longest)) + extra), headingWidth(field)),
      ]
    })
  return Object.fromEntries(needs)
}

/**
 * What the columns that could give some of their room need for the rows; kept while one turns the pages. Where the table is
 * drawn before its rows are there it stays as it is when they come, so that nothing moves; the next time it is known.
 */
function useNeeds(columns: Columns): Needs {
  const { label = '', fields, rows, context } = columns
  const known = useRef<{ fields: readonly Field[]; needs: Needs; late: boolean } | null>(null)
  if (known.current?.fields !== fields) known.current = null
  if (rows === undefined || !context) return none
  const key = `${label} ${fields.map(({ name }) => name).join()}`
  if (rows === null) known.current ??= { fields, needs: remembered.get(key) ?? none, late: true }
  else if (rows.length > 0 && (!known.current || known.current.late)) {
    const needs = needsOf(columns, rows, context)
    remembered.set(key, needs)
    known.current = { fields, needs: known.current?.needs ?? needs, late: false }
  }
  return known.current?.needs ?? none
}

const none: Needs = {}

/** How wide each column is in the room there is, which of them stay in view, and how one is given another width. */
export function useColumnFit(columns: Columns, room: number, selectable: boolean) {
  const { fields, widths, onWidths, totalled, pinned = 1 } = columns
  const needs = useNeeds(columns)
  const fitted = useMemo(() => {
    const bases = fields.map((field, at) => {
      const chosen = widths[field.name]
      if (chosen !== undefined) return { width: chosen, stretch: false }
      const [width, need] = [columnWidth(field) + totalOf(totalled, field), needs[field.name]]
      const stretch = stretches(field)
      return need === undefined
        ? { width, stretch }
        : { width, stretch, need, firm: numbers.includes(field.type) || isFirm(field, at, need) }
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
