import { isAscii, isUtf8 } from 'node:buffer'

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252'

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
]

/**
 * Turns the bytes of a file into UTF-8, chunk by chunk. Without a byte order mark the file is UTF-8 until its first bytes
 * that are no UTF-8 decide for Windows-1252; where UTF-8 was seen already, such bytes become U+FFFD.
 */
export class Utf8Decoder {
  #encoding: Encoding | undefined
  #decoder: TextDecoder | undefined
  #rest: Buffer = Buffer.alloc(0)
  #started = false
  /** Whether the chunk that was decoded last held bytes that are no UTF-8. */
  broken = false

  constructor(given?: Encoding) {
    if (given) this.#settle(given)
  }

  /** What the file turned out to be; plain ASCII counts as UTF-8. */
  get encoding(): Encoding {
    return this.#encoding ?? 'UTF-8'
  }

  push(chunk: Buffer, last = false): Buffer {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = Buffer.alloc(0)
    this.broken = false
    return this.#started ? this.#decode(bytes, last) : this.#start(bytes, last)
  }

  #start(bytes: Buffer, last: boolean): Buffer {
    if (bytes.length < 4 && !last) {
      this.#rest = bytes
      return Buffer.alloc(0)
    }
    this.#started = true
    const mark = marks.find(([, start]) => start.every((byte, at) => bytes[at] === byte))
    if (mark) this.#settle(mark[0])
    else if (!this.#encoding) this.#guessUtf16(bytes)
    return this.#decode(mark ? bytes.subarray(mark[1].length) : bytes, last)
  }

  /** Text in UTF-16 without a mark has a zero in every other byte. */
  #guessUtf16(bytes: Buffer): void {
    const head = bytes.subarray(0, 200)
    const zeros = [0, 0]
    for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
    const enough = head.length / 4
    if (zeros[1]! > enough && zeros[0]! === 0) this.#settle('UTF-16LE')
    if (zeros[0]! > enough && zeros[1]! === 0) this.#settle('UTF-16BE')
  }

  #settle(encoding: Encoding): void {
    this.#encoding = encoding
    if (encoding !== 'UTF-8') this.#decoder = new TextDecoder(encoding.toLowerCase(), { ignoreBOM: true })
  }

  #decodeOther(decoder: TextDecoder, bytes: Buffer, last: boolean): Buffer {
    // Without `stream`, Node decodes Windows-1252 as Latin-1.
    const text = decoder.decode(bytes, { stream: true }) + (last ? decoder.decode() : '')
    // Halves of characters; in Windows-1252 every byte is one.
    this.broken = this.#encoding !== 'Windows-1252' && text.includes('\uFFFD')
    return Buffer.from(text)
  }

  #decode(bytes: Buffer, last: boolean): Buffer {
    if (this.#decoder) return this.#decodeOther(this.#decoder, bytes, last)
    const end = last ? bytes.length : wholeCharacters(bytes)
    const whole = bytes.subarray(0, end)
    if (isUtf8(whole)) {
      this.#rest = Buffer.from(bytes.subarray(end))
      if (!this.#encoding && !isAscii(whole)) this.#encoding = 'UTF-8'
      return whole
    }
    // Characters that are UTF-8 before the first bytes that are not tell that these are the mistake.
    if (!this.#encoding) {
      this.#settle(beginsInUtf8(whole) ? 'UTF-8' : 'Windows-1252')
      return this.#decode(bytes, last)
    }
    this.broken = true
    this.#rest = Buffer.from(bytes.subarray(end))
    return Buffer.from(whole.toString('utf8'))
  }
}

/** Whether the first bytes that are no ASCII are a character in UTF-8. */
function beginsInUtf8(bytes: Buffer): boolean {
  const at = bytes.findIndex((byte) => byte > 0x7f)
  const first = bytes[at]!
  return isUtf8(bytes.subarray(at, at + (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2)))
}

/** How many bytes hold whole characters; a sequence that is cut off at the end waits for the next chunk. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
