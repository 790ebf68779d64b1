import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** What is paid back each month of one unit of money, in equal months at the end of each; `rate` in percent of a year. */
function monthlyPart(rate: string, months: number): Decimal {
  const monthly = new Exact(rate).div(1200)
  if (monthly.isZero()) return new Exact(1).div(months)
  return monthly.div(new Exact(1).minus(new Exact(1).plus(monthly).pow(-months)))
}

/**
 * What it costs to offer a rate below the standard one, in percent of what is financed, six digits: what the equal payments at the offered
 * rate are worth less, discounted at the standard rate, than what is lent. Nothing where the offer is no lower. Rates in percent of a year.
 */
export function buydownPercent(standardRate: string, offeredRate: string, months: number): string {
  if (!Number.isInteger(months) || months < 1) throw new RangeError(`There is no financing over ${months} months`)
  if (new Exact(offeredRate).gte(standardRate)) return '0'
  return new Exact(1)
    .minus(monthlyPart(offeredRate, months).div(monthlyPart(standardRate, months)))
    .times(100)
    .toDecimalPlaces(6)
    .toFixed()
}
