import { amount, minorUnits, type Amount } from '../calculation/amount.ts'

/** A published rate: `rate` of the second currency make `per_units` of the first, from that day until the next one begins. */
export interface Rate {
  readonly from_currency: string
  readonly to_currency: string
  readonly valid_from: string
  readonly rate: string
  readonly per_units: number | null
}

/** A rate that was used; inverse where it was published the other way round. */
export interface UsedRate {
  readonly rate: Rate
  readonly inverse: boolean
}

export interface ConvertedAmount {
  /** Rounded to the minor unit of its currency, half away from zero. */
  readonly amount: Amount
  /** How many of the second currency make one of the first, exact to 60 digits. */
  readonly factor: Amount
  readonly way: 'same' | 'direct' | 'inverse' | 'through'
  readonly used: readonly UsedRate[]
}

/** The latest of the rates between two currencies that has begun on the day; the one published this way round before the other. */
function rateOn(rates: readonly Rate[], from: string, to: string, day: string): UsedRate | null {
  const latest = (first: string, second: string): Rate | undefined =>
    rates
      .filter((rate) => rate.from_currency === first && rate.to_currency === second && rate.valid_from <= day)
      .reduce<Rate | undefined>((best, rate) => (best && best.valid_from >= rate.valid_from ? best : rate), undefined)
  const direct = latest(from, to)
  if (direct) return { rate: direct, inverse: false }
  const inverse = latest(to, from)
  return inverse ? { rate: inverse, inverse: true } : null
}

// Kept as a fraction, so that an inverse rate divides once and at the end.
const fractionOf = ({ rate, inverse }: UsedRate): readonly [Amount, Amount] => {
  const parts = [amount(rate.rate), amount(rate.per_units ?? 1)] as const
  return inverse ? [parts[1], parts[0]] : parts
}

/**
 * An amount in another currency on a day: by the rate between both, else by the inverse one, else through a reference currency.
 * The rates are those of one rate type. null where no rate has begun by then.
 */
export function convertAmount(
  value: Amount,
  from: string,
  to: string,
  day: string,
  reference: string | null,
  rates: readonly Rate[],
): ConvertedAmount | null {
  const rounded = (exact: Amount): Amount => exact.toDecimalPlaces(minorUnits(to))
  if (from === to) return { amount: rounded(value), factor: amount(1), way: 'same', used: [] }
  const between = rateOn(rates, from, to, day)
  const used = between ? [between] : through(rates, from, to, day, reference)
  if (!used) return null
  const [times, per] = used
    .map(fractionOf)
    .reduce(([a, b], [c, d]) => [a.times(c), b.times(d)] as const, [amount(1), amount(1)] as const)
  return {
    amount: rounded(value.times(times).div(per)),
    factor: times.div(per),
    way: between ? (between.inverse ? 'inverse' : 'direct') : 'through',
    used,
  }
}

function through(
  rates: readonly Rate[],
  from: string,
  to: string,
  day: string,
  reference: string | null,
): UsedRate[] | null {
  if (reference === null || reference === from || reference === to) return null
  const first = rateOn(rates, from, reference, day)
  const second = rateOn(rates, reference, to, day)
  return first && second ? [first, second] : null
}
