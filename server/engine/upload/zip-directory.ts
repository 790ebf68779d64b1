import { inflateRawSync } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { limits } from './limits.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

/** A part of an archive, as its directory tells it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** The parts of an archive; refuses one whose directory claims parts that unpack to too much, before anything is unpacked. */
export function readDirectory(bytes: Buffer): ZipEntry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  const entries: ZipEntry[] = []
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw damaged()
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const nameLength = bytes.readUInt16LE(at + 28)
    unpacked += size
    const bomb = size > 10_000_000 && size > packed * limits.expansion
    if (bomb || unpacked > limits.xlsxUnpackedBytes) throw bombed()
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed,
      size,
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The content of one part, at most `most` bytes of it. */
export function unpackEntry(bytes: Buffer, { method, packed, offset }: ZipEntry, most: number): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localMark) throw damaged()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === 0) return content
  if (method !== 8) throw damaged()
  try {
    return inflateRawSync(content, { maxOutputLength: most })
  } catch (error) {
    if (error instanceof RangeError) throw bombed(error)
    throw damaged(error)
  }
}

const bombed = (cause?: unknown): AppError =>
  new AppError('TOO_LARGE', { message: 'The workbook unpacks to far more than its size. It was refused.', cause })

const damaged = (cause?: unknown): AppError =>
  new AppError('FILE_UNREADABLE', { message: 'The workbook is damaged.', cause })
