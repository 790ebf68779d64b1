import { numberTypes, type Field, type FieldTypeName } from '#src/definition'
import { evened, fractionsOf, type Fractions } from '#src/definition/evened.ts'
import { useEffect, useMemo, useRef } from 'react'
import { cellText } from '#src/widgets/cell-text.ts'
import { brokenHeadingWidth, columnWidth, headingWidth, textWidth } from '#src/widgets/cell-width.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { fitClosely } from './fit-widths.ts'
import { boldPart, keepNeeds, keptNeeds, type Need, type Needs } from './kept-needs.ts'
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
  /** The totals themselves, where they come with the rows. */
  readonly totals?: Readonly<Record<string, unknown>> | null
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
const times: readonly FieldTypeName[] = ['date', 'dateTime']
const measured: ReadonlySet<string> = new Set([...numberTypes, 'text', 'choice', 'flag', 'reference'])
// Nobody reads a longer text in a list.
const longest = 300

// What names the rows, or the record that is referred to, is a code, or no longer than one.
const asCode = 160
const isFirm = (field: Field, at: number, need: number): boolean =>
  field.type === 'reference'
    ? !stretches(field) && need <= asCode
    : at === 0 && field.type === 'text' && (Number(field.max ?? 99) <= 40 || need <= asCode)

// Of a reference that has room for a name the code is read whole, unless it is as long as a text.
function codeOf(field: Field, rows: readonly Row[]): number {
  if (field.type !== 'reference') return 0
  const keys = rows.slice(0, mostLookedAt).map((row) => String(row[field.name] ?? ''))
  if (keys.some((key) => key.includes('@'))) return 0
  return Math.min(asCode, Math.max(0, ...keys.filter(Boolean).map(textWidth)))
}

const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** The widest day or time, whatever the rows hold. */
function timeWidth(field: Field, locale: string): number {
  const samples = months.map((month) => `2028-${month}-28${field.type === 'date' ? '' : 'T20:28:28Z'}`)
  return Math.max(...samples.map((sample) => textWidth(cellText(sample, field, locale))))
}

// Of a narrow reference only the code is drawn, but people are called by their name.
const drawnText = (value: unknown, field: Field, { locale, labels }: Cells, digits: Fractions): string =>
  field.type === 'reference' && !stretches(field) && !String(value).includes('@')
    ? String(value ?? '')
    : evened(cellText(value, field, locale, labels), digits[field.name], locale)

// Words of a choice are told apart at this width.
const leastOfWords = 130
const isTag = (field: Field): boolean => field.choices?.some((choice) => choice.tone) ?? false

function roomOf(field: Field): number {
  if (field.type === 'choice') return isTag(field) ? tagRoom : 0
  return field.type === 'flag' || stretches(field) ? 0 : digitsRoom
}

const headingNeeds = (fields: readonly Field[]): Needs =>
  Object.fromEntries(
    fields.map((field) => [field.name, { need: headingWidth(field), broken: brokenHeadingWidth(field) }]),
  )

/** The widths of what the rows hold; of days and times, which are known without rows, alone where there are none. */
function needsOf({ fields, totalled, totals }: Columns, rows: readonly Row[], context: Cells): Needs {
  const digits = fractionsOf(fields, rows)
  const needs = fields.flatMap((field): [string, Need][] => {
    // Its words come later, by a call of their own: what the rows hold would be far too narrow for them.
    if (field.offers) return []
    const isTime = times.includes(field.type)
    if (!isTime && (rows.length === 0 || !(stretches(field) || measured.has(field.type)))) return []
    const extra = totalOf(totalled, field) + roomOf(field)
    const texts = isTime
      ? timeWidth(field, context.locale)
      : rows.slice(0, mostLookedAt).reduce((most, row) => {
          const text = drawnText(row[field.name], field, context, digits)
          return Math.max(most, textWidth(text.slice(0, longest)) + extra)
        }, 0)
    const total = totals?.[field.name] ?? null
    const whole = total === null ? 0 : Math.ceil(boldPart * textWidth(cellText(total, field, context.locale)))
    const widest = Math.max(texts, whole)
    const code = codeOf(field, rows)
    return [
      [
        field.name,
        {
          need: Math.max(widest, headingWidth(field)),
          broken: Math.max(widest, brokenHeadingWidth(field)),
          ...(code > 0 && { code }),
        },
      ],
    ]
  })
  return Object.fromEntries(needs)
}

