import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { amount } from '../calculation/amount.ts'
import { adjustedPrice, impactOf } from './adjust-price.ts'
import { optimalPrice, quantityAt, whyNoOptimum, whyNot } from './elasticity.ts'
import { featurePrice } from './feature-price.ts'
import { roundedPrice, type PriceEnding } from './rounding.ts'

const ending = (mode: PriceEnding['mode'], unit: number | string, end: number | string): PriceEnding => ({
  mode,
  unit: amount(unit),
  ending: amount(end),
})

describe('prices are rounded to endings', () => {
  it.each([
    ['12.34', 'nearest', '0.05', '0', '12.35'],
    ['12.34', 'nearest', '1', '0.99', '11.99'],
    ['12.50', 'up', '1', '0.99', '12.99'],
    ['12.98', 'down', '1', '0.99', '11.99'],
    ['12.99', 'up', '1', '0.99', '12.99'],
    ['147.20', 'nearest', '10', '9', '149'],
    ['0.40', 'down', '1', '0.99', '0.99'],
    ['0.3', 'nearest', '1', '0', '1'],
  ] as const)('%s %s by %s ending with %s is %s', (price, mode, unit, end, expected) => {
    expect(roundedPrice(amount(price), ending(mode, unit, end)).toFixed()).toBe(amount(expected).toFixed())
  })

  it('once rounded they stay, and up is never below, down never above', () => {
    const price = fc.integer({ min: 100, max: 1_000_000 }).map((cents) => amount(cents).div(100))
    fc.assert(
      fc.property(
        price,
        fc.constantFrom<PriceEnding['mode']>('nearest', 'up', 'down'),
        fc.constantFrom<readonly [string, string]>(
          ['0.01', '0'],
          ['0.05', '0'],
          ['1', '0.99'],
          ['1', '0.95'],
          ['10', '9'],
        ),
        (value, mode, [unit, end]) => {
          const once = roundedPrice(value, ending(mode, unit, end))
          expect(roundedPrice(once, ending(mode, unit, end)).eq(once)).toBe(true)
          expect(mode !== 'up' || once.gte(value)).toBe(true)
          expect(mode !== 'down' || value.lt(10) || once.lte(value)).toBe(true)
        },
      ),
    )
  })
})

describe('elasticity', () => {
  const fit = (periods: number, slope: number | null, spread = 0.2) => ({
    periods,
    slope,
    spread,
    standardError: 0.2,
    explained: 0.8,
  })

  it('makes a best price of cost · ε / (1 + ε)', () => {
    expect(optimalPrice(amount(60), -2).toFixed()).toBe('120')
    expect(optimalPrice(amount(50), -3).toFixed()).toBe('75')
    expect(() => optimalPrice(amount(50), -1)).toThrow(RangeError)
  })

  it('no other price earns more', () => {
    const profit = (price: number, slope: number, cost: number) => (price - cost) * price ** slope
    fc.assert(
      fc.property(fc.integer({ min: -600, max: -120 }), fc.integer({ min: 1, max: 500 }), (hundredths, cost) => {
        const slope = hundredths / 100
        const best = optimalPrice(amount(cost), slope).toNumber()
        for (const factor of [0.9, 0.99, 1.01, 1.1])
          expect(profit(best * factor, slope, cost)).toBeLessThanOrEqual(profit(best, slope, cost) * (1 + 1e-9))
      }),
    )
  })

  it('is refused under eight periods, at a constant price, and where demand hardly answers', () => {
    expect(whyNot(fit(7, -2))).toBe('Sold in 7 periods, 8 are needed')
    expect(whyNot(fit(12, null))).toBe('The price never changed')
    expect(whyNot(fit(12, -30, 0.021))).toBe('The price moved by 2.1 % only')
    expect(whyNot(fit(12, -30))).toContain('beyond minus ten')
    expect(whyNot(fit(8, -2))).toBeNull()
    expect(whyNoOptimum(fit(12, -0.8), amount(5))).toContain('hardly answers')
    expect(whyNoOptimum(fit(12, -2), null)).toBe('No cost is known')
    expect(whyNoOptimum(fit(12, -2), amount(5))).toBeNull()
  })

  it('says what is sold at another price', () => {
    expect(quantityAt(amount(100), amount(10), amount(20), -2).toFixed(2)).toBe('25.00')
    expect(quantityAt(amount(100), amount(10), amount(20), null).toFixed()).toBe('100')
  })
})

describe('prices that are raised or lowered', () => {
  const to = { ending: null, decimals: 2 }

  it('go by percent, amount or formula, rounded to their ending', () => {
    const percent = { method: 'percent', value: amount('3.5') } as const
    expect(adjustedPrice(amount('12.40'), percent, to)?.toFixed()).toBe('12.83')
    expect(adjustedPrice(amount('12.40'), percent, { ...to, ending: ending('up', 1, '0.99') })?.toFixed()).toBe('12.99')
    expect(adjustedPrice(amount(5), { method: 'amount', value: amount(-5) }, to)).toBeNull()
    const formula = parseExpression('if(running < cost * 1.2, cost * 1.2, running)')
    expect(adjustedPrice(amount(10), { method: 'formula', formula }, to, { cost: '9' })?.toFixed()).toBe('10.8')
    expect(adjustedPrice(amount(10), { method: 'formula', formula: parseExpression('cost * 1') }, to)).toBeNull()
  })

  const sold = { quantity: amount(100), net: amount(1000), cost: amount(600) }

  it('bring the whole change as margin where demand does not answer', () => {
    const { revenueImpact, marginImpact } = impactOf(sold, amount('1.05'), { slope: null, passedOn: amount(100) })
    expect([revenueImpact, marginImpact].map(Number)).toEqual([50, 50])
    const half = impactOf(sold, amount('1.05'), { slope: null, passedOn: amount(50) })
    expect(Number(half.marginImpact)).toBe(25)
  })

  it('bring nothing at the price that is best already', () => {
    // Cost of 6 at an elasticity of -2.5 makes 10.
    const marginAt = (ratio: string) =>
      Number(impactOf(sold, amount(ratio), { slope: -2.5, passedOn: amount(100) }).marginImpact)
    for (const ratio of ['0.9', '0.97', '1.03', '1.1']) expect(marginAt(ratio)).toBeLessThan(0)
    expect(marginAt('1')).toBe(0)
  })
})

it('a price by features is the base and what each of them is worth', () => {
  const { parts, price } = featurePrice(
    amount(200),
    [
      { kind: 'amount', value: amount('12.5') },
      { kind: 'percent', value: amount(5) },
      { kind: 'percent', value: amount('-2.255') },
    ],
    2,
  )
  expect(parts.map(Number)).toEqual([12.5, 10, -4.51])
  expect(price.toFixed()).toBe('217.99')
  expect(Number(featurePrice(amount(5), [{ kind: 'amount', value: amount(-8) }], 2).price)).toBe(0)
})
