import { createReadStream } from 'node:fs'
import { Utf8Decoder } from '#server/engine/upload/encoding.ts'
import { detectDelimiter, headerMisfit, headerNames, sampleRecords } from '#server/engine/upload/dialect.ts'
import { openSource } from '#server/engine/upload/source.ts'
import type { SourceColumn } from './proposal.ts'

const mostBytes = 20_000_000
const mostRows = 20_000

/** The columns of a CSV (packed or not) or XLSX file with their first 20,000 cells; throws an AppError where it cannot be read. */
export async function readColumns(path: string, sheet: string | null): Promise<SourceColumn[]> {
  const { chunks, kind } = await openSource(createReadStream(path), { sheet, path })
  const decoder = new Utf8Decoder()
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(decoder.push(chunk))
    bytes += chunk.length
    if (bytes > mostBytes) break
  }
  const text = Buffer.concat([...parts, decoder.push(Buffer.alloc(0), true)]).toString('utf8')
  const delimiter = kind === 'xlsx' ? ',' : detectDelimiter(text.slice(0, 100_000))
  // The last record may lack its end, which is lent to it.
  const [header = [], ...records] = sampleRecords(text.endsWith('\n') ? text : `${text}\n`, delimiter, mostRows + 1)
  const { names } = headerNames(header)
  const misfit = headerMisfit(names)
  if (misfit !== null) throw new Error(`${path}: ${misfit}`)
  const rows = records.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  return names.map((name, at) => ({ name, cells: rows.map((cells) => cells[at]?.trim() ?? '') }))
}
