import { isFilled } from '#src/definition/key-part.ts'
import type { Field, Screen, TextFormat } from '#src/definition'

export type Source = 'column' | 'constant' | 'formula' | 'counter'
export type WhenEmpty = 'reject' | 'default' | 'skip_row' | 'null'

/** How one field is filled from a line of the file. */
export interface Mapping {
  readonly field: string
  readonly source: Source
  readonly column?: string
  readonly value?: string
  readonly formula?: string
  /** counter: numbers the lines within these columns. */
  readonly within?: readonly string[]
  readonly when_empty?: WhenEmpty
  readonly default?: string
  readonly value_map?: Readonly<Record<string, string>> | undefined
  /** Values to replace that are kept as qualifiers. */
  readonly qualifier?: string | undefined
}

export interface FormatBody {
  readonly delimiter: string | null
  readonly encoding: string | null
  readonly sheet: string | null
  readonly header_row: number
  /** How many lines the names of the columns are spread over. */
  readonly header_rows: number
  readonly decimal: '.' | ','
  readonly date_order: 'YMD' | 'DMY' | 'MDY'
  readonly null_values: readonly string[]
  /** Lines for which this is false are left out. */
  readonly keep: string | null
  /** By column: cells that stand for others, wherever the column is read. */
  readonly replace?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The column with the version of each row, in a file that was exported to be uploaded again. */
  readonly row_version?: string | null
  /** Whether texts that would be formulas have an apostrophe before them. */
  readonly escaped?: boolean
  readonly fields: readonly Mapping[]
}

/** A format with what is known of the file that it reads; never sent. */
export interface FileFormat extends FormatBody {
  /** The file is a workbook, whose own numbers are written in no style. */
  readonly typed?: boolean
}

/** How the format writes numbers and days. */
export const textFormat = ({ decimal, date_order: dateOrder }: FormatBody): TextFormat => ({ decimal, dateOrder })

/** How the cells of a file are written. */
export const cellFormat = (format: FileFormat): TextFormat => ({
  ...textFormat(format),
  ...(format.typed ? { typed: true } : {}),
})

export interface FileColumn {
  readonly name: string
  readonly samples: readonly string[]
  readonly type: string
  readonly empty?: number
}

export const emptyFormat: FormatBody = {
  delimiter: null,
  encoding: null,
  sheet: null,
  header_row: 1,
  header_rows: 1,
  decimal: '.',
  date_order: 'YMD',
  null_values: ['', 'NULL'],
  keep: null,
  fields: [],
}

/** A stored or suggested body with everything it leaves out. */
export const wholeFormat = (body: Partial<FormatBody> | null | undefined): FormatBody => ({
  ...emptyFormat,
  ...body,
  fields: body?.fields ?? [],
})

/** The fields a functionality can fill, in the order of the definition. */
export const uploadFields = (screen: Screen): Field[] =>
  screen.fields.filter((field) => screen.upload?.fields.includes(field.name) && isFilled(field, screen.upload.upsertOn))

export const mappingOf = (format: FormatBody, field: string): Mapping | undefined =>
  format.fields.find((mapping) => mapping.field === field)

/** Puts, changes or (null) removes the mapping of a field, keeping the order of the definition's fields. */
export function withMapping(format: FormatBody, screen: Screen, field: string, mapping: Mapping | null): FormatBody {
  const others = format.fields.filter((other) => other.field !== field)
  const next = mapping ? [...others, mapping] : others
  const order = screen.upload?.fields ?? []
  return { ...format, fields: next.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) }
}

/** Whether two names of columns mean the same. */
export const sameColumn = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
