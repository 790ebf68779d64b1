import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { AppError } from '../../errors.ts'
import type { Database, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { unescapeFormula } from '../formula-escape.ts'
import { CsvScanner } from './csv-scanner.ts'
import {
  detectDelimiter,
  guessHeaderRow,
  headerMisfit,
  headerNames,
  headingOf,
  isBinary,
  printable,
  bareColumns,
  sampleRecords,
} from './dialect.ts'
import type { TakenEdi } from './edi-source.ts'
import { Utf8Decoder } from './encoding.ts'
import { shownCell } from './error-cells.ts'
import { limits } from './limits.ts'
import { holdsNonCharacter } from './non-characters.ts'
import { isDelimiter, type FoundReading, type Reading } from './reading.ts'
import { guessForm, guessType, type FileColumn } from './seen.ts'
import { openSource, type Source } from './source.ts'
import type { NamesIn } from './xlsx-source.ts'
import { writtenStyle } from './written-style.ts'
import { createStaging, problemsTable, stagingTable } from './staging-table.ts'

export interface StageOptions {
  readonly uploadId: number
  /** Where the file is kept. */
  readonly path: string
  readonly organizationId: number
  readonly reading: Reading
  /** What names columns of the screen, so that the right sheet of a workbook is read. */
  readonly namesIn: NamesIn
  readonly edi: TakenEdi
  readonly signal: AbortSignal
  /** Last part of the transaction that holds the lines. */
  readonly finish: (owner: Tx, staged: Staged) => Promise<void>
}

export interface Staged {
  readonly columns: readonly FileColumn[]
  readonly delimiter: string
  readonly encoding: string
  readonly sheet: string | null
  /** Names of the sheets of a workbook. */
  readonly sheets: readonly string[]
  readonly reading: FoundReading
  readonly rows: number
  readonly has_odd: boolean
  readonly problems: number
  readonly bytes: number
  readonly warnings: readonly string[]
}

interface Head {
  readonly names: readonly string[]
  readonly warnings: readonly string[]
  readonly samples: readonly (readonly string[])[]
  /** The columns with sampled cells outside of quotation marks. */
  readonly bare: ReadonlySet<number>
  readonly delimiter: string
  readonly headerRow: number
  /** Rows above the data. */
  readonly skip: number
  readonly scanner: CsvScanner
}

/** Receives a file into its staging table while it comes in; at no time is more than a few chunks of it in memory. */
export async function stageFile(db: Database, file: Readable, options: StageOptions): Promise<void> {
  const { reading } = options
  const source = await openSource(file, {
    sheet: reading.sheet,
    namesIn: options.namesIn,
    edi: options.edi,
    path: options.path,
  })
  const decoder = new Utf8Decoder(source.kind !== 'csv' ? 'UTF-8' : (reading.encoding ?? undefined))
  const chunks = source.chunks[Symbol.asyncIterator]()
  try {
    await stageChunks(db, source, chunks, decoder, options)
  } finally {
    await chunks.return?.()
  }
}

async function stageChunks(
  db: Database,
  source: Source,
  chunks: AsyncIterator<Buffer>,
  decoder: Utf8Decoder,
  options: StageOptions,
): Promise<void> {
  const { reading } = options
  const { text, broken, ended } = await readHead(chunks, decoder)
  if (source.kind === 'csv' && isBinary(text)) throw noText()
  const head = readHeader(text, source.kind === 'csv' ? reading : { ...reading, delimiter: ',' }, source.kind)
  const scanner = head.scanner
  let hasNonCharacter = false
  await db.system(async (tx) => {
    await createStaging(tx, options.uploadId, options.organizationId, head.names.length)
    const copy = openCopy(tx, options.uploadId)
    try {
      hasNonCharacter = holdsNonCharacter(text)
      await copy.write(scanner.push(text, ended, broken))
      for (let done = ended; !done;) {
        options.signal.throwIfAborted()
        const next = await chunks.next()
        done = next.done === true
        const bytes = decoder.push(done ? Buffer.alloc(0) : next.value, done)
        hasNonCharacter ||= holdsNonCharacter(bytes)
        await copy.write(scanner.push(bytes, done, decoder.broken))
      }
      await copy.end()
    } catch (error) {
      copy.stop()
      throw error
    }
    await saveProblems(tx, options.uploadId, scanner)
    await options.finish(tx, {
      columns: fileColumns(head, hasNonCharacter, source.kind === 'xlsx'),
      delimiter: head.delimiter,
      encoding: source.kind === 'xlsx' ? 'XLSX' : source.kind === 'edi' ? 'EDI X12' : decoder.encoding,
      sheet: source.sheet(),
      sheets: source.sheets(),
      reading: { ...reading, header_row: head.headerRow },
      rows: scanner.rows,
      has_odd: scanner.hasOdd,
      problems: scanner.problemCount,
      bytes: source.received(),
      warnings: [...head.warnings, ...source.warnings(head.skip)],
    })
  })
}

const noText = (): AppError =>
  new AppError('WRONG_FILE_TYPE', { message: 'This is no text and no workbook. Save it as XLSX or CSV.' })

async function readHead(
  chunks: AsyncIterator<Buffer>,
  decoder: Utf8Decoder,
): Promise<{ text: Buffer; broken: boolean; ended: boolean }> {
  const parts: Buffer[] = []
  let [length, broken, ended] = [0, false, false]
  while (length < limits.headBytes && !ended) {
    const next = await chunks.next()
    ended = next.done === true
    const part = decoder.push(ended ? Buffer.alloc(0) : next.value, ended)
    broken ||= decoder.broken
    length += part.length
    parts.push(part)
  }
  return { text: Buffer.concat(parts), broken, ended }
}

function readHeader(bytes: Buffer, reading: Reading, kind: Source['kind']): Head {
  const text = bytes.toString('utf8', 0, limits.headBytes)
  // Excel names the delimiter in a first line of its own.
  const named = /^sep=(.)\r?\n/.exec(text)
  const first = named ? 1 : 0
  const known = named && isDelimiter(named[1]!) ? named[1] : undefined
  const delimiter = reading.delimiter ?? known ?? detectDelimiter(text)
  const records = sampleRecords(text, delimiter)
  const headerRow = reading.header_row ?? guessHeaderRow(records.slice(first))
  const start = first + Math.max(0, headerRow - 1)
  const skip = headerRow === 0 ? first : start + reading.header_rows
  const found = headingOf(records.slice(start, start + reading.header_rows)).map(shownCell)
  const cells = kind === 'csv' ? found.map(unescapeFormula) : found
  const header = headerNames(headerRow === 0 ? cells.map((_, index) => `Column ${index + 1}`) : cells)
  const misfit = headerMisfit(cells.some((cell) => cell.trim() !== '') ? header.names : [])
  if (misfit) throw new AppError('FILE_UNREADABLE', { message: `${misfit}.` })
  const samples = header.names.map((_, index) => records.slice(skip).map((record) => record[index] ?? ''))
  const scanner = new CsvScanner({ delimiter: delimiter.charCodeAt(0), skip, forms: samples.map(guessForm) })
  const bare = bareColumns(text, delimiter, skip)
  return { ...header, samples, bare, delimiter, headerRow, skip, scanner }
}

/** COPY with the pace of the database: `write` waits until its bytes are on their way. */
function openCopy(tx: Tx, uploadId: number) {
  // The next lines are read while the database takes these.
  const stream = tx.client.query(
    copyFrom(`copy ${stagingTable(uploadId).sql} from stdin (format binary, freeze)`, { highWaterMark: 1_048_576 }),
  )
  let failure: Error | undefined
  let resume = () => {}
  stream.on('error', (error: Error) => (failure = error))
  for (const event of ['drain', 'close', 'error']) stream.on(event, () => resume())
  return {
    write: async (buffers: readonly Buffer[]) => {
      for (const buffer of buffers) {
        if (failure) throw failure
        if (!stream.write(buffer)) await new Promise<void>((resolve) => (resume = resolve))
        // A file that is all there would be read on and on without a look at what the database can take, and at other calls.
        await nextTurn()
      }
    },
    end: async () => {
      if (failure) throw failure
      const finished = once(stream, 'finish')
      stream.end()
      await finished
    },
    stop: () => {
      stream.destroy(new Error('The file was not received to its end'))
    },
  }
}

async function saveProblems(tx: Tx, uploadId: number, { problems }: CsvScanner): Promise<void> {
  if (problems.length === 0) return
  const [lines, reasons, texts] = [
    problems.map(({ line }) => line),
    problems.map(({ reason }) => reason),
    problems.map(({ text }) => text),
  ]
  await tx.query(
    sql`insert into ${problemsTable(uploadId)} select * from unnest(${lines}::int[], ${reasons}::text[], ${texts}::text[])`,
  )
}

function fileColumns(
  { names, samples, bare, scanner }: Head,
  hasNonCharacter: boolean,
  isWorkbook: boolean,
): FileColumn[] {
  return names.map((name, index) => {
    const cells = samples[index] ?? []
    const form = guessForm(cells)
    const written = writtenStyle(cells, isWorkbook)
    return {
      name,
      samples: [...new Set(cells.filter((cell) => cell !== '').map(shownCell))]
        .slice(0, 5)
        .map((cell) => printable(cell, 120)),
      type: guessType(cells, form),
      seen: {
        form,
        bytes: scanner.seen.bytes[index]!,
        whole: scanner.seen.whole[index]!,
        fraction: scanner.seen.fraction[index]!,
        signed: scanner.seen.signed[index] === 1,
        ...(hasNonCharacter ? { hasNonCharacter } : {}),
      },
      nulls: scanner.seen.nulls[index] === 1,
      empty: scanner.seen.empty[index]!,
      ascending: scanner.isAscending(index),
      errors: scanner.errors.has(index),
      ...(written ? { written } : {}),
      ...(bare.has(index) ? { bare: true } : {}),
    }
  })
}
