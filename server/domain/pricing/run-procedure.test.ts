import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { amount, sumOf } from '../calculation/amount.ts'
import { runProcedure, type Priced } from './run-procedure.ts'
import type { Bucket, Found, Step } from './step.ts'

const step = (sequence: number, more: Partial<Step> & { readonly of?: number | string }): Step => {
  const { of = 0, ...rest } = more
  return {
    sequence,
    component: `Step ${sequence}`,
    calcType: 'percent',
    value: amount(of),
    base: 'running',
    sign: 1,
    bucket: 'on-invoice',
    statistical: false,
    group: null,
    formula: null,
    condition: null,
    required: true,
    ...rest,
  }
}

const listPrice = (of: number): Step => step(10, { calcType: 'amount', of, bucket: 'list' })
const priced = (more: Partial<Priced> = {}): Priced => ({
  facts: {},
  found: new Map(),
  cost: null,
  decimals: 2,
  ...more,
})
const running = (steps: readonly Step[], more?: Partial<Priced>): string[] =>
  runProcedure(steps, priced(more)).lines.map((line) => line.running.toFixed(2))

describe('worked examples', () => {
  it('E30: percents of the base and of the price as it stands, and amounts', () => {
    expect(
      running([
        listPrice(1000),
        step(20, { of: 5, base: 'original' }),
        step(30, { of: 2, sign: -1 }),
        step(40, { calcType: 'amount', of: 10 }),
        step(50, { of: 5 }),
        step(60, { calcType: 'amount', of: 2 }),
        step(70, { of: 5 }),
      ]).slice(1),
    ).toEqual(['1050.00', '1029.00', '1039.00', '1090.95', '1092.95', '1147.60'])
  })

  it('E32: of two discounts the better one, and a third on top', () => {
    const best = (sequence: number, of: number) => step(sequence, { calcType: 'amount', of, sign: -1, group: 'best' })
    const { pocket, lines } = runProcedure(
      [listPrice(100), best(20, 10), best(30, 20), step(40, { calcType: 'amount', of: 30, sign: -1 })],
      priced(),
    )
    expect(pocket.toFixed()).toBe('50')
    expect(lines.map(({ counts, remark }) => [counts, remark])).toEqual([
      [true, ''],
      [false, 'Step 30 is better'],
      [true, ''],
      [true, ''],
    ])
  })

  it('E37: list, invoice, net and pocket price', () => {
    const less = (sequence: number, of: number, bucket: Bucket) =>
      step(sequence, { calcType: 'amount', of, sign: -1, bucket })
    const { list, invoice, net, pocket, cost, margin, marginPercent } = runProcedure(
      [listPrice(100), less(20, 15, 'on-invoice'), less(30, 5, 'off-invoice'), less(40, 3, 'cost')],
      priced({ cost: amount(61.6) }),
    )
    expect([list, invoice, net, pocket].map(Number)).toEqual([100, 85, 80, 77])
    expect([cost, margin, marginPercent].map(Number)).toEqual([61.6, 15.4, 20])
  })
})

describe('steps', () => {
  it('find their value in lookups, formulas and conditions', () => {
    const found = new Map<number, Found>([
      [10, { kind: 'amount', value: amount('12.50'), source: 'List 2026' }],
      [20, { kind: 'percent', value: amount(10), source: 'Customer discount' }],
    ])
    const { lines, pocket } = runProcedure(
      [
        step(10, { calcType: 'lookup', value: null, bucket: 'list' }),
        step(20, { calcType: 'lookup', value: null, sign: -1 }),
        step(30, { calcType: 'formula', value: null, sign: -1, formula: parseExpression('round(step_10 * 0.02, 4)') }),
        step(40, { of: 50, sign: -1, condition: parseExpression('quantity >= 100') }),
        step(50, { of: 1, sign: -1, base: 20, condition: parseExpression('country = "Spain"') }),
      ],
      priced({ facts: { quantity: '20', country: 'Spain' }, found }),
    )
    expect(lines.map((line) => line.amount.toFixed(2))).toEqual(['12.50', '-1.25', '-0.25', '0.00', '-0.11'])
    expect(lines.map((line) => line.remark)).toEqual([
      'List 2026',
      'Customer discount',
      '',
      'Its condition does not hold',
      '',
    ])
    expect(pocket.toFixed(2)).toBe('10.89')
  })

  it('that hang on another belong to the price after it', () => {
    const { net } = runProcedure(
      [
        listPrice(100),
        step(10.1, { of: 10, sign: -1 }),
        step(20, { of: 10, sign: -1, base: 10, bucket: 'off-invoice' }),
      ],
      priced(),
    )
    expect(net.toFixed()).toBe('81')
  })

  it('that have to find a value and do not keep the line from being priced', () => {
    const none = { calcType: 'lookup', value: null } as const
    const steps = [
      step(10, { ...none, bucket: 'list' }),
      step(20, { ...none, required: false }),
      step(30, { calcType: 'formula', value: null, formula: parseExpression('1 / number(nothing)') }),
    ]
    expect(runProcedure(steps, priced()).faults).toEqual([
      { sequence: 10, component: 'Step 10', message: 'Nothing was found for this step' },
      { sequence: 30, component: 'Step 30', message: 'The formula has no value for this step' },
    ])
  })

  it('of the kind statistical in the bucket cost are what the product costs', () => {
    const cost = step(20, { calcType: 'amount', of: 40, bucket: 'cost', statistical: true })
    const whole = runProcedure([listPrice(100), cost], priced({ cost: amount(1) }))
    expect([whole.pocket, whole.cost, whole.margin].map(Number)).toEqual([100, 40, 60])
  })
})

