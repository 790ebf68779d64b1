import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { limits } from './limits.ts'

const [endMark, end64Mark, locator64Mark] = [0x06054b50, 0x06064b50, 0x07064b50]
const [entryMark, localMark] = [0x02014b50, 0x04034b50]
/** Where 32 bits do not suffice, the numbers are elsewhere. */
const elsewhere = 0xffff_ffff
const mostEntries = 10_000
const longestDirectory = 4_000_000

/** A part of an archive, as its directory tells it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** An archive on the disk, read part by part and never as a whole; parts that unpack to too much are refused, whatever the directory claims. */
export class ZipFile {
  readonly entries: readonly ZipEntry[]
  readonly #path: string
  readonly #file: FileHandle
  #unpacked = 0

  private constructor(path: string, file: FileHandle, entries: readonly ZipEntry[]) {
    this.#path = path
    this.#file = file
    this.entries = entries
  }

  /** Opens an archive by its directory; refuses one that claims to unpack to too much, before anything is unpacked. */
  static async open(path: string): Promise<ZipFile> {
    const file = await open(path, 'r')
    try {
      return new ZipFile(path, file, await readDirectory(file))
    } catch (error) {
      await file.close()
      throw error instanceof RangeError ? damaged(error) : error
    }
  }

  /** The part of that name, without regard to case and to the way its folders are written. */
  find(name: string): ZipEntry | undefined {
    const wanted = plainName(name)
    return this.entries.find((entry) => plainName(entry.name) === wanted)
  }

  /** The content of a part, as it is unpacked. */
  async *stream(entry: ZipEntry): AsyncGenerator<Buffer> {
    if (entry.encrypted) throw locked()
    if (entry.packed === 0) return
    const local = await readAt(this.#file, entry.offset, 30)
    if (local.readUInt32LE(0) !== localMark) throw damaged()
    const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
    const packed = createReadStream(this.#path, { start, end: start + entry.packed - 1, highWaterMark: 262_144 })
    if (entry.method !== 0 && entry.method !== 8) throw damaged()
    // Errors reach whoever reads the last stream.
    const content = entry.method === 0 ? packed : pipeline(packed, createInflateRaw({ chunkSize: 65_536 }), () => {})
    let bytes = 0
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length
        this.#unpacked += chunk.length
        if (isBomb(bytes, entry.packed) || this.#unpacked > limits.xlsxUnpackedBytes) throw bombed()
        yield chunk
      }
    } catch (error) {
      throw error instanceof AppError ? error : damaged(error)
    } finally {
      content.destroy()
      packed.destroy()
    }
  }

  /** A small part as text; TOO_LARGE when it is none. */
  async text(entry: ZipEntry, most: number): Promise<string> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of this.stream(entry)) {
      bytes += chunk.length
      if (bytes > most) throw bombed()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead < length) throw damaged()
  return buffer
}

async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endMark) throw damaged()
  let [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count === 0xffff || length === elsewhere || start === elsewhere) {
    if (end < 20 || tail.readUInt32LE(end - 20) !== locator64Mark) throw damaged()
    const end64 = await readAt(file, whole(tail.readBigUInt64LE(end - 12)), 56)
    if (end64.readUInt32LE(0) !== end64Mark) throw damaged()
    ;[count, length, start] = [32, 40, 48].map((at) => whole(end64.readBigUInt64LE(at))) as [number, number, number]
  }
  if (count > mostEntries || length > longestDirectory) throw damaged()
  const directory = await readAt(file, start, length)
  const entries: ZipEntry[] = []
  let [at, unpacked] = [0, 0]
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark) throw damaged()
    const next =
      at + 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw damaged()
    const found = entryAt(directory, at)
    unpacked += found.size
    if (isBomb(found.size, found.packed) || unpacked > limits.xlsxUnpackedBytes) throw bombed()
    entries.push(found)
    at = next
  }
  return entries
}

function entryAt(directory: Buffer, at: number): ZipEntry {
  const nameLength = directory.readUInt16LE(at + 28)
  const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
  const sizes = [24, 20, 42].map((field) => directory.readUInt32LE(at + field))
  const long = longNumbers(directory, at + 46 + nameLength, directory.readUInt16LE(at + 30))
  const [size, packed, offset] = sizes.map((value) => (value === elsewhere ? long() : value)) as [
    number,
    number,
    number,
  ]
  const flags = directory.readUInt16LE(at + 8)
  return { name, method: directory.readUInt16LE(at + 10), encrypted: (flags & 1) === 1, packed, size, offset }
}

/** Numbers of 64 bits in their order, from the extra fields of an entry. */
function longNumbers(directory: Buffer, from: number, length: number): () => number {
  let at = from
  while (at + 4 <= from + length && directory.readUInt16LE(at) !== 1) at += 4 + directory.readUInt16LE(at + 2)
  const end = at + 4 <= from + length ? at + 4 + directory.readUInt16LE(at + 2) : 0
  at += 4
  return () => {
    if (at + 8 > end) throw damaged()
    at += 8
    return whole(directory.readBigUInt64LE(at - 8))
  }
}

function whole(value: bigint): number {
  if (value > 1_000_000_000_000n) throw bombed()
  return Number(value)
}

const isBomb = (size: number, packed: number): boolean => size > 10_000_000 && size > packed * limits.expansion

const bombed = (): AppError =>
  new AppError('TOO_LARGE', { message: 'The workbook unpacks to far more than its size. It was refused.' })

/** What is no workbook any more. */
export const damaged = (cause?: unknown): AppError =>
  new AppError('FILE_UNREADABLE', { message: 'The workbook is damaged.', cause })

const locked = (): AppError => new AppError('FILE_UNREADABLE', { message: 'The workbook is protected by a password.' })
