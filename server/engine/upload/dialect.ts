export const delimiters = [',', ';', '\t', '|'] as const

export type Delimiter = (typeof delimiters)[number]

interface SampledCell {
  readonly text: string
  readonly isQuoted: boolean
}

/** The first records of a text, read leniently; an unfinished record at the end is left out unless it is the only one. */
export const sampleRecords = (text: string, delimiter: string, most = 500): string[][] =>
  sampleCells(text, delimiter, most).map((cells) => cells.map((cell) => cell.text))

/** The columns with cells outside of quotation marks, in these records without the first ones. */
export function bareColumns(text: string, delimiter: string, skip: number): ReadonlySet<number> {
  const bare = new Set<number>()
  for (const cells of sampleCells(text, delimiter, 500).slice(skip)) {
    for (const [index, { text: cell, isQuoted }] of cells.entries()) if (cell !== '' && !isQuoted) bare.add(index)
  }
  return bare
}

function sampleCells(text: string, delimiter: string, most: number): SampledCell[][] {
  const records: SampledCell[][] = []
  let cells: SampledCell[] = []
  let at = 0
  while (at < text.length && records.length < most) {
    const isQuoted = text[at] === '"'
    const [cell, next] = isQuoted ? quotedCell(text, at) : plainCell(text, at, delimiter)
    if (next >= text.length && records.length > 0) break
    cells.push({ text: cell, isQuoted })
    at = next + 1
    if (text[next] === delimiter) continue
    if (text[next] === '\r' && text[next + 1] === '\n') at += 1
    records.push(cells)
    cells = []
  }
  if (cells.length > 0 && records.length === 0) records.push(cells)
  return records
}

function plainCell(text: string, at: number, delimiter: string): [string, number] {
  let end = at
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return [text.slice(at, end), end]
}

function quotedCell(text: string, at: number): [string, number] {
  let end = at + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end < 0) return [text.slice(at + 1), text.length]
    if (text[end + 1] !== '"') break
    end += 2
  }
  return [text.slice(at + 1, end).replaceAll('""', '"'), end + 1]
}

const looked = 65_536
const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]

/** Whether the UTF-8 at the head of a file is what no text is made of: control characters of many kinds, more than one in fifty bytes. */
export function isBinary(head: Uint8Array): boolean {
  const bytes = head.subarray(0, looked)
  const kinds = new Set<number>()
  let found = 0
  for (const byte of bytes) {
    if (byte >= space || byte === tab || byte === lineFeed || byte === carriageReturn) continue
    kinds.add(byte)
    found += 1
  }
  return found * 50 > bytes.length && kinds.size > 4
}

/** The delimiter that cuts the most records into the same number of columns; a comma where none does. */
export function detectDelimiter(head: string): Delimiter {
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of delimiters) {
    const widths = sampleRecords(head, delimiter, 100).map((cells) => cells.length)
    const usual = mostFrequent(widths)
    if (usual < 2) continue
    const score = widths.filter((width) => width === usual).length / widths.length + usual / 1_000
    if (score > bestScore) [best, bestScore] = [delimiter, score]
  }
  return best
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

/** The first characters of a text, as the database can hold them: no NUL, and no half of a character where it is cut. */
export const printable = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replaceAll('\0', '␀')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')

const mostColumns = 1_000
const longestName = 200

export interface Header {
  readonly names: readonly string[]
  readonly warnings: readonly string[]
}

/** Names for the columns of a file: trimmed, empty ones numbered, repeated ones told apart. */
export function headerNames(cells: readonly string[]): Header {
  const warnings: string[] = []
  const used = [...cells]
  while (used.length > 1 && used.at(-1)!.trim() === '') used.pop()
  const taken = new Set<string>()
  const names = used.slice(0, mostColumns + 1).map((cell, index) => {
    const name = printable(cell.trim().replaceAll(/\s+/g, ' '), longestName)
    if (name === '') warnings.push(`Column ${index + 1} has no name`)
    const base = name || `Column ${index + 1}`
    let free = base
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${base} (${count})`
    if (free !== base)
      warnings.push(`The column name "${base}" is used more than once; the later one is called "${free}"`)
    taken.add(free.toLowerCase())
    return free
  })
  return { names, warnings }
}

/** Why a header cannot be taken, in words; null when it can. */
export function headerMisfit(names: readonly string[]): string | null {
  if (names.length > mostColumns) return `The file has more than ${mostColumns} columns`
  return names.length === 0 ? 'The file is empty' : null
}

/** The line that seems to name the columns: the first that is not empty, unless it is a title above a table. */
export function guessHeaderRow(records: readonly (readonly string[])[]): number {
  const filled = records.slice(0, 20).map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  const first = Math.max(
    0,
    filled.findIndex((count) => count > 0),
  )
  const usual = mostFrequent(filled.slice(first + 1).filter((count) => count > 0))
  if (usual < 3 || filled[first]! > 1) return first + 1
  const found = filled.findIndex((count) => count >= usual - 1 && count > 1)
  return (found < 0 ? first : found) + 1
}

/** One heading of several lines: what stands above several columns belongs to each of them. */
export function headingOf(records: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...records.map((cells) => cells.length))
  const lowest = records.at(-1) ?? []
  const lines = records.map((cells, line) => {
    if (line === records.length - 1) return cells
    let last = ''
    return Array.from({ length: width }, (_, index) => {
      const own = cells[index]?.trim() ?? ''
      if (own !== '' || (lowest[index]?.trim() ?? '') === '') last = own
      return last
    })
  })
  return Array.from({ length: width }, (_, index) => [
    ...new Set(lines.map((cells) => cells[index]?.trim() ?? '').filter((cell) => cell !== '')),
  ]).map((parts) => parts.join(' '))
}
