import { createGunzip } from 'node:zlib'
import { Readable, Transform } from 'node:stream'
import { AppError } from '../../errors.ts'
import { ediAsCsv, type TakenEdi } from './edi-source.ts'
import { limits } from './limits.ts'
import { SheetChoice, xlsxAsCsv, type NamesIn } from './xlsx-source.ts'

/** The content of a file as CSV bytes. */
export interface Source {
  readonly chunks: AsyncIterable<Buffer>
  readonly kind: 'csv' | 'xlsx' | 'edi'
  /** How many bytes of the file itself have come in. */
  readonly received: () => number
  /** The sheet that is read, and all there are, once the content is coming; null and none where there are no sheets. */
  readonly sheet: () => string | null
  readonly sheets: () => readonly string[]
  /** What there is to say about the content, once all of it has come. */
  readonly warnings: (above: number) => readonly string[]
}

export interface SourceOptions {
  readonly sheet?: string | null
  /** Finds the sheet to read where none is asked for. */
  readonly namesIn?: NamesIn | null
  /** The EDI files that are taken; every one that can be read where nothing is said. */
  readonly edi?: TakenEdi
  /** Where the whole file lies when its stream has ended; workbooks are read from there. */
  readonly path: string
}

/** Opens a file by its first bytes: XLSX, packed CSV or CSV. What is plainly something else is refused. */
export async function openSource(file: Readable, options: SourceOptions): Promise<Source> {
  let received = 0
  const counted = file.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length
        done(null, chunk)
      },
    }),
  )
  file.on('error', (error) => counted.destroy(error))
  const iterator = counted[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = await headOf(iterator)
  const whole = () => Readable.from(rest(head, iterator))
  const starts = (...bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)
  const plain = { received: () => received, sheet: () => null, sheets: () => [], warnings: () => [] }
  if (starts(0x50, 0x4b)) {
    const sheets = new SheetChoice(options.sheet ?? null, options.namesIn)
    return {
      kind: 'xlsx',
      received: () => received,
      chunks: once(
        () => arrived(iterator, () => received),
        () => xlsxAsCsv(options.path, sheets),
      ),
      sheet: () => sheets.chosen,
      sheets: () => sheets.names,
      warnings: (above) => sheets.warnings(above),
    }
  }
  if (starts(0x1f, 0x8b)) return { ...plain, kind: 'csv', chunks: unpacked(whole(), () => received) }
  if (head.subarray(0, 3).equals(Buffer.from('ISA')) && !/[\w,;\t "]/.test(String.fromCharCode(head[3] ?? 44)))
    return { ...plain, kind: 'edi', chunks: ediAsCsv(whole() as AsyncIterable<Buffer>, options.edi) }
  const other = foreign.find(([bytes]) => starts(...bytes))
  if (other) throw new AppError('WRONG_FILE_TYPE', { message: `${other[1]} Save it as XLSX or CSV.` })
  return { ...plain, kind: 'csv', chunks: whole() as AsyncIterable<Buffer> }
}

const foreign: readonly (readonly [readonly number[], string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old or an encrypted Excel file.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'This is a 7-Zip archive.'],
  [[0x52, 0x61, 0x72, 0x21], 'This is a RAR archive.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture.'],
  [[0xff, 0xd8, 0xff], 'This is a picture.'],
]

/** At least four bytes, so that the file can be told by them. */
async function headOf(iterator: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 4) {
    const { value, done } = await iterator.next()
    if (done) return head
    head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  return head
}

async function* rest(head: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (;;) {
    const { value, done } = await iterator.next()
    if (done) return
    yield value
  }
}

/** What can be read only when all of the file is there. */
async function* once(ready: () => Promise<void>, content: () => AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  await ready()
  yield* content()
}

async function arrived(iterator: AsyncIterator<Buffer>, received: () => number): Promise<void> {
  while ((await iterator.next()).done !== true) {
    if (received() > limits.xlsxBytes) {
      const most = limits.xlsxBytes / 1_000_000
      throw new AppError('TOO_LARGE', { message: `A workbook may have at most ${most} MB. Save it as CSV.` })
    }
  }
}

async function* unpacked(packed: Readable, received: () => number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 })
  packed.on('error', (error) => gunzip.destroy(error))
  packed.pipe(gunzip)
  let bytes = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limits.unpackedBytes || (bytes > 10_000_000 && bytes > received() * limits.expansion))
        throw tooLarge()
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('FILE_UNREADABLE', { message: 'The packed file is damaged.', cause: error })
  } finally {
    gunzip.destroy()
  }
}

/** Content that grows beyond all measure while it is unpacked. */
export const tooLarge = (): AppError =>
  new AppError('TOO_LARGE', { message: 'The file unpacks to far more than its size. It was refused.' })
