import type { TextFormat } from '#src/definition'
import { isErrorCell } from './error-cells.ts'

/**
 * What the cells of a column tell of how numbers and dates are written: counted over the lines at the head of a file that are
 * sampled for everything else too, the first 500 at most (`sampleRecords`).
 */
export interface WrittenStyle {
  /** Cells that are numbers with one decimal mark only. */
  readonly point: number
  readonly comma: number
  /** The first cell that is a number either way: 1,000 may be a thousand, or one. */
  readonly number?: string
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
  if (/^\d+$/.test(body)) return 'plain'
  const [, mark, last] = /^[1-9]\d{0,2}([.,])(\d{3})$/.exec(body) ?? []
  // A number of a workbook arrives with a point and without zeros at its end; what has them was typed as a text.
  if (mark) return isWorkbook && mark === '.' && !last!.endsWith('0') ? '.' : 'open'
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
  const numbers = filled.map((cell) => numberKind(cell, isWorkbook))
  const days = filled.map(dayKind)
  if (!numbers.some((kind) => kind !== null && kind !== 'plain') && !days.some((day) => day !== null)) return undefined
  const count = (kind: NumberKind) => numbers.filter((other) => other === kind).length
  const countDays = (kind: DayKind) => days.filter((day) => day?.kind === kind).length
  const [number, day] = [filled[numbers.indexOf('open')], filled[days.findIndex((found) => found?.kind === 'open')]]
  return {
    point: count('.'),
    comma: count(','),
    ...(number === undefined ? {} : { number: number.trim().slice(0, 60) }),
    numeric: numbers.every((kind) => kind !== null),
    dayFirst: countDays('day'),
    monthFirst: countDays('month'),
    days: days.filter((found) => found !== null).length,
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

/** The decimal mark that the cells themselves tell; null when they do not. */
export function decimalTold(styles: readonly WrittenStyle[]): '.' | ',' | null {
  const lead = sum(styles, ({ point, comma }) => point - comma)
  return lead === 0 ? null : lead > 0 ? '.' : ','
}

/** Whether the cells themselves tell that days are written day first, or month first; null when they do not. */
export function orderTold(styles: readonly WrittenStyle[]): 'DMY' | 'MDY' | null {
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
  const order = orderTold(days)
  const isOpen = numbers.some((style) => style.number !== undefined || style.point > 0 || style.comma > 0)
  const isTyped = encoding === 'XLSX' || encoding === 'EDI X12'
  const likely = (): '.' | ',' => {
    if (!isOpen || isTyped || order === 'MDY') return '.'
    if (delimiter === ';' || delimiter === ',') return delimiter === ';' ? ',' : '.'
    return days.some(({ dotted }) => dotted) ? ',' : (decimalOfLocale(locale) ?? '.')
  }
  const decimal = decimalTold(numbers) ?? likely()
  if (!days.some((style) => style.days > 0)) return { decimal, dateOrder: 'YMD' }
  const isEuropean = decimal === ',' || (delimiter === ';' && !isTyped)
  const isSlashed = days.some(({ day }) => day?.includes('/'))
  return {
    decimal,
    dateOrder: order ?? (isEuropean ? 'DMY' : (orderOfLocale(locale) ?? (isSlashed ? 'MDY' : 'DMY'))),
  }
}
