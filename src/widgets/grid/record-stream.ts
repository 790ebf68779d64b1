import type { Row } from './aggregate.ts'

const quote = 34
const backslash = 92
const opening = new Set([91, 123])
const closing = new Set([93, 125])
// {"response":{"records":[{…: a record opens at the fourth level.
const recordDepth = 4

/**
 * Reads the records of a streamed answer `{"response":{"records":[{…},{…}],…}}` as they arrive, so that a large result
 * neither waits for its end nor blocks the page in one parse.
 */
export class RecordStream {
  private rest = ''
  private scanned = 0
  private start = -1
  private depth = 0
  private inText = false
  private escaped = false
  private place: 'before' | 'inside' | 'after' = 'before'
  private ended = false

  /** True once the answer is whole; a stream that ends before was cut off. */
  get complete(): boolean {
    return this.ended
  }

  /** Takes the next piece of the answer and returns the records that are now complete. */
  push(piece: string): Row[] {
    const text = this.rest + piece
    const found: Row[] = []
    for (let i = this.scanned; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (this.inText) this.passText(code)
      else if (code === quote) this.inText = true
      else if (opening.has(code)) this.open(code, i)
      else if (closing.has(code)) this.close(text, i, found)
    }
    this.rest = this.start >= 0 ? text.slice(this.start) : ''
    this.scanned = this.rest.length
    if (this.start >= 0) this.start = 0
    return found
  }

  private passText(code: number): void {
    if (this.escaped) this.escaped = false
    else if (code === backslash) this.escaped = true
    else if (code === quote) this.inText = false
  }

  private open(code: number, i: number): void {
    this.depth += 1
    if (this.place === 'before' && this.depth === recordDepth - 1 && code === 91) this.place = 'inside'
    else if (this.place === 'inside' && this.depth === recordDepth) this.start = i
  }

  private close(text: string, i: number, found: Row[]): void {
    if (this.place === 'inside' && this.depth === recordDepth) {
      found.push(JSON.parse(text.slice(this.start, i + 1)) as Row)
      this.start = -1
    }
    this.depth -= 1
    // Behind the list come totals and labels, which are no records.
    if (this.place === 'inside' && this.depth < recordDepth - 1) this.place = 'after'
    if (this.depth === 0) this.ended = true
  }
}
