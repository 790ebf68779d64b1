import { AscendingCells } from './ascending-cells.ts'
import { apostrophe, endsBlank, mayBeBlank, withoutBlanks } from './blank-bytes.ts'
import { headBytes, signature, trailer } from './copy-form.ts'
import { beginsError } from './error-cells.ts'
import { ColumnTable, PlainRecords } from './plain-records.ts'
import { formCode, isDay, isInstant, type Form } from './seen.ts'

const [newline, carriage, quote, minus, point] = [10, 13, 34, 45, 46]
const chunkSize = 128 * 1_024
const mostAtOnce = 64 * 1_024
/** So many records that are not plain one after the other tell that the next ones are none either. */
const [mostMisses, patienceAfter] = [4, 64]

const nul = 'A NUL byte'
const ragged = 'ragged'

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

/** What a byte means outside of quotation marks: part of a cell, its end, something odd, or nothing that can be stored. */
const [ends, oddity, unstorable] = [1, 2, 3]

/**
 * Checks the structure of a CSV file byte by byte and hands on its records as COPY takes them in its binary form: number of the
 * line, whether it is odd, and the cells as texts without outer blanks, empty ones as null. A record is odd when one of its cells is not of its
 * column's plain form; the statements that read it then take nothing for granted.
 */
export class CsvScanner {
  readonly #delimiter: number
  readonly #columns: number
  readonly #plain: PlainRecords
  readonly #longest: number
  readonly #mostProblems: number
  readonly #kinds = new Uint8Array(256)
  #skip: number
  #rest: Buffer = Buffer.alloc(0)
  #data: Buffer = Buffer.alloc(0)
  #out: Buffer = Buffer.allocUnsafe(chunkSize)
  /** How much of the output is whole records. */
  #length = signature.copy(this.#out)
  /** Where the output of the record that is read goes on. */
  #to = 0
  #full: Buffer[] = []
  #skippingLine = false
  #reason: string | null = null
  #odd = false
  #line = 0
  #suspicious = false
  rows = 0
  /** Whether one of the records handed on is odd. */
  hasOdd = false
  problemCount = 0
  readonly problems: StructuralProblem[] = []
  readonly seen: ColumnTable
  /** The columns with cells that hold an error of a spreadsheet. */
  readonly errors = new Set<number>()
  readonly #ascending: AscendingCells

  constructor(options: ScannerOptions) {
    const columns = options.forms.length
    this.#delimiter = options.delimiter
    this.#columns = columns
    this.#skip = options.skip
    this.#longest = options.longest ?? 1_000_000
    this.#mostProblems = options.mostProblems ?? 10_000
    this.seen = new ColumnTable(options.forms.map((form) => formCode[form]))
    this.#plain = new PlainRecords(options.delimiter, this.seen)
    this.#ascending = new AscendingCells(columns)
    this.#kinds.fill(oddity, 1, 32)
    this.#kinds[0] = unstorable
    this.#kinds[9] = 0
    for (const byte of [newline, carriage, options.delimiter]) this.#kinds[byte] = ends
  }

  /** Takes the next bytes of UTF-8; `suspicious` ones may hold U+FFFD. Answers what is ready for COPY. */
  push(chunk: Buffer, last = false, suspicious = false): Buffer[] {
    // Room is made for a record as if it were all that is left of the bytes, so these are to be few.
    for (let at = 0; at < chunk.length; at += mostAtOnce) {
      this.#take(chunk.subarray(at, at + mostAtOnce), last && at + mostAtOnce >= chunk.length, suspicious)
    }
    if (last && chunk.length === 0) this.#take(chunk, last, suspicious)
    if (last) this.#end()
    const ready = this.#full
    this.#full = []
    return ready
  }

  #take(chunk: Buffer, last: boolean, suspicious: boolean): void {
    this.#suspicious ||= suspicious
    this.#data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const end = this.#data.length
    let at = 0
    // What may hold characters that were no UTF-8 is looked at record by record.
    const mayBePlain = !this.#suspicious && this.#plain.takes(end)
    if (mayBePlain) this.#plain.open(this.#data)
    let [misses, patience] = [0, 0]
    while (at < end) {
      if (mayBePlain && patience === 0 && this.#skip === 0 && !this.#skippingLine) {
        const next = this.#plainRecords(at)
        misses = next === at ? misses + 1 : 0
        if (misses > mostMisses) [misses, patience] = [0, patienceAfter]
        at = next
        if (at >= end) break
      } else if (patience > 0) patience -= 1
      const next = this.#skippingLine ? this.#afterLine(at, end) : this.#record(at, end, last)
      if (next < 0) break
      at = next
    }
    this.#rest = at < end ? Buffer.from(this.#data.subarray(at)) : Buffer.alloc(0)
    if (this.#rest.length === 0) this.#suspicious = false
  }

