import { AppError } from '../../errors.ts'
import { limits } from './limits.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50

/** Refuses an archive whose directory claims parts that unpack to too much, before anything is unpacked. */
export function checkZip(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark) throw damaged()
  const entries = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw damaged()
    const [packedSize, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    unpacked += size
    const bomb = size > 10_000_000 && size > packedSize * limits.expansion
    if (bomb || unpacked > limits.xlsxUnpackedBytes) {
      throw new AppError('TOO_LARGE', { message: 'The workbook unpacks to far more than its size. It was refused.' })
    }
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

const damaged = (): AppError => new AppError('FILE_UNREADABLE', { message: 'The workbook is damaged.' })
