/** A deterministic stream of numbers: the same seed gives the same demo data on every machine. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  readonly whole: (least: number, most: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  readonly chance: (probability: number) => boolean
  /** An item whose weight falls with its rank, as customers and products sell. */
  readonly ranked: <T>(items: readonly T[]) => T
}

/** Mulberry32, seeded by a whole number. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const at = <T>(items: readonly T[], position: number): T =>
    items[Math.min(items.length - 1, Math.floor(position * items.length))]!
  return {
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => at(items, next()),
    chance: (probability) => next() < probability,
    ranked: (items) => at(items, next() ** 2.2),
  }
}
