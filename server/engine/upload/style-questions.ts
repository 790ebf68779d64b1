import { numberTypes, plainText, type Field, type Screen } from '#src/definition'
import { columnsOf } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { readDay } from '#src/definition/field-types/date.ts'
import { readNumber } from '#src/definition/field-types/numbers.ts'
import type { FormatBody, Mapping } from './format.ts'
import type { FileColumn } from './seen.ts'
import type { UploadRecord } from './upload-record.ts'
import { decimalTold, orderTold, writtenStyle, type WrittenStyle } from './written-style.ts'

/** A part of how a file is written that its cells do not tell, and how it is read for now. */
interface StyleQuestion {
  readonly about: 'decimal' | 'date_order'
  readonly value: string
  readonly column: string
  readonly cell: string
  readonly message: string
  /** What the cell is by each of the ways it can be read: a plain number, or a day as ISO writes it. */
  readonly readings: readonly { readonly value: string; readonly read: string }[]
}

type StyledFile = Pick<UploadRecord, 'columns' | 'delimiter' | 'encoding'>

const wayOut = 'Change it under How the file is written if that is wrong.'

/** Whether a warning says how an undecided cell is read: it holds for one check only, since the next may read it otherwise. */
export const isStyleWarning = (warning: string): boolean => warning.endsWith(wayOut)

export const isNumber = (field: Field): boolean => numberTypes.has(field.type)
export const isDay = ({ type }: Field): boolean => type === 'date' || type === 'dateTime'

/** Lower-case names of the columns that fill fields of a kind. */
export function columnsFilling(
  screen: Screen,
  mappings: readonly Mapping[],
  asks: (field: Field) => boolean,
): Set<string> {
  const names = mappings.flatMap(({ field: name, source, column, formula }) => {
    const field = screen.fields.find((candidate) => candidate.name === name)
    if (!field || !asks(field)) return []
    if (source === 'column') return [column!]
    return source === 'formula' ? columnsOf(parseExpression(formula!)) : []
  })
  return new Set(names.map((name) => name.trim().toLowerCase()))
}

interface Read {
  readonly column: FileColumn
  readonly style: WrittenStyle
}

/** The columns that tell of numbers, those of days, and of these the ones that a format reads as such. */
function columnsRead(columns: readonly FileColumn[], screen: Screen, mappings: readonly Mapping[]) {
  const known: Read[] = columns.flatMap((column) => {
    // Files that were received before cells were counted have a few samples.
    const style = column.written ?? writtenStyle(column.samples)
    return style ? [{ column, style }] : []
  })
  const filling = (asks: (field: Field) => boolean) => {
    const names = columnsFilling(screen, mappings, asks)
    return known.filter(({ column }) => names.has(column.name.toLowerCase()))
  }
  const [numbers, days, all] = [filling(isNumber), filling(isDay), filling(() => true)]
  // What fills nothing tells as much where nothing else does, as long as it is nothing but numbers or days; a code with a point in it tells nothing.
  const others = known.filter((read) => !all.includes(read))
  const decide = numbers.some(({ style }) => style.point + style.comma > 0)
  const decideDays = days.some(({ style }) => style.dayFirst + style.monthFirst > 0)
  return {
    numbers,
    days,
    tellingNumbers: decide ? numbers : [...numbers, ...others.filter(({ style }) => style.numeric)],
    tellingDays: decideDays ? days : [...days, ...others.filter(({ style }) => style.days > 0)],
  }
}

const stylesOf = (reads: readonly Read[]): WrittenStyle[] => reads.map(({ style }) => style)

/** What the columns of a file tell of its numbers and its days. */
export function stylesRead(columns: readonly FileColumn[], screen: Screen, mappings: readonly Mapping[]) {
  const { tellingNumbers, tellingDays } = columnsRead(columns, screen, mappings)
  return { numbers: stylesOf(tellingNumbers), days: stylesOf(tellingDays) }
}

/**
 * The decimal mark of a file that is as it was exported to come back: all of its cells stand in quotation marks then, which no spreadsheet
 * writes around numbers when it saves the file again, with our separator and with no other mark than ours. Null for any other file.
 */
