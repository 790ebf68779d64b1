import { describe, expect, it } from 'vitest'
import { amount } from '../calculation/amount.ts'
import { convertAmount, type Rate } from './convert-amount.ts'

const rate = (from_currency: string, to_currency: string, valid_from: string, value: string, per_units = 1): Rate => ({
  from_currency,
  to_currency,
  valid_from,
  rate: value,
  per_units,
})
const rates = [
  rate('EUR', 'USD', '2026-01-01', '1.08'),
  rate('EUR', 'USD', '2026-02-01', '1.10'),
  rate('EUR', 'JPY', '2026-01-01', '158.2'),
  rate('HUF', 'EUR', '2026-01-01', '0.25', 100),
  rate('USD', 'EUR', '2026-03-01', '0.92'),
]
const convert = (value: string, from: string, to: string, day = '2026-02-15', reference: string | null = 'EUR') =>
  convertAmount(amount(value), from, to, day, reference, rates)

describe('an amount in another currency', () => {
  it('goes by the latest rate that has begun', () => {
    expect(convert('100', 'EUR', 'USD')).toMatchObject({ way: 'direct', used: [{ rate: rates[1], inverse: false }] })
    expect(convert('100', 'EUR', 'USD')?.amount.toString()).toBe('110')
    expect(convert('100', 'EUR', 'USD', '2026-01-31')?.amount.toString()).toBe('108')
    expect(convert('100', 'EUR', 'USD', '2025-12-31')).toBeNull()
  })

  it('goes by the inverse where only that is published', () => {
    const inverse = convert('110', 'USD', 'EUR')
    expect(inverse).toMatchObject({ way: 'inverse', used: [{ inverse: true }] })
    expect(inverse?.amount.toString()).toBe('100')
    expect(convert('100', 'USD', 'EUR', '2026-03-02')).toMatchObject({ way: 'direct' })
  })

  it('knows rates for a hundred of a currency, and rounds to what the currency has', () => {
    expect(convert('10000', 'HUF', 'EUR')?.amount.toString()).toBe('25')
    expect(convert('0.99', 'EUR', 'JPY')?.amount.toString()).toBe('157')
    expect(convert('1.005', 'EUR', 'EUR')?.amount.toString()).toBe('1.01')
  })

  it('goes through the reference currency where there is no rate between both', () => {
    const through = convert('100', 'USD', 'JPY')
    expect(through?.way).toBe('through')
    expect(through?.used.map(({ rate: used, inverse }) => [used.from_currency, used.to_currency, inverse])).toEqual([
      ['EUR', 'USD', true],
      ['EUR', 'JPY', false],
    ])
    // 100 / 1.1 × 158.2, divided once.
    expect(through?.amount.toString()).toBe('14382')
    expect(convert('100', 'USD', 'JPY', '2026-02-15', null)).toBeNull()
    expect(convert('100', 'USD', 'CHF')).toBeNull()
  })
})
