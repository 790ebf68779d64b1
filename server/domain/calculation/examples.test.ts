import { describe, expect, it } from 'vitest'
import { prorated, withinLimits } from './adjust.ts'
import { type Amount, amount, percentOf, split } from './amount.ts'
import { basisOf, freeGoods, inUnit } from './basis.ts'
import { growth, quota } from './benchmarks.ts'
import { accrualLines, due, exchangeDifference, nothingPosted, paymentLines, reversalOf } from './settlement.ts'
import { stack, type StackMode } from './stacking.ts'
import { amountOf, bandsOf, nextTier, type RateKind, type Tier, type TierMode } from './tiers.ts'

// The examples of the domain's page by their numbers: E are printed in public documentation of such systems, D worked out by hand.

const text = (value: Amount) => value.toString()

/** Tiers from pairs of bound and rate, each ending where the next begins; `end` closes the last one. */
const tiersOf = (pairs: readonly (readonly [from: number, rate: number])[], end: number | null = null): Tier[] =>
  pairs.map(([from, rate], at) => {
    const to = pairs[at + 1]?.[0] ?? end
    return { from: amount(from), to: to === null ? null : amount(to), rate: amount(rate) }
  })

const pays = (value: number, tiers: readonly Tier[], mode: TierMode, kind: RateKind = 'percent') =>
  text(amountOf(bandsOf(amount(value), amount(value), { tiers, mode, kind })))

const stacked = (basis: number, rules: readonly (readonly [rate: number, mode: StackMode])[]) =>
  stack(
    amount(basis),
    rules.map(([rate, mode]) => ({ rate: amount(rate), mode })),
  ).map((one) => text(one.amount))

const totalOf = (values: readonly string[]) => values.reduce((sum, value) => sum.plus(value), amount(0)).toString()

describe('tiers', () => {
  const two = tiersOf(
    [
      [0, 10],
      [1_000, 25],
    ],
    2_500,
  )

  it.each([
    ['marginal', '350'],
    ['retro', '500'],
    ['rolling', '600'],
    ['total', '700'],
  ] as const)('E1: 2,000 over 10 %% to 1,000 and 25 %% to 2,500, %s, pays %s', (mode, expected) => {
    expect(pays(2_000, two, mode)).toBe(expected)
  })

  it('E12: each band its own rate, told band by band', () => {
    const tiers = tiersOf([
      [0, 5],
      [100_000, 6],
      [125_000, 7],
    ])
    const bands = bandsOf(amount(150_000), amount(150_000), { tiers, mode: 'marginal', kind: 'percent' })
    expect(bands.map((band) => text(band.amount))).toEqual(['5000', '1500', '1750'])
    expect(bands.map((band) => text(band.basis))).toEqual(['100000', '25000', '25000'])
  })

  it('E9: a fixed amount is paid once the target is reached, and not below', () => {
    const tiers = [{ from: amount(100_000), to: null, flatAmount: amount(1_000) }]
    expect(pays(110_000, tiers, 'retro')).toBe('1000')
    expect(pays(90_000, tiers, 'retro')).toBe('0')
  })

  it('E18: an amount per unit, and a percentage of a value', () => {
    expect(pays(100, tiersOf([[0, 0.2]]), 'none', 'amount_per_unit')).toBe('20')
    expect(text(percentOf(amount(5).times(100), amount(5)))).toBe('25')
  })

  it('a tier holds its lower bound, or its upper one where the rule says so', () => {
    const terms = {
      tiers: tiersOf([
        [0, 1],
        [100, 2],
      ]),
      mode: 'retro',
      kind: 'percent',
    } as const
    const at = (value: number, bound: 'lower' | 'upper') =>
      text(amountOf(bandsOf(amount(value), amount(value), { ...terms, bound })))
    expect([at(99.99, 'lower'), at(100, 'lower'), at(100, 'upper'), at(100.01, 'upper')]).toEqual([
      '0.9999',
      '2',
      '1',
      '2.0002',
    ])
  })

  it('one basis may choose the tier and another be paid on', () => {
    const terms = {
      tiers: tiersOf([
        [0, 1],
        [100, 2],
      ]),
      kind: 'percent',
    } as const
    const [quantity, value] = [amount(200), amount(5_000)]
    expect(text(amountOf(bandsOf(quantity, value, { ...terms, mode: 'retro' })))).toBe('100')
    expect(text(amountOf(bandsOf(quantity, value, { ...terms, mode: 'marginal' })))).toBe('75')
  })

  it('D7: what the next tier would bring', () => {
    const tiers = tiersOf([
      [50_000, 2],
      [100_000, 3],
    ])
    const next = nextTier(amount(92_000), { tiers, mode: 'retro', kind: 'percent' })!
    expect([next.earned, next.gap, next.atBound, next.uplift].map(text)).toEqual(['1840', '8000', '3000', '1160'])
    expect(text(next.upliftPerUnit)).toBe('0.145')
    expect(nextTier(amount(100_000), { tiers, mode: 'retro', kind: 'percent' })).toBeNull()
  })
})

