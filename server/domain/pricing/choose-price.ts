import { amount } from '../calculation/amount.ts'

/** What prices of one material are compared by, in this order; the first that tells two apart decides. */
export const priceSteps = ['priority', 'specificity', 'price', 'newest', 'first'] as const

export type PriceStep = (typeof priceSteps)[number]

/** Which end of a step goes before: the smaller number, the earlier day, or the greater. */
export const goesFirst: Readonly<Record<PriceStep, 'least' | 'greatest'>> = {
  priority: 'least',
  specificity: 'greatest',
  price: 'least',
  newest: 'greatest',
  first: 'least',
}

/** A price that holds for a buyer, a material and a day, of a list that applies. */
export interface PriceCandidate {
  readonly id: number
  readonly priceList: string
  /** A list with a smaller number goes before the others. */
  readonly priority: number
  /** Which keys beside the material it is kept by, such as 'customer_number=10001'. */
  readonly keys: readonly string[]
  /** The break: it holds from so many units on. */
  readonly quantityFrom: string
  /** Of one unit, as a decimal. */
  readonly unitPrice: string
  /** YYYY-MM-DD */
  readonly validFrom: string
}

export interface PriceChoice {
  readonly chosen: PriceCandidate
  /** What told it from the next best; 'only' where there was no other. */
  readonly by: PriceStep | 'only'
  /** The others, the best first, each with the step at which it fell behind. */
  readonly others: readonly { readonly price: PriceCandidate; readonly lostBy: PriceStep }[]
}

const differences: Readonly<Record<PriceStep, (a: PriceCandidate, b: PriceCandidate) => number>> = {
  priority: (a, b) => a.priority - b.priority,
  specificity: (a, b) => a.keys.length - b.keys.length,
  price: (a, b) => amount(a.unitPrice).cmp(amount(b.unitPrice)),
  newest: (a, b) => (a.validFrom === b.validFrom ? 0 : a.validFrom < b.validFrom ? -1 : 1),
  first: (a, b) => a.id - b.id,
}

/** Which of two prices goes before (negative: the first), and what decides; two different prices are never level. */
export function comparePrices(
  a: PriceCandidate,
  b: PriceCandidate,
): { readonly order: number; readonly by: PriceStep } {
  for (const by of priceSteps) {
    const difference = differences[by](a, b)
    if (difference !== 0) return { order: goesFirst[by] === 'least' ? difference : -difference, by }
  }
  return { order: 0, by: 'first' }
}

/** Of the breaks of one price (same list, same keys) the highest that the quantity reaches; breaks beyond it do not hold. */
function reached(candidates: readonly PriceCandidate[], quantity: string): PriceCandidate[] {
  const best = new Map<string, PriceCandidate>()
  for (const one of candidates) {
    if (amount(one.quantityFrom).gt(amount(quantity).abs())) continue
    const place = JSON.stringify([one.priceList, ...one.keys.toSorted()])
    const before = best.get(place)
    if (!before || amount(one.quantityFrom).gt(before.quantityFrom)) best.set(place, one)
  }
  return [...best.values()]
}

/** The price of a quantity among those that hold: list priority, then the number of keys, then the lowest price, then the newest. Null for none. */
export function choosePrice(candidates: readonly PriceCandidate[], quantity: string): PriceChoice | null {
  const [chosen, ...others] = reached(candidates, quantity).toSorted((a, b) => comparePrices(a, b).order)
  if (!chosen) return null
  const told = others.map((price) => ({ price, lostBy: comparePrices(chosen, price).by }))
  return { chosen, by: told[0]?.lostBy ?? 'only', others: told }
}