interface Known {
  readonly fields: readonly Field[]
  readonly needs: Needs
  /** The table was drawn before its rows were there. */
  readonly late: boolean
  /** Nobody has seen these columns with rows on this device. */
  readonly fresh: boolean
}

/**
 * What the columns that could give some of their room need for the rows; kept while one turns the pages. Where the table is
 * drawn before its rows are there it stays as it is when they come, so that nothing moves; the next time it is known. Only of
 * columns that were never seen the rows decide when they come: their headings are not readable before.
 */
function useNeeds(columns: Columns): Pick<Known, 'needs' | 'fresh'> {
  const { label = '', fields, rows, context } = columns
  const known = useRef<Known | null>(null)
  if (known.current?.fields !== fields) known.current = null
  if (rows === undefined || !context) return none
  if (rows === null) {
    if (!known.current) {
      const kept = keptNeeds(label)
      const fresh = !fields.some(({ name }) => kept[name])
      known.current = { fields, needs: { ...needsOf(columns, [], context), ...kept }, late: true, fresh }
    }
  } else if (rows.length === 0) {
    if (!known.current) {
      // Where it was never seen nothing is to be read but the headings, and what comes later is not bound by them.
      const kept = keptNeeds(label)
      const fresh = !fields.some(({ name }) => kept[name])
      const needs = { ...(fresh ? headingNeeds(fields) : {}), ...needsOf(columns, [], context), ...kept }
      known.current = { fields, needs, late: true, fresh }
    }
  } else if (!known.current || known.current.late) {
    const found = needsOf(columns, rows, context)
    keepNeeds(label, found)
    const needs = known.current?.fresh === false ? known.current.needs : found
    known.current = { fields, needs, late: false, fresh: false }
  }
  return known.current ?? none
}

/** Totals that come behind the rows move no column; where one is wider than its column, the next look at the table has the room for it. */
function useKeptTotals({ label = '', fields, totals, context }: Columns): void {
  useEffect(() => {
    // Nothing waits for it.
    if (totals && context)
      void import('./keep-totals.ts').then((kept) => kept.keepTotals(label, fields, totals, context))
  }, [label, fields, totals, context])
}

const none = { needs: {}, fresh: false }

/** How wide each column is in the room there is, which of them stay in view, and how one is given another width. */
export function useColumnFit(columns: Columns, room: number, selectable: boolean) {
  const { fields, widths, onWidths, totalled, pinned = 1 } = columns
  const { needs, fresh } = useNeeds(columns)
  useKeptTotals(columns)
  const { fitted, isClose } = useMemo(() => {
    const bases = fields.map((field, at) => {
      const chosen = widths[field.name]
      if (chosen !== undefined) return { width: chosen, stretch: false, chosen: true }
      const [width, known] = [columnWidth(field) + totalOf(totalled, field), needs[field.name]]
      const stretch = stretches(field)
      if (known === undefined) return { width, stretch }
      const isWhole = numberTypes.has(field.type) || times.includes(field.type)
      return {
        width,
        stretch,
        need: known.need,
        broken: known.broken,
        ...(field.type === 'choice' && !isTag(field) ? { leastWidth: leastOfWords } : {}),
        heading: Math.max(brokenHeadingWidth(field), known.code ?? 0),
        firm: isWhole || isFirm(field, at, known.need),
      }
    })
    return fitClosely(bases, room - (selectable ? checkboxWidth : 0))
  }, [fields, widths, room, selectable, totalled, needs])
  const lead = selectable ? [checkboxWidth] : []
  return {
    fitted,
    /** The sides of the cells give some of their room. */
    isClose,
    /** The rows are on their way, and the widths wait for them. */
    isOpen: fresh && columns.rows === null,
    pins: pinnedColumns([...lead, ...fitted], lead.length + pinned, room),
    resize: (name: string, width: number): void => onWidths({ ...widths, [name]: width }),
  }
}
