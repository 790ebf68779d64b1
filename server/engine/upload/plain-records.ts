import { readFileSync } from 'node:fs'

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly at: WebAssembly.Global
  readonly to: WebAssembly.Global
  readonly read: (
    at: number,
    end: number,
    to: number,
    limit: number,
    columns: number,
    delimiter: number,
    line: number,
    tables: number,
    stride: number,
    starts: number,
    most: number,
  ) => number
}

const { memory, at, to, read } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(new URL('plain-records.wasm', import.meta.url))),
).exports as unknown as Exports

const page = 65_536
// What is seen of the columns and the places of records have a page each, the input has three, the output sixteen.
const [tables, starts, input, output, limit] = [0, page, 2 * page, 5 * page, 21 * page]
/** Seven tables and scratch as long as one, four bytes for each column. */
const mostColumns = page / 4 / 8
const mostRecords = page / 4
// Behind the input stand a line feed and sixteen bytes that may be read.
const mostBytes = output - input - 32

const memoryBytes = Buffer.from(memory.buffer)
const memoryNumbers = new Int32Array(memory.buffer)

/** Seven numbers for every column, kind by kind: what was seen of its cells, and the code of its form. */
export class ColumnTable {
  readonly columns: number
  readonly numbers: Int32Array
  /** Bytes of the longest cell. */
  readonly bytes: Int32Array
  /** Most digits before the point of a number, and behind it. */
  readonly whole: Int32Array
  readonly fraction: Int32Array
  /** 1 where a number has a minus, and where a cell reads NULL. */
  readonly signed: Int32Array
  readonly nulls: Int32Array
  /** How many cells are empty. */
  readonly empty: Int32Array
  readonly forms: Int32Array

  constructor(forms: readonly number[]) {
    const columns = forms.length
    const numbers = new Int32Array(7 * columns)
    const kind = (index: number) => numbers.subarray(index * columns, (index + 1) * columns)
    this.columns = columns
    this.numbers = numbers
    this.bytes = kind(0)
    this.whole = kind(1)
    this.fraction = kind(2)
    this.signed = kind(3)
    this.nulls = kind(4)
    this.empty = kind(5)
    this.forms = kind(6)
    this.forms.set(forms)
  }

  /** Takes back all that was seen. */
  forget(): void {
    this.numbers.fill(0, 0, 6 * this.columns)
  }

  /** Takes back the empty ones of `cells` cells that stand at `at` in `out` as COPY takes them. */
  takeBack(out: Buffer, at: number, cells: number): void {
    for (let index = 0, from = at; index < cells; index += 1) {
      const length = out.readInt32BE(from)
      if (length < 0) this.empty[index]! -= 1
      from += 4 + Math.max(0, length)
    }
  }
}

export interface PlainBatch {
  readonly count: number
  /** Where the next record begins. */
  readonly next: number
  /** The records as COPY takes them, good until the next call. */
  readonly bytes: Buffer
  /** Where each of them begins in these. */
  readonly begins: (index: number) => number
}

/**
 * Reads the records that are plain - no quotes, no blanks to take off, every cell of its column's form - many times as fast as
 * byte by byte (plain-records.wat). All readers share one memory: bytes are opened and read before another opens others.
 */
export class PlainRecords {
  readonly #delimiter: number
  readonly #table: ColumnTable
  #end = input

  constructor(delimiter: number, table: ColumnTable) {
    this.#delimiter = delimiter
    this.#table = table
  }

  /** Whether so many bytes can be opened. */
  takes(bytes: number): boolean {
    return bytes <= mostBytes && this.#table.columns <= mostColumns
  }

  open(bytes: Buffer): void {
    memoryBytes.set(bytes, input)
    this.#end = input + bytes.length
    memoryBytes[this.#end] = 10
  }

  /** Reads on from `start` of the bytes that are open, behind the line of that number, up to the first record that is not plain or not whole. */
  read(start: number, line: number): PlainBatch {
    const { numbers, columns } = this.#table
    memoryNumbers.set(numbers, tables / 4)
    const count = read(
      input + start,
      this.#end,
      output,
      limit,
      columns,
      this.#delimiter,
      line,
      tables,
      4 * columns,
      starts,
      mostRecords,
    )
    numbers.set(memoryNumbers.subarray(tables / 4, tables / 4 + numbers.length))
    return {
      count,
      next: (at.value as number) - input,
      bytes: memoryBytes.subarray(output, to.value as number),
      begins: (index) => memoryNumbers[starts / 4 + index]! - output,
    }
  }
}
