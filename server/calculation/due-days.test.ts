import { describe, expect, test } from 'vitest'
import { dueDays, notDueWords } from './due-days.ts'
import type { ContractTerms, Period } from './terms.ts'

const contract = (more: Partial<ContractTerms>): ContractTerms => ({
  id: 1,
  row_version: 1,
  contract_number: 'C1',
  application_type: 'Customer Rebate',
  currency: 'EUR',
  partner_type: 'customer',
  partner_number: '1',
  own_sales_only: true,
  payment_frequency: 'quarter',
  valid_from: '2026-01-01',
  valid_to: '2026-12-15',
  eligibility: [],
  rules: [],
  tiers: [],
  payees: [],
  ...more,
})
const around = { fiscal: [{ kind: 'fiscal_period', period_from: '2025-12-29', period_to: '2026-01-25' }] }
const asked = (kind: 'Accrual' | 'Payment', from: string, to: string, more: object = {}) => ({
  kind,
  window: { from, to },
  around: {},
  ...more,
})
const rule = (evaluation_period: Period) => ({ evaluation_period })

describe('accruals begin by the last end of their frequency within the window', () => {
  test.each([
    ['month', '2026-01-01', '2026-02-10', {}, '2026-01-31'],
    ['quarter', '2026-01-01', '2026-02-10', {}, '-infinity'],
    ['quarter', '2026-01-01', '2026-06-30', {}, '2026-06-30'],
    // By the fiscal calendar of the application, and where the contract itself ends.
    ['month', '2026-01-01', '2026-01-25', {}, '-infinity'],
    ['month', '2026-01-01', '2026-01-25', { around }, '2026-01-25'],
    ['year', '2026-11-01', '2026-12-20', {}, '2026-12-15'],
    ['on_demand', '2026-01-01', '2026-01-10', {}, null],
    [null, '2026-01-01', '2026-01-10', {}, null],
  ] as const)('%s from %s to %s, with %j', (accrual_frequency, from, to, more, begun_by) => {
    const due = dueDays(contract({ accrual_frequency }), rule('month'), asked('Accrual', from, to, more))
    expect(due).toEqual({ over_by: null, begun_by, settled_to: null, due_days: null })
  })
})

describe('payments', () => {
  const payment = (more: Partial<ContractTerms>, period: Period, day: string, to = '2026-06-30') =>
    dueDays(contract(more), rule(period), asked('Payment', '2026-01-01', to, { day }))

  test('of whole periods are of those that were over so many days before', () => {
    expect(payment({}, 'quarter', '2026-07-01')).toMatchObject({ over_by: '2026-06-30', due_days: 0 })
    expect(payment({ payment_calc_days: 30 }, 'quarter', '2026-07-29')).toMatchObject({ over_by: '2026-06-29' })
    expect(payment({ payment_calc_days: 30 }, 'quarter', '2026-07-30')).toMatchObject({ over_by: '2026-06-30' })
    // However late it is, nothing beyond what is asked for.
    expect(payment({ payment_calc_days: 30 }, 'quarter', '2027-01-01')).toMatchObject({ over_by: '2026-06-30' })
  })

  test('of periods that run wait for an end of their own frequency, unless nothing was agreed', () => {
    expect(payment({}, 'year', '2026-02-01')).toMatchObject({ begun_by: null, settled_to: '2026-06-30' })
    const days = { payment_calc_days: 30 }
    expect(payment(days, 'year', '2026-04-29')).toMatchObject({ begun_by: '-infinity', settled_to: '2026-03-31' })
    expect(payment(days, 'year', '2026-04-30')).toMatchObject({ begun_by: '2026-03-31', settled_to: '2026-03-31' })
    expect(payment(days, 'year', '2026-07-30')).toMatchObject({ begun_by: '2026-06-30', settled_to: '2026-06-30' })
    const onDemand = { ...days, payment_frequency: 'on_demand' } as const
    expect(payment(onDemand, 'year', '2026-01-02')).toEqual({
      over_by: null,
      begun_by: null,
      settled_to: null,
      due_days: null,
    })
  })

  test('that are held back say until when', () => {
    const words = (days: number, dueOn: string) =>
      notDueWords(contract({ payment_calc_days: days }), asked('Payment', '2026-01-01', '2026-03-31'), dueOn)
    expect(words(1, '2026-04-01')).toBe(
      'It pays 1 day after the end of a period: what ends on 2026-03-31 is due from 2026-04-01 on',
    )
    expect(words(0, '2026-06-30')).toBe('What it owes for these periods is not due before their end, 2026-06-30')
    expect(words(30, '2026-07-30')).toBe('What it owes for these periods is not due before their end, 2026-06-30')
  })
})
