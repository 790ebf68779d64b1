import { apostrophe, mayBeBlank } from './blank-bytes.ts'

/** Which columns have come in ascending order so far, byte by byte; most fall out within a few lines and cost nothing from then on. */
export class AscendingCells {
  #alive: readonly number[]
  readonly #last: Uint8Array[]
  readonly #lengths: Int32Array

  constructor(columns: number) {
    this.#alive = Array.from({ length: columns }, (_, index) => index)
    this.#last = this.#alive.map(() => new Uint8Array(32))
    this.#lengths = new Int32Array(columns)
  }

  /** Whether every cell of a column was filled and greater than the one before. */
  holds(index: number): boolean {
    return this.#alive.includes(index)
  }

  /** Whether there is a column left to be looked at. */
  get isAlive(): boolean {
    return this.#alive.length > 0
  }

  /** Takes the cells of the next line: each the four bytes of its length, −1 for none, and its bytes. */
  see(line: Buffer, from: number): void {
    if (this.#alive.length === 0) return
    let [at, index] = [from, 0]
    let fallen = 0
    for (const column of this.#alive) {
      for (; index < column; index += 1) at += 4 + Math.max(0, line.readInt32BE(at))
      if (!this.#follows(column, line, at + 4, line.readInt32BE(at))) {
        this.#lengths[column] = -1
        fallen += 1
      }
    }
    if (fallen > 0) this.#alive = this.#alive.filter((column) => this.#lengths[column] !== -1)
  }

  #follows(column: number, line: Buffer, start: number, length: number): boolean {
    if (length <= 0) return false
    const [first, end] = [line[start]!, line[start + length - 1]!]
    // White space is trimmed later, an apostrophe may be none of the text's own: such cells prove nothing.
    if (mayBeBlank(first) || first === apostrophe || end <= 32 || end > 127) return false
    const known = this.#lengths[column]!
    let last = this.#last[column]!
    let at = 0
    while (at < known && at < length && line[start + at] === last[at]) at += 1
    if (at === length || (at < known && line[start + at]! < last[at]!)) return false
    if (length > last.length) {
      const longer = new Uint8Array(2 * length)
      longer.set(last.subarray(0, at))
      this.#last[column] = last = longer
    }
    for (; at < length; at += 1) last[at] = line[start + at]!
    this.#lengths[column] = length
    return true
  }
}
