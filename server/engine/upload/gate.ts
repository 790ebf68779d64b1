import { AppError } from '../../errors.ts'

/** Lets a few in at a time; the rest wait in line, and when the line is long they are asked to come back. */
export class Gate {
  #inside = 0
  readonly #line: (() => void)[] = []
  readonly #places: number
  readonly #longest: number

  constructor(places: number, longest: number) {
    this.#places = places
    this.#longest = longest
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#places) {
      if (this.#line.length >= this.#longest)
        throw new AppError('UNAVAILABLE', {
          message: 'Many files are being received at the moment. Try again shortly.',
        })
      await new Promise<void>((resolve) => this.#line.push(resolve))
    } else this.#inside += 1
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }
}