export function markAsExported(
  { columns, delimiter, encoding }: StyledFile,
  screen: Screen,
  { fields, row_version: version }: Pick<FormatBody, 'fields' | 'row_version'>,
): '.' | ',' | null {
  const mark = delimiter === ',' ? '.' : delimiter === ';' ? ',' : null
  if (!version || mark === null || encoding === 'XLSX' || columns.some(({ bare }) => bare)) return null
  const isOurs = ({ point, comma, openMarks = [] }: WrittenStyle): boolean =>
    (mark === '.' ? comma : point) === 0 && openMarks.every((open) => open === mark)
  return columnsRead(columns, screen, fields).numbers.every(({ style }) => isOurs(style)) ? mark : null
}

/** What a format had to decide about a file whose cells can be read in two ways, each with an example. */
export function styleQuestions(
  file: StyledFile,
  screen: Screen,
  format: Pick<FormatBody, 'decimal' | 'date_order' | 'fields' | 'row_version'>,
): StyleQuestion[] {
  if (file.encoding === 'EDI X12') return []
  const { numbers, days, tellingNumbers, tellingDays } = columnsRead(file.columns, screen, format.fields)
  const questions: StyleQuestion[] = []
  const ask = (about: StyleQuestion['about'], { name }: FileColumn, cell: string) => {
    const readings = about === 'decimal' ? numberReadings(cell) : dayReadings(cell)
    const now = readings.find(({ value }) => value === format[about])
    if (!now) return
    const words = about === 'decimal' ? numberWords(cell, now) : dayWords(cell, now)
    questions.push({
      about,
      value: format[about],
      column: name,
      cell,
      message: `${name}: ${words}. ${wayOut}`,
      readings,
    })
  }
  const mark = decimalTold(stylesOf(tellingNumbers)) ?? markAsExported(file, screen, format)
  // A column whose own cells tell otherwise than most of the file has not decided either.
  const number = numbers.find(
    ({ style }) => style.number !== undefined && (decimalTold([style]) ?? mark) !== format.decimal,
  )
  if (number?.style.number) ask('decimal', number.column, number.style.number)
  const order = orderTold(stylesOf(tellingDays))
  const day = days.find(({ style }) => style.day !== undefined && (orderTold([style]) ?? order) !== format.date_order)
  if (day?.style.day) ask('date_order', day.column, dayOf(day.style.day))
  return questions
}

type Style = Pick<FormatBody, 'decimal' | 'date_order'>

/**
 * Why a file that nobody made a format for is not taken by a call, and what it wants sent with it: with nobody there to see how its
 * cells are read, amounts that may be a thousand times too small, or days in the wrong month, are worse than none.
 */
export function undecidedStyles(
  file: StyledFile,
  screen: Screen,
  format: Parameters<typeof styleQuestions>[2],
  told: Partial<Style>,
  wanted: Readonly<Record<StyleQuestion['about'], string>>,
): string[] {
  return styleQuestions(file, screen, format)
    .filter(({ about }) => told[about] === undefined)
    .map(({ about, column, cell }) =>
      about === 'decimal'
        ? `${column}: ${cell} may have a mark of thousands or of decimals. Send ${wanted.decimal}.`
        : `${column}: ${cell} may have its day or its month first. Send ${wanted.date_order}.`,
    )
}

type Reading = StyleQuestion['readings'][number]

function numberReadings(cell: string): Reading[] {
  const bare = cell.replaceAll(/[%€$£¥]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
  return (['.', ','] as const).flatMap((decimal) => {
    const number = readNumber(bare, { ...plainText, decimal })
    return number === null ? [] : [{ value: decimal, read: number.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') }]
  })
}

function numberWords(cell: string, { value, read }: Reading): string {
  const mark = cell.includes(',') ? ',' : '.'
  const name = mark === ',' ? 'comma' : 'point'
  return `${cell} is read as ${read}, the ${name} ${mark === value ? 'marking the decimals' : 'separating thousands'}`
}

/** The day of a cell that may have a time behind it. */
const dayOf = (cell: string): string => cell.split(/[ T]/, 1)[0]!

const dayReadings = (cell: string): Reading[] =>
  (['DMY', 'MDY', 'YMD'] as const).flatMap((dateOrder) => {
    const read = readDay(cell, { ...plainText, dateOrder })
    return read === null ? [] : [{ value: dateOrder, read }]
  })

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const parts = { DMY: 'day', MDY: 'month', YMD: 'year' }

const dayWords = (cell: string, { value, read }: Reading): string =>
  `${cell} is read as ${longDay.format(new Date(`${read}T00:00:00Z`))}, the ${parts[value as keyof typeof parts]} first`
