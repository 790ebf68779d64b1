import type { SeenColumn } from '#src/definition/field-types/field-type.ts'
import type { WrittenStyle } from './written-style.ts'

export const forms = ['text', 'number', 'day', 'instant'] as const
export type Form = (typeof forms)[number]
export const formCode = { text: 0, number: 1, day: 2, instant: 3 } as const satisfies Record<Form, number>

const plain: readonly (readonly [Form, RegExp])[] = [
  ['number', /^-?\d+(\.\d+)?$/],
  ['day', /^\d{4}-\d{2}-\d{2}$/],
  ['instant', /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/],
]

/** The plain form that nine of ten cells of a sample have; a code with leading zeros is a text. */
export function guessForm(cells: readonly string[]): Form {
  const filled = cells.filter((cell) => cell !== '' && cell !== 'NULL')
  const fitting = plain.find(
    ([, pattern]) => filled.length > 0 && filled.filter((cell) => pattern.test(cell)).length >= 0.9 * filled.length,
  )
  return fitting?.[0] ?? 'text'
}

/** What a column seems to hold, for the people who map it. */
export function guessType(cells: readonly string[], form: Form): 'text' | 'integer' | 'decimal' | 'date' | 'dateTime' {
  const filled = cells.filter((cell) => cell !== '' && cell !== 'NULL')
  if (form === 'day') return 'date'
  if (form === 'instant') return 'dateTime'
  if (form === 'text')
    return filled.length > 0 && filled.every((cell) => /^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(cell)) ? 'date' : 'text'
  if (filled.some((cell) => /^-?0\d/.test(cell))) return 'text'
  return filled.every((cell) => !cell.includes('.')) ? 'integer' : 'decimal'
}

/** A column of a staged file: its name, some of its values, and what was seen of its cells in lines that are not odd. */
export interface FileColumn {
  readonly name: string
  readonly samples: readonly string[]
  readonly type: ReturnType<typeof guessType>
  readonly seen: SeenColumn
  /** Whether cells read NULL, which counts as the column's form. */
  readonly nulls: boolean
  /** How many cells are empty. */
  readonly empty: number
  /** Whether every cell is filled, without outer blanks, and greater than the one before, byte by byte. */
  readonly ascending: boolean
  /** Whether cells hold errors of a spreadsheet (error-cells.ts); not said of files that were received before this was looked at. */
  readonly errors?: boolean
  /** What its cells tell of how numbers and days are written; absent where they tell nothing. */
  readonly written?: WrittenStyle
  /** Some of its cells stand outside of quotation marks, as far as they are sampled. */
  readonly bare?: true
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

const two = (data: Uint8Array, at: number): number => {
  const [tens, ones] = [data[at]!, data[at + 1]!]
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : -1
}

const monthDays = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether ten bytes are an existing day YYYY-MM-DD of the years 1 to 9999. */
export function isDay(data: Uint8Array, at: number): boolean {
  if (data[at + 4] !== 45 || data[at + 7] !== 45) return false
  const [century, year, month, day] = [two(data, at), two(data, at + 2), two(data, at + 5), two(data, at + 8)]
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1 || day > monthDays[month]!) return false
  const whole = century * 100 + year
  return whole > 0 && !(month === 2 && day === 29 && !(whole % 4 === 0 && (whole % 100 !== 0 || whole % 400 === 0)))
}

/** Whether bytes are a day, or a day with a time of five or eight characters behind a blank or T. */
export function isInstant(data: Uint8Array, at: number, length: number): boolean {
  if (length !== 10 && length !== 16 && length !== 19) return false
  if (!isDay(data, at)) return false
  if (length === 10) return true
  const mark = data[at + 10]
  if ((mark !== 32 && mark !== 84) || data[at + 13] !== 58) return false
  const [hours, minutes] = [two(data, at + 11), two(data, at + 14)]
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false
  if (length === 16) return true
  const seconds = two(data, at + 17)
  return data[at + 16] === 58 && seconds >= 0 && seconds <= 59
}
