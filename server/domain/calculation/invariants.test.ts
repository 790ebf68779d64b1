import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amount, amount, inMinorUnits, split, sumOf, zero } from './amount.ts'
import {
  accrualLines,
  due,
  nothingPosted,
  paymentLines,
  type Posted,
  type PostingLine,
  reversalOf,
} from './settlement.ts'
import { amountOf, bandsOf, type Bound, reachedTier, type Tier } from './tiers.ts'

const money = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((cents) => amount(cents).div(100))
const rate = fc.integer({ min: 0, max: 4_000 }).map((hundredths) => amount(hundredths).div(100))
const bound = fc.constantFrom<Bound>('lower', 'upper')
const currency = fc.constantFrom('EUR', 'JPY', 'KWD')

/** Tiers from nothing upwards, with rates that rise. */
const rising: fc.Arbitrary<Tier[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 5 }),
    fc.array(rate, { minLength: 6, maxLength: 6 }),
  )
  .map(([bounds, rates]) => {
    const from = [0, ...bounds.toSorted((a, b) => a - b)]
    const up = rates.toSorted((a, b) => a.comparedTo(b))
    return from.map((start, at) => ({
      from: amount(start),
      to: at + 1 < from.length ? amount(from[at + 1]!) : null,
      rate: up[at]!,
    }))
  })

const holds = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 500 })

const byType = (lines: readonly PostingLine[], ...types: string[]): Amount =>
  sumOf(lines.filter(({ type }) => types.includes(type)).map((line) => line.amount))

/** What was posted so far, after these lines as well. */
const after = (posted: Posted, lines: readonly PostingLine[]): Posted => ({
  accrued: posted.accrued.plus(byType(lines, 'Accrual', 'Accrual Reversal')),
  paid: posted.paid.plus(byType(lines, 'Payment', 'Delta Payment', 'Payment Reversal')),
})

describe('tiers with rates that rise', () => {
  it('pay no more band by band than the reached rate pays on all, and no less in a higher value', () => {
    holds(
      fc.property(rising, money(0, 200_000), money(0, 1_000), bound, (tiers, value, more, at) => {
        const pays = (worth: Amount, mode: 'marginal' | 'retro') =>
          amountOf(bandsOf(worth, worth, { tiers, mode, kind: 'percent', bound: at }))
        expect(pays(value, 'marginal').lte(pays(value, 'retro'))).toBe(true)
        expect(pays(value.plus(more), 'marginal').gte(pays(value, 'marginal'))).toBe(true)
      }),
    )
  })

  it('share the whole basis among the bands, whatever chose them', () => {
    holds(
      fc.property(rising, money(1, 200_000), money(-5_000, 200_000), (tiers, qualifier, benefit) => {
        const bands = bandsOf(qualifier, benefit, { tiers, mode: 'marginal', kind: 'percent' })
        expect(sumOf(bands.map((band) => band.basis)).toFixed(20)).toBe(benefit.toFixed(20))
      }),
    )
  })

  it('have one tier for every value from the first bound', () => {
    holds(
      fc.property(rising, money(0, 200_000), (tiers, value) => {
        const at = reachedTier(value, tiers)!
        expect(value.gte(tiers[at]!.from) && (tiers[at]!.to === null || value.lt(tiers[at]!.to))).toBe(true)
      }),
    )
  })
})

describe('settlement', () => {
  it('in instalments adds up to the one at the end', () => {
    holds(
      fc.property(rising, fc.array(money(-5_000, 20_000), { minLength: 1, maxLength: 12 }), (tiers, months) => {
        const entitled = (value: Amount) => amountOf(bandsOf(value, value, { tiers, mode: 'retro', kind: 'percent' }))
        let [turnover, paid] = [zero, zero]
        for (const month of months) {
          turnover = turnover.plus(month)
          paid = paid.plus(due(entitled(turnover), paid))
        }
        expect(paid.eq(entitled(sumOf(months)))).toBe(true)
      }),
    )
  })

  it('posts nothing a second time, and accruals net to nothing after the payment', () => {
    holds(
      fc.property(money(-1_000, 9_000), money(-1_000, 9_000), currency, (accrued, entitlement, unit) => {
        const first = accrualLines(accrued, nothingPosted, unit)
        const once = after(nothingPosted, first)
        expect(accrualLines(accrued, once, unit)).toEqual([])
        const paid = after(once, paymentLines(entitlement, once, unit))
        expect(paymentLines(entitlement, paid, unit)).toEqual([])
        expect(paid.accrued.isZero()).toBe(true)
        expect(paid.paid.eq(inMinorUnits(entitlement, unit))).toBe(true)
      }),
    )
  })

  it('taken back is as if it had never been', () => {
    holds(
      fc.property(money(-1_000, 9_000), money(-1_000, 9_000), (accrued, paid) => {
        const lines = paymentLines(paid, { accrued, paid: zero }, 'EUR')
        const both = after(after(nothingPosted, lines), lines.map(reversalOf))
        expect(both.accrued.isZero() && both.paid.isZero()).toBe(true)
      }),
    )
  })
})

it('a split adds up to the rounded whole, and no part is off by more than the rounding of all', () => {
  holds(
    fc.property(
      money(-9_000, 9_000),
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 8 }),
      currency,
      (whole, shares, unit) => {
        const weights = shares.map((share) => amount(share))
        const parts = split(whole, weights, unit)
        expect(sumOf(parts).eq(inMinorUnits(whole, unit))).toBe(true)
        const total = sumOf(weights)
        const unitSize = inMinorUnits(amount('0.0051'), unit).isZero() ? amount(1) : amount('0.01')
        for (const [at, part] of parts.entries())
          expect(part.minus(whole.times(weights[at]!).div(total)).abs().lte(unitSize.times(parts.length))).toBe(true)
      },
    ),
  )
})