const anyStep = fc.record({
  calcType: fc.constantFrom('percent' as const, 'amount' as const),
  of: fc.integer({ min: 0, max: 9999 }).map((hundredths) => hundredths / 100),
  base: fc.constantFrom('original' as const, 'running' as const, 10),
  sign: fc.constantFrom(1 as const, -1 as const),
  bucket: fc.constantFrom<Bucket>('list', 'on-invoice', 'off-invoice', 'cost'),
  statistical: fc.boolean(),
  group: fc.option(fc.constantFrom('a', 'b')),
})
const procedure = fc
  .tuple(fc.integer({ min: 0, max: 100_000 }), fc.array(anyStep, { maxLength: 8 }))
  .map(([price, steps]) => [listPrice(price / 100), ...steps.map((one, at) => step(20 + at * 10, one))])

describe('always', () => {
  it('the buckets add up to the pocket price, which is where the last step leads', () => {
    fc.assert(
      fc.property(procedure, fc.integer({ min: 0, max: 4 }), (steps, decimals) => {
        const { lines, list, onInvoice, offInvoice, toServe, pocket } = runProcedure(steps, priced({ decimals }))
        expect(sumOf([list, onInvoice, offInvoice, toServe]).eq(pocket)).toBe(true)
        expect(lines.at(-1)!.running.eq(pocket)).toBe(true)
        expect(sumOf(lines.filter((line) => line.counts).map((line) => line.amount)).eq(pocket)).toBe(true)
      }),
    )
  })

  it('statistical steps change no price', () => {
    const alone = (one: Step): Step => (one.statistical ? { ...one, group: null } : one)
    fc.assert(
      fc.property(procedure, (steps) => {
        const all = steps.map(alone)
        // Where one stood between two of a group, they would have become neighbours.
        fc.pre(all.every(({ group }) => group === null))
        const without = all.filter(({ statistical }) => !statistical)
        expect(runProcedure(all, priced()).pocket.toFixed()).toBe(runProcedure(without, priced()).pocket.toFixed())
      }),
    )
  })

  it('of a group no other step would have been cheaper for the customer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(anyStep, { minLength: 2, maxLength: 6 }),
        (price, some) => {
          const group = some.map((one, at) => step(20 + at, { ...one, statistical: false, group: 'a' }))
          const { pocket } = runProcedure([listPrice(price), ...group], priced())
          for (const one of group) expect(pocket.lte(runProcedure([listPrice(price), one], priced()).pocket)).toBe(true)
        },
      ),
    )
  })
})

describe('a unit of several base units', () => {
  const units = amount(24)
  it('has amounts and formulas of a base unit, and what was found of the unit itself', () => {
    const found = new Map<number, Found>([[10, { kind: 'amount', value: amount('100.01'), source: 'Of a case' }]])
    const formula = parseExpression('if(running > 4, running * 0.06 + cost, 0)')
    const { lines, cost, margin } = runProcedure(
      [
        step(10, { calcType: 'lookup', bucket: 'list' }),
        step(20, { calcType: 'amount', of: '0.25' }),
        step(30, { calcType: 'formula', formula, sign: -1 }),
      ],
      priced({ units, found, cost: amount('24.48') }),
    )
    // 100.01; a quarter for each of 24; 6 % of 106.01 and 1.02 for each of 24.
    expect(lines.map((line) => line.amount.toFixed())).toEqual(['100.01', '6', '-30.84'])
    expect([cost?.toFixed(), margin?.toFixed()]).toEqual(['24.48', '50.69'])
  })

  it('rounds a half that the division by its base units missed', () => {
    const formula = parseExpression('running * 0.05')
    const found = new Map<number, Found>([[10, { kind: 'amount', value: amount('100.10'), source: '' }]])
    const { lines } = runProcedure(
      [step(10, { calcType: 'lookup', bucket: 'list' }), step(20, { calcType: 'formula', formula })],
      priced({ units, found }),
    )
    expect(lines[1]!.amount.toFixed()).toBe('5.01')
  })

  it('has no margin in percent of a price that leaves nothing or less', () => {
    const { margin, marginPercent } = runProcedure(
      [listPrice(10), step(20, { calcType: 'amount', of: -11 })],
      priced({ cost: amount(5) }),
    )
    expect([margin?.toFixed(), marginPercent]).toEqual(['-6', null])
  })
})