  #afterLine(at: number, end: number): number {
    const next = this.#data.indexOf(newline, at)
    this.#skippingLine = next < 0
    return next < 0 ? end : next + 1
  }

  /** Reads the plain records from `start`; answers where the first that is not plain begins. */
  #plainRecords(start: number): number {
    const { count, next, bytes, begins } = this.#plain.read(start, this.#line)
    if (count === 0) return start
    this.#reserveBytes(bytes.length + trailer.length)
    const out = this.#out
    out.set(bytes, this.#length)
    for (let index = 0; index < count && this.#ascending.isAlive; index += 1) {
      this.#ascending.see(out, this.#length + begins(index) + headBytes)
    }
    this.#length += bytes.length
    this.#line += count
    this.rows += count
    return next
  }

  /** Reads one record from `start`; answers where the next begins, or −1 when it is not whole yet. */
  #record(start: number, end: number, last: boolean): number {
    const data = this.#data
    this.#reserve(end - start)
    this.#reason = null
    this.#odd = false
    this.#to = this.#length + headBytes
    let at = start
    let cells = 0
    for (;;) {
      const next = data[at] === quote ? this.#quotedCell(at, end, last, cells) : this.#plainCell(at, end, last, cells)
      if (next === unfinished) return this.#unfinished(start, end, last, cells)
      if (next === neverClosed) return this.#abandon(start, end, 'A quotation mark is opened here and never closed')
      at = next
      cells += 1
      if (at < end && data[at] === this.#delimiter) {
        at += 1
        if (at < end) continue
        if (!last) return this.#unfinished(start, end, last, cells)
        this.#cell(cells, this.#to)
        cells += 1
      }
      break
    }
    const recordEnd = at
    if (data[at] === carriage) {
      if (at + 1 >= end && !last) return this.#unfinished(start, end, last, cells)
      at += data[at + 1] === newline ? 2 : 1
    } else at += 1
    this.#finish(start, recordEnd, cells)
    return at
  }

  #unfinished(start: number, end: number, last: boolean, cells: number): number {
    if (last || end - start > this.#longest) return this.#abandon(start, end, `Longer than ${this.#longest} bytes`)
    this.#takeBack(cells)
    return -1
  }

  /** Gives up a record and goes on with the next line of the file. */
  #abandon(start: number, end: number, reason: string): number {
    this.#line += 1
    this.#problem(reason, start, end)
    this.#skippingLine = true
    return this.#afterLine(start, end)
  }

  #quotedCell(start: number, end: number, last: boolean, index: number): number {
    const data = this.#data
    const out = this.#out
    const from = this.#to
    let to = from + 4
    let at = start + 1
    for (;;) {
      const close = data.indexOf(quote, at)
      if (close < 0) return last || end - start > this.#longest ? neverClosed : unfinished
      if (close + 1 >= end && !last) return unfinished
      for (; at < close; at += 1) {
        const byte = data[at]!
        const kind = this.#kinds[byte]!
        if (kind === oddity) this.#odd = true
        else if (kind === unstorable) this.#reason ??= nul
        out[to++] = byte
      }
      at += 1
      if (data[at] !== quote) break
      out[to++] = quote
      at += 1
    }
    if (at < end && this.#kinds[data[at]!] !== ends) {
      this.#reason ??= 'Text behind a closing quotation mark'
      while (at < end && this.#kinds[data[at]!] !== ends) at += 1
      if (at >= end && !last) return unfinished
    }
    this.#to = to
    this.#cell(index, from)
    return at
  }

  #plainCell(start: number, end: number, last: boolean, index: number): number {
    const data = this.#data
    const out = this.#out
    const delimiter = this.#delimiter
    const from = this.#to
    let to = from + 4
    let at = start
    for (;;) {
      let byte = 0
      // All that is not the delimiter and no control character, which are most bytes of a file.
      while (at < end && (byte = data[at]!) >= 32 && byte !== delimiter) {
        out[to++] = byte
        at += 1
      }
      if (at >= end) {
        if (!last) return unfinished
        break
      }
      const kind = this.#kinds[byte]
      if (kind === ends) break
      if (kind === oddity) this.#odd = true
      else if (kind === unstorable) this.#reason ??= nul
      out[to++] = byte
      at += 1
    }
    this.#to = to
    this.#cell(index, from)
    return at
  }

  /** Ends a cell whose length belongs at `from` and whose bytes stand behind that. */
  #cell(index: number, from: number): void {
    const out = this.#out
    const start = from + 4
    let end = Math.max(start, this.#to)
    if (index >= this.#columns) {
      // Empty cells behind the last column are left out.
      this.#to = from
      if (end > start) this.#reason ??= ragged
      return
    }
    if (end > start && (out[start]! <= 32 || out[end - 1]! <= 32)) end = withoutBlanks(out, start, end)
    const length = end - start
    this.#to = end
    if (length === 0) {
      this.seen.empty[index]! += 1
      out.fill(0xff, from, start)
      return
    }
    if (beginsError(out, start)) this.errors.add(index)
    out[from] = length >>> 24
    out[from + 1] = length >>> 16
    out[from + 2] = length >>> 8
    out[from + 3] = length
    if (length > this.seen.bytes[index]!) this.seen.bytes[index] = length
    if (length === 4 && out[start] === 78 && out[start + 1] === 85 && out[start + 2] === 76 && out[start + 3] === 76) {
      this.seen.nulls[index] = 1
      return
    }
    const form = this.seen.forms[index]
    if (form === 1) this.#number(index, start, end)
    else if (form === 2 ? length !== 10 || !isDay(out, start) : form === 3 && !isInstant(out, start, length))
      this.#odd = true
    else if (
      form === 0 &&
      (mayBeBlank(out[start]!) ||
        out[start] === apostrophe ||
        out[end - 1]! <= 32 ||
        (out[end - 1]! > 127 && endsBlank(out, start, end)))
    )
      this.#odd = true
  }

  #number(index: number, start: number, end: number): void {
    const out = this.#out
    let at = out[start] === minus ? start + 1 : start
    const first = at
    while (at < end && out[at]! >= 48 && out[at]! <= 57) at += 1
    const whole = at - first
    let fraction = 0
    if (at < end && out[at] === point) {
      const mark = at
      at += 1
      while (at < end && out[at]! >= 48 && out[at]! <= 57) at += 1
      fraction = at - mark - 1
      if (fraction === 0) this.#odd = true
    }
    if (at < end || whole === 0) {
      this.#odd = true
      return
    }
    if (whole > this.seen.whole[index]!) this.seen.whole[index] = whole
    if (fraction > this.seen.fraction[index]!) this.seen.fraction[index] = fraction
    if (first > start) this.seen.signed[index] = 1
  }

  #finish(start: number, end: number, cells: number): void {
    this.#line += 1
    if (this.#skip > 0) {
      this.#skip -= 1
      // The header is no part of what was seen of the columns.
      this.seen.forget()
      return
    }
    // As many lengths of nothing as there are cells: a line that a table's empty row became.
    if (this.#reason === null && this.#to === this.#length + headBytes + 4 * Math.min(cells, this.#columns)) {
      this.#takeBack(cells)
      return
    }
    if (cells < this.#columns || this.#reason === ragged) {
      this.#reason = `${cells} ${cells === 1 ? 'column' : 'columns'} where ${this.#columns} were expected`
    }
    if (this.#suspicious && this.#data.subarray(start, end).includes(replacement))
      this.#reason ??= 'Characters that are not valid in the encoding of the file'
    if (this.#reason !== null) return this.#problem(this.#reason, start, end)
    this.rows += 1
    const out = this.#out
    const at = this.#length
    this.#ascending.see(out, at + headBytes)
    out.writeInt16BE(this.#columns + 2, at)
    out.writeInt32BE(4, at + 2)
    out.writeInt32BE(this.#line, at + 6)
    out.writeInt32BE(1, at + 10)
    out[at + 14] = this.#odd ? 1 : 0
    this.hasOdd ||= this.#odd
    this.#length = this.#to
  }

  /** Whether every cell of a column was greater than the one before. */
  isAscending(index: number): boolean {
    return this.#ascending.holds(index)
  }

  /** Of a record that is no record, or is read again once it is whole, no empty cell is counted. */
  #takeBack(cells: number): void {
    this.seen.takeBack(this.#out, this.#length + headBytes, Math.min(cells, this.#columns))
  }

  #problem(reason: string, start: number, end: number): void {
    this.problemCount += 1
    if (this.problems.length >= this.#mostProblems) return
    const text = this.#data.toString('utf8', start, Math.min(end, start + 200))
    this.problems.push({ line: this.#line, reason, text: text.replaceAll('\0', '␀') })
  }

  /** Makes room for a record of so many bytes. */
  #reserve(bytes: number): void {
    // A cell behind the last column is written before it is found to be one too many.
    this.#reserveBytes(headBytes + bytes + 4 * (this.#columns + 1) + trailer.length)
  }

  #reserveBytes(room: number): void {
    if (this.#length + room > this.#out.length) this.#flush(Math.max(room, chunkSize))
  }

  #flush(next: number): void {
    if (this.#length > 0) this.#full.push(this.#out.subarray(0, this.#length))
    this.#out = Buffer.allocUnsafe(next)
    this.#length = 0
  }

  #end(): void {
    this.#reserve(0)
    this.#length += trailer.copy(this.#out, this.#length)
    this.#flush(0)
  }
}

const unfinished = -1
const neverClosed = -2
const replacement = Buffer.from('\ufffd')
