import { formCode, isDay, isInstant, type Form } from './seen.ts'

const [newline, carriage, quote, apostrophe, minus, point] = [10, 13, 34, 39, 45, 46]
const chunkSize = 128 * 1_024

export interface StructuralProblem {
  readonly line: number
  readonly reason: string
  readonly text: string
}

export interface ScannerOptions {
  readonly delimiter: number
  /** Number of leading records that are no data, the header among them. */
  readonly skip: number
  readonly forms: readonly Form[]
  /** Greatest number of bytes of a record. */
  readonly longest?: number
  readonly mostProblems?: number
}

/**
 * Checks the structure of a CSV file byte by byte and hands on `line,odd,<bytes of the record>` for COPY. A record is
 * odd when one of its cells is not of its column's plain form; the statements that read it then take nothing for granted.
 */
export class CsvScanner {
  readonly #delimiter: number
  readonly #columns: number
  readonly #forms: Uint8Array
  readonly #longest: number
  readonly #mostProblems: number
  readonly #kinds = new Uint8Array(256)
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  #skip: number
  #rest: Buffer = Buffer.alloc(0)
  #data: Buffer = Buffer.alloc(0)
  #out: Buffer = Buffer.allocUnsafe(chunkSize)
  #length = 0
  #full: Buffer[] = []
  #skippingLine = false
  #reason: string | null = null
  #rewrite = false
  #odd = false
  #cells = 0
  #line = 0
  #suspicious = false
  rows = 0
  problemCount = 0
  readonly problems: StructuralProblem[] = []
  readonly bytes: Int32Array
  readonly whole: Int32Array
  readonly fraction: Int32Array
  readonly nulls: Uint8Array
  readonly empty: Int32Array
  readonly #descends: Uint8Array
  readonly #last: Buffer[]

  constructor(options: ScannerOptions) {
    const columns = options.forms.length
    this.#delimiter = options.delimiter
    this.#columns = columns
    this.#forms = Uint8Array.from(options.forms, (form) => formCode[form])
    this.#skip = options.skip
    this.#longest = options.longest ?? 1_000_000
    this.#mostProblems = options.mostProblems ?? 10_000
    this.#starts = new Int32Array(columns)
    this.#ends = new Int32Array(columns)
    this.bytes = new Int32Array(columns)
    this.whole = new Int32Array(columns)
    this.fraction = new Int32Array(columns)
    this.nulls = new Uint8Array(columns)
    this.empty = new Int32Array(columns)
    this.#descends = new Uint8Array(columns)
    this.#last = options.forms.map(() => Buffer.alloc(0))
    // 1: ends a cell; 2: makes the record odd; 3: has to be quoted anew; 4: cannot be stored.
    for (let byte = 1; byte < 32; byte += 1) this.#kinds[byte] = 2
    this.#kinds[0] = 4
    this.#kinds[9] = 0
    this.#kinds[quote] = 3
    this.#kinds[newline] = 1
    this.#kinds[carriage] = 1
    this.#kinds[options.delimiter] = 1
  }

  /** Takes the next bytes of UTF-8; `suspicious` ones may hold U+FFFD. Answers what is ready for COPY. */
  push(chunk: Buffer, last = false, suspicious = false): Buffer[] {
    this.#suspicious ||= suspicious
    this.#data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const end = this.#data.length
    let at = 0
    while (at < end) {
      const next = this.#skippingLine ? this.#afterLine(at, end) : this.#record(at, end, last)
      if (next < 0) break
      at = next
    }
    this.#rest = at < end ? Buffer.from(this.#data.subarray(at)) : Buffer.alloc(0)
    if (this.#rest.length === 0) this.#suspicious = false
    if (last) this.#flush()
    const ready = this.#full
    this.#full = []
    return ready
  }

  #afterLine(at: number, end: number): number {
    const next = this.#data.indexOf(newline, at)
    this.#skippingLine = next < 0
    return next < 0 ? end : next + 1
  }

