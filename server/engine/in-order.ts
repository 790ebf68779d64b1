import type { Readable, Writable } from 'node:stream'

// PostgreSQL sends some eight kilobytes at a time; every piece that goes on costs this process and the reader's a turn.
const pieceBytes = 65_536
/** How much may come of later places before their turn. */
const aheadBytes = 3_145_728

interface Waiting {
  readonly pieces: Uint8Array[]
  source: Readable | null
  isEnded: boolean
}

/** Passes what comes from several sources on in the order of their places, as fast as the reader takes it. */
export class InOrder {
  readonly #output: Writable
  readonly #waiting = new Map<number, Waiting>()
  #place = 0
  #ahead = 0
  #gathered: Uint8Array[]
  #bytes = 0

  constructor(output: Writable, head: Uint8Array) {
    this.#output = output
    this.#gathered = [head]
  }

  /** A piece of a place; its source is paused while it is too far ahead or the reader too slow. */
  push(place: number, piece: Uint8Array, source: Readable): void {
    if (place === this.#place) {
      if (this.#pass(piece)) return
      source.pause()
      this.#output.once('drain', () => source.resume())
      return
    }
    const waiting = this.#of(place)
    waiting.pieces.push(piece)
    this.#ahead += piece.length
    if (this.#ahead < aheadBytes) return
    waiting.source = source
    source.pause()
  }

  /** A place has come to its end; the next has its turn once all before it have. */
  end(place: number): void {
    this.#of(place).isEnded = true
    while (this.#waiting.get(this.#place)?.isEnded) {
      this.#waiting.delete(this.#place)
      this.#place += 1
      const next = this.#waiting.get(this.#place)
      for (const piece of next?.pieces.splice(0) ?? []) {
        this.#ahead -= piece.length
        this.#pass(piece)
      }
      next?.source?.resume()
    }
  }

  /** Passes the rest on. */
  close(): void {
    if (!this.#output.destroyed) this.#flush()
  }

  #of(place: number): Waiting {
    const known = this.#waiting.get(place) ?? { pieces: [], source: null, isEnded: false }
    this.#waiting.set(place, known)
    return known
  }

  /** Whether the reader takes more. */
  #pass(piece: Uint8Array): boolean {
    this.#gathered.push(piece)
    this.#bytes += piece.length
    return this.#bytes < pieceBytes || this.#flush()
  }

  #flush(): boolean {
    const piece = Buffer.concat(this.#gathered)
    this.#gathered = []
    this.#bytes = 0
    return this.#output.write(piece)
  }
}