describe('benchmarks', () => {
  const terms = { tiers: tiersOf([[0, 3]]), mode: 'retro', kind: 'percent' } as const

  it('D3: growth pays on the whole or on the increment, and without a prior value not at all', () => {
    const on = (pay: 'whole' | 'increment', prior = 100_000) => growth(amount(112_000), amount(prior), pay, terms)
    expect(text(amountOf(on('whole').bands))).toBe('3360')
    expect(text(amountOf(on('increment').bands))).toBe('360')
    expect(on('whole').percent?.toString()).toBe('12')
    expect(on('whole', 0)).toMatchObject({ percent: null, bands: [], message: /prior period/ })
  })

  it('D4: attainment of a quota chooses the band', () => {
    const tiers = tiersOf([
      [0, 4],
      [100, 6],
    ])
    const { percent, bands } = quota(amount(60_000), amount(50_000), { tiers, mode: 'marginal', kind: 'percent' })
    expect(text(amountOf(bands))).toBe('2600')
    expect(text(percent)).toBe('120')
    expect(() => quota(amount(1), amount(0), { tiers, mode: 'retro', kind: 'percent' })).toThrow(RangeError)
  })
})

describe('bases, units and limits', () => {
  const line = {
    gross: amount(3_200),
    net: amount(3_000),
    cost: amount(2_000),
    quantity: amount(1_000),
    weight: amount(50),
  }

  it('E4: 1,000 units sold at 3.00 and bought at 2.00', () => {
    expect(text(basisOf(line, 'net'))).toBe('3000')
    expect(text(line.cost)).toBe('2000')
    expect(text(basisOf(line, 'margin'))).toBe('1000')
    expect(text(basisOf(line, 'quantity'))).toBe('1000')
  })

  it('D2: units are converted before thresholds and rates; a missing factor is an error', () => {
    const factors = [{ from: 'CS', to: 'EA', factor: amount(24) }]
    const converted = inUnit(amount(12), 'CS', 'EA', factors)
    if ('error' in converted) throw new Error(converted.error)
    expect(text(converted.quantity.times('0.15'))).toBe('43.2')
    expect(inUnit(amount(48), 'EA', 'CS', factors)).toEqual({ quantity: amount(2) })
    expect(inUnit(amount(1), 'CS', 'KG', factors)).toEqual({ error: 'There is no factor from CS to KG.' })
  })

  it('D1: the cap comes after the rate; what is negative stays so unless there is a floor', () => {
    expect(text(withinLimits(percentOf(amount(90_000), amount(5)), { max: amount(4_000) }))).toBe('4000')
    expect(pays(-2_000, tiersOf([[0, 5]]), 'retro')).toBe('-100')
    expect(text(withinLimits(amount(-100), { max: amount(4_000) }))).toBe('-100')
    expect(text(withinLimits(amount(-100), { min: amount(0) }))).toBe('0')
  })

  it('E5: two free for each hundred', () => {
    expect(text(freeGoods(amount(150), amount(100), amount(2)))).toBe('2')
  })

  it('D10: 76 of 91 days of a quarter', () => {
    const quarter = { from: '2026-04-01', to: '2026-06-30' }
    expect(text(prorated(amount(9_100), quarter, { from: '2026-04-16', to: null }))).toBe('7600')
    expect(text(prorated(amount(9_100), quarter, { from: '2026-07-01', to: null }))).toBe('0')
  })

  it('D6: what rounding leaves over goes to the largest share', () => {
    const parts = split(
      amount(100),
      [1, 1, 1].map((one) => amount(one)),
      'EUR',
    )
    expect(parts.map((part) => part.toFixed(2))).toEqual(['33.33', '33.33', '33.34'])
    expect(split(amount(100), [amount(2), amount(1)], 'JPY').map(text)).toEqual(['67', '33'])
  })
})