  /** Reads one record from `start`; answers where the next begins, or −1 when it is not whole yet. */
  #record(start: number, end: number, last: boolean): number {
    const data = this.#data
    this.#cells = 0
    this.#reason = null
    this.#rewrite = false
    this.#odd = false
    let at = start
    for (;;) {
      const next = data[at] === quote ? this.#quotedCell(at, end, last) : this.#plainCell(at, end, last)
      if (next === unfinished) return this.#unfinished(start, end, last)
      if (next === neverClosed) return this.#abandon(start, end, 'A quotation mark is opened here and never closed')
      at = next
      if (at < end && data[at] === this.#delimiter) {
        at += 1
        if (at < end) continue
        if (!last) return this.#unfinished(start, end, last)
        this.#cell(at, at)
      }
      break
    }
    const recordEnd = at
    if (data[at] === carriage) {
      if (at + 1 >= end && !last) return -1
      at += data[at + 1] === newline ? 2 : 1
    } else at += 1
    this.#finish(start, recordEnd)
    return at
  }

  #unfinished(start: number, end: number, last: boolean): number {
    if (!last && end - start <= this.#longest) return -1
    return this.#abandon(start, end, `Longer than ${this.#longest} bytes`)
  }

  /** Gives up a record and goes on with the next line of the file. */
  #abandon(start: number, end: number, reason: string): number {
    this.#line += 1
    this.#problem(reason, start, end)
    this.#skippingLine = true
    return this.#afterLine(start, end)
  }

  #quotedCell(start: number, end: number, last: boolean): number {
    const data = this.#data
    let at = start + 1
    for (;;) {
      at = data.indexOf(quote, at)
      if (at < 0) return last || end - start > this.#longest ? neverClosed : unfinished
      if (at + 1 >= end) {
        if (!last) return unfinished
        break
      }
      if (data[at + 1] !== quote) break
      at += 2
    }
    this.#cell(start + 1, at)
    for (let inner = start + 1; inner < at; inner += 1) {
      const kind = this.#kinds[data[inner]!]!
      if (kind === 2) this.#odd = true
      else if (kind === 4) this.#reason ??= 'A NUL byte'
    }
    at += 1
    if (at < end && this.#kinds[data[at]!] !== 1) {
      this.#reason ??= 'Text behind a closing quotation mark'
      while (at < end && this.#kinds[data[at]!] !== 1) at += 1
      if (at >= end && !last) return unfinished
    }
    return at
  }

  #plainCell(start: number, end: number, last: boolean): number {
    const data = this.#data
    const kinds = this.#kinds
    let at = start
    for (;;) {
      while (at < end && kinds[data[at]!] === 0) at += 1
      if (at >= end) {
        if (!last) return unfinished
        break
      }
      const kind = kinds[data[at]!]!
      if (kind === 1) break
      if (kind === 2) this.#odd = true
      else if (kind === 3) this.#rewrite = true
      else this.#reason ??= 'A NUL byte'
      at += 1
    }
    this.#cell(start, at)
    return at
  }

  #cell(start: number, end: number): void {
    const index = this.#cells
    this.#cells += 1
    if (index >= this.#columns) {
      if (end > start) this.#reason ??= 'ragged'
      else this.#rewrite = true
      return
    }
    this.#starts[index] = start
    this.#ends[index] = end
    const length = end - start
    if (length === 0) {
      this.#empty(index)
      return
    }
    if (length > this.bytes[index]!) this.bytes[index] = length
    const data = this.#data
    if (
      length === 4 &&
      data[start] === 78 &&
      data[start + 1] === 85 &&
      data[start + 2] === 76 &&
      data[start + 3] === 76
    ) {
      this.nulls[index] = 1
      return
    }
    const form = this.#forms[index]
    if (form === 1) this.#number(index, start, end)
    else if (form === 2 ? length !== 10 || !isDay(data, start) : form === 3 && !isInstant(data, start, length))
      this.#odd = true
    else if (
      form === 0 &&
      (mayBeBlank(data[start]!) ||
        data[start] === apostrophe ||
        data[end - 1]! <= 32 ||
        (data[end - 1]! > 127 && endsBlank(data, start, end)))
    )
      this.#odd = true
  }

  #empty(index: number): void {
    this.empty[index]! += 1
  }

  #number(index: number, start: number, end: number): void {
    const data = this.#data
    let at = data[start] === minus ? start + 1 : start
    const first = at
    while (at < end && data[at]! >= 48 && data[at]! <= 57) at += 1
    const whole = at - first
    let fraction = 0
    if (at < end && data[at] === point) {
      const mark = at
      at += 1
      while (at < end && data[at]! >= 48 && data[at]! <= 57) at += 1
      fraction = at - mark - 1
      if (fraction === 0) this.#odd = true
    }
    if (at < end || whole === 0) {
      this.#odd = true
      return
    }
    if (whole > this.whole[index]!) this.whole[index] = whole
    if (fraction > this.fraction[index]!) this.fraction[index] = fraction
  }

  #finish(start: number, end: number): void {
    this.#line += 1
    if (this.#skip > 0) {
      this.#skip -= 1
      this.#forget()
      return
    }
    if (this.#cells === 1 && end === start) return
    if (this.#cells < this.#columns || this.#reason === 'ragged') {
      this.#reason = `${this.#cells} ${this.#cells === 1 ? 'column' : 'columns'} where ${this.#columns} were expected`
    }
    if (this.#suspicious && this.#data.subarray(start, end).includes(replacement))
      this.#reason ??= 'Characters that are not valid UTF-8'
    if (this.#reason !== null) {
      this.#problem(this.#reason, start, end)
      return
    }
    this.rows += 1
    this.#order()
    const room = (end - start) * (this.#rewrite ? 3 : 1) + 3 * this.#columns + 40
    if (this.#length + room > this.#out.length) {
      this.#flush()
      if (room > this.#out.length) this.#out = Buffer.allocUnsafe(room)
    }
    this.#prefix()
    if (this.#rewrite) this.#requote()
    else this.#length += this.#data.copy(this.#out, this.#length, start, end)
    this.#out[this.#length++] = newline
  }

  /** Most columns fall out of order within a few lines and cost nothing from then on. */
  #order(): void {
    const data = this.#data
    for (let index = 0; index < this.#columns; index += 1) {
      if (this.#descends[index] === 1) continue
      const [start, end] = [this.#starts[index]!, this.#ends[index]!]
      const last = this.#last[index]!
      // Quotation marks can be written in two ways, white space is trimmed later, an apostrophe may be none of the text's own: such cells prove nothing.
      const plain =
        end > start &&
        !this.#rewrite &&
        data[start - 1] !== quote &&
        !mayBeBlank(data[start]!) &&
        data[start] !== apostrophe &&
        data[end - 1]! > 32 &&
        data[end - 1]! < 128
      if (!plain || data.compare(last, 0, last.length, start, end) <= 0) this.#descends[index] = 1
      else this.#last[index] = Buffer.from(data.subarray(start, end))
    }
  }

  /** Whether every cell of a column was greater than the one before. */
  isAscending(index: number): boolean {
    return this.#descends[index] === 0
  }

  /** The header is no part of what was seen of the columns. */
  #forget(): void {
    for (const seen of [this.bytes, this.whole, this.fraction, this.nulls, this.empty]) seen.fill(0)
  }

  #prefix(): void {
    const out = this.#out
    let at = this.#length
    let unit = 1
    while (unit * 10 <= this.#line) unit *= 10
    for (let rest = this.#line; unit >= 1; unit = (unit / 10) | 0) {
      const digit = (rest / unit) | 0
      out[at++] = 48 + digit
      rest -= digit * unit
    }
    out[at++] = this.#delimiter
    out[at++] = this.#odd ? 116 : 102
    out[at++] = this.#delimiter
    this.#length = at
  }

  /** Writes the cells anew, each in quotation marks: a cell that is not quoted holds some, or empty cells follow the last. */
  #requote(): void {
    const [data, out] = [this.#data, this.#out]
    let to = this.#length
    for (let index = 0; index < this.#columns; index += 1) {
      const [start, end] = [this.#starts[index]!, this.#ends[index]!]
      const quoted = start > 0 && data[start - 1] === quote
      if (index > 0) out[to++] = this.#delimiter
      out[to++] = quote
      for (let at = start; at < end; at += 1) {
        out[to++] = data[at]!
        if (!quoted && data[at] === quote) out[to++] = quote
      }
      out[to++] = quote
    }
    this.#length = to
  }

  #problem(reason: string, start: number, end: number): void {
    this.problemCount += 1
    if (this.problems.length >= this.#mostProblems) return
    const text = this.#data.toString('utf8', start, Math.min(end, start + 200)).replaceAll('\0', '␀')
    this.problems.push({ line: this.#line, reason, text })
  }

  #flush(): void {
    if (this.#length === 0) return
    this.#full.push(this.#out.subarray(0, this.#length))
    this.#out = Buffer.allocUnsafe(chunkSize)
    this.#length = 0
  }
}

const unfinished = -1
const neverClosed = -2
const replacement = Buffer.from('\ufffd')

/** White space, or the first byte of a character that may be some. */
const mayBeBlank = (byte: number): boolean =>
  byte <= 32 || byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3) || byte === 0xef

/** Whether the last character may be white space: no-break space, or one of three bytes. */
const endsBlank = (data: Buffer, start: number, end: number): boolean =>
  (end - start >= 2 && data[end - 2] === 0xc2) ||
  (end - start >= 3 && mayBeBlank(data[end - 3]!) && data[end - 3]! > 127)
