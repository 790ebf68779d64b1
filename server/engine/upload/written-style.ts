import type { TextFormat } from '#src/definition'
import { typedNumber } from '#src/definition/field-types/numbers.ts'
import { isErrorCell } from './error-cells.ts'

/**
 * What the cells of a column tell of how numbers and dates are written: counted over the lines at the head of a file that are
 * sampled for everything else too, the first 500 at most (`sampleRecords`), and over all of them once it matters (whole-style.ts).
 */
export interface WrittenStyle {
  /** Cells that are numbers with one decimal mark only. */
  readonly point: number
  readonly comma: number
  /** The first cell that is a number either way: 1,000 may be a thousand, or one. */
  readonly number?: string
  /** The marks of such cells; not said of files that were received before this was looked at. */
  readonly openMarks?: readonly ('.' | ',')[]
  /** Whether every filled cell is a number in some style. */
  readonly numeric: boolean
  /** Cells that are days in one order only. */
  readonly dayFirst: number
  readonly monthFirst: number
  /** How many cells are days of one of these orders, those included that are the same day in both. */
  readonly days: number
  /** Whether days are written with points, 31.12.2025, which is done where the decimal mark is a comma. */
  readonly dotted: boolean
  /** The first cell that is a day in both orders. */
  readonly day?: string
  /** All lines have been looked at for the one or the other. */
  readonly whole?: 'numbers' | 'days'
}

type NumberKind = 'plain' | 'open' | '.' | ','

const around = /[\s'’%€$£¥]|^[A-Z]{3}|[A-Z]{3}$/gu

/** In which style a cell is a number; null when in none. */
export function numberKind(cell: string, isWorkbook: boolean): NumberKind | null {
  const body = cell
    .trim()
    .replaceAll(around, '')
    .replaceAll('−', '-')
    .replaceAll(/^[-+(]|[-)]$/g, '')
  // Numbers of the workbook itself say nothing of how its texts are written.
  if (/^\d+$/.test(body) || (isWorkbook && typedNumber.test(cell.trim()))) return 'plain'
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(body) ?? []
  if (mark) return 'open'
  if (/^\d{1,3}(,\d{3})+\.\d*$|^\d{1,3}(,\d{3}){2,}$|^\d+\.\d*$|^\.\d+$/.test(body)) return '.'
  return /^\d{1,3}(\.\d{3})+,\d*$|^\d{1,3}(\.\d{3}){2,}$|^\d+,\d*$|^,\d+$/.test(body) ? ',' : null
}

type DayKind = 'day' | 'month' | 'open' | 'same'

/** In which order a cell is a day that begins with its day or its month; null when it is none. */
export function dayKind(cell: string): { readonly kind: DayKind; readonly dotted: boolean } | null {
  const [, one, mark, two] = /^(\d{1,2})([./-])(\d{1,2})\2(?:\d{2}|\d{4})(?![\d./-])/.exec(cell.trim()) ?? []
  if (!mark) return null
  const [first, second] = [Number(one), Number(two)]
  const dotted = mark === '.'
  if (first > 12 || second > 12)
    return first > 12 && second > 12 ? null : { kind: first > 12 ? 'day' : 'month', dotted }
  // Nobody writes the month first with points.
  return { kind: dotted ? 'day' : first === second ? 'same' : 'open', dotted }
}

/** Looks at the sampled cells of a column; undefined when they tell nothing. */
export function writtenStyle(cells: readonly string[], isWorkbook = false): WrittenStyle | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '' && cell !== 'NULL' && !isErrorCell(cell))
  return styleOf(
    filled.map((cell) => ({ cell, times: 1 })),
    isWorkbook,
  )
}

export const noStyle: WrittenStyle = {
  point: 0,
  comma: 0,
  openMarks: [],
  numeric: false,
  dayFirst: 0,
  monthFirst: 0,
  days: 0,
  dotted: false,
}

/** The same of cells that stand for others of their shape, each with how many there are. */
export function styleOf(
  cells: readonly { readonly cell: string; readonly times: number }[],
  isWorkbook: boolean,
): WrittenStyle | undefined {
  const numbers = cells.map(({ cell }) => numberKind(cell, isWorkbook))
  const days = cells.map(({ cell }) => dayKind(cell))
  if (!numbers.some((kind) => kind !== null && kind !== 'plain') && !days.some((day) => day !== null)) return undefined
  const count = (asks: (index: number) => boolean) =>
    cells.reduce((sum, { times }, index) => sum + (asks(index) ? times : 0), 0)
  const open = cells.filter((_, index) => numbers[index] === 'open').map(({ cell }) => cell.trim())
  const day = cells[days.findIndex((found) => found?.kind === 'open')]?.cell
  return {
    point: count((index) => numbers[index] === '.'),
    comma: count((index) => numbers[index] === ','),
    ...(open[0] === undefined ? {} : { number: open[0].slice(0, 60) }),
    openMarks: [...new Set(open.map((cell) => (cell.includes(',') ? ',' : '.')))],
    numeric: numbers.every((kind) => kind !== null),
    dayFirst: count((index) => days[index]?.kind === 'day'),
    monthFirst: count((index) => days[index]?.kind === 'month'),
    days: count((index) => days[index] !== null),
    dotted: days.some((found) => found?.dotted),
    ...(day === undefined ? {} : { day: day.trim().slice(0, 60) }),
  }
}

