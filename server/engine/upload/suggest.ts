import type { Field, Screen } from '#src/definition'
import { bareHeading } from '../export.ts'
import { headingsOf } from '../export-again.ts'
import type { FormatBody, Mapping } from './format.ts'
import { freely } from './reading.ts'
import type { FileColumn } from './seen.ts'
import { markAsExported, stylesRead } from './style-questions.ts'
import type { UploadRecord } from './upload-record.ts'
import { decimalTold, guessStyle, orderTold } from './written-style.ts'

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** What the error file adds to the columns of the file: no values of a record, when it is corrected and uploaded again. */
export const errorHeadings = ['Row in the file', 'Why rejected'] as const

/** Whether a column is one of those, also where its name was taken and it got a number. */
export const isErrorHeading = (name: string): boolean => {
  const bare = plain(name).replace(/\d+$/, '')
  return errorHeadings.some((heading) => plain(heading) === bare)
}

/** Counts the cells that name fields of a screen, by name, label or alias; each name once. */
export function namesOfFields({ fields, upload }: Screen): (cells: readonly string[]) => number {
  const known = new Set(
    fields.flatMap((field) => [field.name, field.label, ...(upload?.aliases[field.name] ?? [])].map(plain)),
  )
  known.delete('')
  return (cells) => new Set(cells.map(plain).filter((name) => known.has(name))).size
}

/** Edit distance of two short names; stops counting at `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}

/** How well a column fits a field: 3 by name, 2 by label or alias, 1 by nearness, 0 not at all. */
function fit(column: string, field: Field, aliases: readonly string[]): number {
  const name = plain(column)
  if (name === '') return 0
  const bare = field.type === 'dateTime' ? plain(bareHeading(column)) : name
  if ([name, bare].includes(plain(field.name))) return 3
  const others = [field.label, ...aliases].map(plain)
  if (others.includes(name) || others.includes(bare)) return 2
  const allowed = name.length >= 8 ? 2 : name.length >= 5 ? 1 : 0
  return [plain(field.name), ...others].some((other) => other.length >= 5 && distance(name, other, allowed) <= allowed)
    ? 1
    : 0
}

/** A name and what is left of it without the headings above it, which may stand before the name of a column. */
function namesOf(column: string, headerRows: number): string[] {
  const words = column.split(' ')
  return headerRows > 1 ? words.map((_, from) => words.slice(from).join(' ')) : [column]
}

/** Proposes the column of each field that has one: that with the heading our own files give it, then the best fit; no column is given to two fields. */
export function suggestMappings(
  columns: readonly FileColumn[],
  screen: Screen,
  fields: readonly Field[],
  headerRows = 1,
): Mapping[] {
  const headings = new Map([...headingsOf(fields)].map(([heading, field]) => [heading.toLowerCase(), field]))
  const pairs = columns
    .filter(({ name }) => !isErrorHeading(name))
    .flatMap((column) =>
      fields.map((field) => {
        const aliases = screen.upload?.aliases[field.name] ?? []
        // The more of the name fits, the better.
        const scores = namesOf(column.name, headerRows).map((name, at) => fit(name, field, aliases) - at / 100)
        const isOwn = headings.get(column.name.toLowerCase()) === field
        return { column: column.name, field: field.name, score: isOwn ? 4 : Math.max(...scores) }
      }),
    )
  const taken = new Set<string>()
  const found = new Map<string, Mapping>()
  for (const { column, field } of pairs.filter((pair) => pair.score > 0).sort((a, b) => b.score - a.score)) {
    if (found.has(field) || taken.has(column)) continue
    taken.add(column)
    found.set(field, { field, source: 'column', column })
  }
  return fields.flatMap((field) => found.get(field.name) ?? [])
}

/** The column with the versions of rows, in a file that was exported to be uploaded again. */
export const versionColumn = (columns: readonly FileColumn[]): string | null =>
  columns.find(({ name }) => /^row[ _]?version$/i.test(name.trim()))?.name ?? null

/** A whole format for a file that nobody made one for; `locale` is the language of whoever sends it, where that is known. */
export function suggestFormat(
  { columns, reading, delimiter, encoding }: Pick<UploadRecord, 'columns' | 'reading' | 'delimiter' | 'encoding'>,
  screen: Screen,
  fields: readonly Field[],
  locale?: string,
): FormatBody {
  const version = versionColumn(columns)
  const read = { ...(reading ?? { ...freely, header_row: 1 }), keep: null, row_version: version }
  const mappings = suggestedMappings({ columns, reading }, screen, fields)
  const { decimal, date_order } = guessedStyle(
    { columns, delimiter, encoding },
    screen,
    { ...read, fields: mappings },
    locale,
  )
  const null_values = version === null ? ['', 'NULL'] : ['']
  return { ...read, decimal, date_order, null_values, escaped: null, fields: mappings }
}

/** The columns of a file by the fields they seem to fill; nothing of how its cells are written matters for it. */
export function suggestedMappings(
  { columns, reading }: Pick<UploadRecord, 'columns' | 'reading'>,
  screen: Screen,
  fields: readonly Field[],
): Mapping[] {
  const version = versionColumn(columns)
  return version === null
    ? suggestMappings(columns, screen, fields, reading?.header_rows)
    : exportedMappings(columns, version, screen, fields)
}

/** How a file seems to be written: as it was exported where it still is so, else as its cells tell, or as is likely. */
function guessedStyle(
  file: Pick<UploadRecord, 'columns' | 'delimiter' | 'encoding'>,
  screen: Screen,
  format: Pick<FormatBody, 'fields' | 'row_version'>,
  locale?: string,
): Pick<FormatBody, 'decimal' | 'date_order'> {
  const { numbers, days } = stylesRead(file.columns, screen, format.fields)
  const { delimiter, encoding } = file
  const { decimal, dateOrder } = guessStyle(numbers, days, { delimiter, encoding, locale })
  return { decimal: markAsExported(file, screen, format) ?? decimal, date_order: dateOrder }
}

/** Whether the numbers or the days of a file can only be read otherwise than a format says. */
export function contradicts(
  format: Pick<FormatBody, 'decimal' | 'date_order' | 'fields' | 'row_version'>,
  file: Pick<UploadRecord, 'columns' | 'delimiter' | 'encoding'>,
  screen: Screen,
): boolean {
  const { numbers, days } = stylesRead(file.columns, screen, format.fields)
  const told = decimalTold(numbers)
  // What was exported comes back by way of many hands: a format made for the one is not taken for the other unasked.
  const decimal = told ?? (format.row_version ? guessedStyle(file, screen, format).decimal : null)
  const order = orderTold(days)
  return (decimal !== null && decimal !== format.decimal) || (order !== null && order !== format.date_order)
}

/** Columns of an exported file by their headings; what was renamed since by nearness. */
function exportedMappings(
  columns: readonly FileColumn[],
  version: string,
  screen: Screen,
  fields: readonly Field[],
): Mapping[] {
  const mappings = suggestMappings(
    columns.filter(({ name }) => name !== version),
    screen,
    fields,
  )
  // What a record need not have may be taken from it; new lines still get the defaults of what it must have.
  const needed = new Set(fields.filter(({ required }) => required).map(({ name }) => name))
  return mappings.map((mapping) => (needed.has(mapping.field) ? mapping : { ...mapping, when_empty: 'null' as const }))
}