describe('several rules on one basis', () => {
  // Of four, the first takes part in everything, the second takes nothing from others, the third is on the whole, the fourth on what is left.
  const four = [
    [10, 'cascade'],
    [15, 'exclude'],
    [20, 'reduce'],
    [25, 'exclude'],
  ] as const

  it('E6: their order matters', () => {
    expect(totalOf(stacked(1_000, four))).toBe('610')
    expect(totalOf(stacked(1_000, four.toReversed()))).toBe('650')
  })

  it('E10: monthly and annual 10 % of 12,000, apart and on the net', () => {
    expect(
      stacked(12_000, [
        [10, 'additive'],
        [10, 'additive'],
      ]),
    ).toEqual(['1200', '1200'])
    expect(
      stacked(12_000, [
        [10, 'reduce'],
        [10, 'net_of_prior'],
      ]),
    ).toEqual(['1200', '1080'])
    expect(
      stack(amount(12_000), [{ rate: amount(10), mode: 'net_of_prior' }], amount(1_200)).map((one) => text(one.amount)),
    ).toEqual(['1080'])
  })

  it('E16: 1,000 at 2 % and 5 %, as a cascade and side by side', () => {
    expect(
      stacked(1_000, [
        [2, 'cascade'],
        [5, 'cascade'],
      ]),
    ).toEqual(['20', '49'])
    expect(
      stacked(1_000, [
        [2, 'additive'],
        [5, 'additive'],
      ]),
    ).toEqual(['20', '50'])
  })
})

describe('settlement', () => {
  it('E7: what is due is the cumulative entitlement less what was paid', () => {
    const tiers = tiersOf([
      [5_000, 2],
      [20_000, 4],
    ])
    let paid = amount(0)
    const payments = [3_000, 7_000, 27_000].map((cumulative) => {
      const payment = due(amount(pays(cumulative, tiers, 'retro')), paid)
      paid = paid.plus(payment)
      return text(payment)
    })
    expect(payments).toEqual(['0', '140', '940'])
    expect(text(paid)).toBe('1080')
  })

  it('D11: accrued at its own rate, trued up by the payment', () => {
    const [accrued, payment] = [percentOf(amount(40_000), amount('2.5')), percentOf(amount(40_000), amount(3))]
    const lines = paymentLines(payment, { accrued, paid: amount(0) }, 'EUR')
    expect(lines.map(({ type, amount: value }) => [type, text(value)])).toEqual([
      ['Accrual Reversal', '-1000'],
      ['Payment', '1200'],
    ])
    expect(text(payment.minus(accrued))).toBe('200')
  })

  it('D5: the difference of the rates is a loss of its own', () => {
    const { accrued, paid, gain } = exchangeDifference(amount(1_000), amount('1.0815'), amount('1.092'), 'USD')
    expect([accrued, paid, gain].map((value) => value.toFixed(2))).toEqual(['1081.50', '1092.00', '-10.50'])
  })

  it('D8: late data is paid, or claimed back, as the difference', () => {
    const tiers = tiersOf([
      [50_000, 2],
      [100_000, 3],
    ])
    const posted = { accrued: amount(0), paid: amount(pays(100_000, tiers, 'retro')) }
    expect(text(posted.paid)).toBe('3000')
    const entitlement = amount(pays(95_000, tiers, 'retro'))
    expect(text(entitlement)).toBe('1900')
    expect(paymentLines(entitlement, posted, 'EUR')).toEqual([{ type: 'Delta Payment', amount: amount(-1_100) }])
  })

  it('D9: the accrual is taken back by a row of its own', () => {
    const accrual = accrualLines(amount(1_000), nothingPosted, 'EUR')
    const payment = paymentLines(amount(1_020), { accrued: amount(1_000), paid: amount(0) }, 'EUR')
    expect([...accrual, ...payment].map(({ type, amount: value }) => `${type} ${text(value)}`)).toEqual([
      'Accrual 1000',
      'Accrual Reversal -1000',
      'Payment 1020',
    ])
    expect(reversalOf(accrual[0]!)).toEqual(payment[0])
  })
})