/** What else tells how a file is written, when its numbers and days do not. */
interface StyleClues {
  readonly delimiter: string | null
  readonly encoding: string | null
  /** The language of whoever sends the file, as browsers name it. */
  readonly locale?: string | undefined
}

const sum = (styles: readonly WrittenStyle[], of: (style: WrittenStyle) => number): number =>
  styles.reduce((total, style) => total + of(style), 0)

/** Which of two is told; null where nothing is, and where both are: one cell in a hundred may be a slip, more are another hand. */
function oneOf<T>(one: T, votes: number, other: T, against: number): T | null {
  if (Math.min(votes, against) * 100 > votes + against || votes === against) return null
  return votes > against ? one : other
}

/** The decimal mark that the cells themselves tell; null when they do not, or contradict each other. */
export const decimalTold = (styles: readonly WrittenStyle[]): '.' | ',' | null =>
  oneOf(
    '.',
    sum(styles, ({ point }) => point),
    ',',
    sum(styles, ({ comma }) => comma),
  )

/** Whether the cells themselves tell that days are written day first, or month first; null when they do not, or contradict each other. */
export const orderTold = (styles: readonly WrittenStyle[]): 'DMY' | 'MDY' | null =>
  oneOf(
    'DMY',
    sum(styles, ({ dayFirst }) => dayFirst),
    'MDY',
    sum(styles, ({ monthFirst }) => monthFirst),
  )

/** What most cells tell, where they contradict each other. */
const decimalOfMost = (styles: readonly WrittenStyle[]): '.' | ',' | null => {
  const lead = sum(styles, ({ point, comma }) => point - comma)
  return lead === 0 ? null : lead > 0 ? '.' : ','
}

const orderOfMost = (styles: readonly WrittenStyle[]): 'DMY' | 'MDY' | null => {
  const lead = sum(styles, ({ dayFirst, monthFirst }) => dayFirst - monthFirst)
  return lead === 0 ? null : lead > 0 ? 'DMY' : 'MDY'
}

function decimalOfLocale(locale: string | undefined): '.' | ',' | null {
  const mark = locale && new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  return mark === '.' || mark === ',' ? mark : null
}

function orderOfLocale(locale: string | undefined): 'DMY' | 'MDY' | null {
  if (!locale) return null
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory' }).formatToParts(0)
  const first = parts.find(({ type }) => type === 'day' || type === 'month')?.type
  return parts[0]?.type === 'year' ? null : first === 'month' ? 'MDY' : 'DMY'
}

/**
 * How numbers and days seem to be written. What is certain goes before what is likely: cells that read one way only, then
 * days with the month first, which only Americans write, the separator of the cells, days with points, and the reader's language.
 */
export function guessStyle(
  numbers: readonly WrittenStyle[],
  days: readonly WrittenStyle[],
  { delimiter, encoding, locale }: StyleClues,
): TextFormat {
  const order = orderOfMost(days)
  const isOpen = numbers.some((style) => style.number !== undefined || style.point > 0 || style.comma > 0)
  const isTyped = encoding === 'XLSX' || encoding === 'EDI X12'
  const likely = (): '.' | ',' => {
    if (!isOpen || isTyped || order === 'MDY') return '.'
    if (delimiter === ';' || delimiter === ',') return delimiter === ';' ? ',' : '.'
    return days.some(({ dotted }) => dotted) ? ',' : (decimalOfLocale(locale) ?? '.')
  }
  const decimal = decimalOfMost(numbers) ?? likely()
  if (!days.some((style) => style.days > 0)) return { decimal, dateOrder: 'YMD' }
  const isEuropean = decimal === ',' || (delimiter === ';' && !isTyped)
  const isSlashed = days.some(({ day }) => day?.includes('/'))
  return {
    decimal,
    dateOrder: order ?? (isEuropean ? 'DMY' : (orderOfLocale(locale) ?? (isSlashed ? 'MDY' : 'DMY'))),
  }
}
