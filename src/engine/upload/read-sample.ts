import type { Field, Screen } from '#src/definition'
import { readRecords } from './file-head.ts'
import { uploadFields, type FileColumn, type FormatBody, type Mapping } from './format-body.ts'
import type { Sample } from './sample-file.tsx'

const headBytes = 131_072
const delimiters = [',', ';', '\t', '|']

const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** The delimiter that cuts the first records into the most columns. */
const bestDelimiter = (text: string): string =>
  delimiters
    .map((mark) => ({ mark, width: readRecords(text, mark, 1, true)[0]?.length ?? 0 }))
    .toSorted((a, b) => b.width - a.width)[0]!.mark

function guessedType(samples: readonly string[]): string {
  const filled = samples.filter((text) => text !== '')
  const all = (pattern: RegExp) => filled.length > 0 && filled.every((text) => pattern.test(text))
  if (all(/^-?\d+$/)) return 'integer'
  if (all(/^-?[\d.,]+$/)) return 'decimal'
  return all(/^\d{4}-\d{2}-\d{2}/) || all(/^\d{1,2}[./]\d{1,2}[./]\d{2,4}/) ? 'date' : 'text'
}

const fits = (column: string, field: Field, aliases: readonly string[]): boolean =>
  [field.name, field.label, ...aliases].some((name) => plain(name) === plain(column))

function suggested(screen: Screen, columns: readonly FileColumn[]): Mapping[] {
  return uploadFields(screen).flatMap((field) => {
    const column = columns.find((candidate) => fits(candidate.name, field, screen.upload?.aliases[field.name] ?? []))
    return column ? [{ field: field.name, source: 'column' as const, column: column.name }] : []
  })
}

/** Reads the head of a text file as a sample; null when it has no columns. */
export async function readSample(file: File, format: FormatBody, screen: Screen): Promise<Sample | null> {
  const text = new TextDecoder(format.encoding ?? 'utf-8').decode(await file.slice(0, headBytes).arrayBuffer())
  if (text.includes('\0') || text.trim() === '') return null
  const delimiter = format.delimiter ?? bestDelimiter(text)
  const header = Math.max(1, format.header_row)
  const records = readRecords(text, delimiter, header + 20, file.size <= headBytes)
  const first = records[header - 1]
  if (!first) return null
  const names = first.map((name, index) =>
    format.header_row === 0 ? `Column ${index + 1}` : name.trim() || `Column ${index + 1}`,
  )
  const rows = records.slice(format.header_row === 0 ? 0 : header)
  const columns = names.map((name, index): FileColumn => {
    const samples = [...new Set(rows.map((row) => row[index] ?? ''))].filter((cell) => cell !== '').slice(0, 5)
    return { name, samples, type: guessedType(samples) }
  })
  const lines = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))
  return { name: file.name, columns, lines, suggested: suggested(screen, columns) }
}
