import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeRequest, requestFigures, type RequestLimits, type RequestLine } from './judge-request.ts'

const limits: RequestLimits = {
  max_discount_percent: '15',
  min_margin_percent: '20',
  beyond_limits: 'exception',
  below_cost: 'refused',
  overlap: 'told',
  max_days: 365,
}
const line = (more: Partial<RequestLine> = {}): RequestLine => ({
  line: 1,
  material_number: 'M1',
  quantity: '10',
  current_price: '10',
  requested_price: '9',
  cost: '6',
  agreements: [],
  reason: 'known',
  is_known: true,
  ...more,
})
const found = (lines: readonly RequestLine[], more: Partial<RequestLimits> = {}, days = 180) =>
  judgeRequest({ ...limits, ...more }, { days, lines }).map(({ line: at, severity, finding }) => [
    at,
    severity,
    finding,
  ])

test('within its limits nothing is found, and limits themselves are within', () => {
  expect(found([line()])).toEqual([])
  expect(found([line({ requested_price: '8.5', cost: '6.80' })], {}, 365)).toEqual([])
})

test('beyond the limits it is an exception or refused, below cost refused, each told at its line', () => {
  expect(
    found([line({ requested_price: '8.4', cost: '7' }), line({ line: 2, material_number: 'M2', cost: '9.01' })]),
  ).toEqual([
    [1, 'exception', 'The discount of 16 % is more than 15 %'],
    [1, 'exception', 'The margin is below 20 %'],
    [2, 'refused', 'It is below cost'],
  ])
  expect(found([line({ requested_price: '8.4' })], { beyond_limits: 'refused' })[0]?.[1]).toBe('refused')
  expect(found([line()], {}, 366)).toEqual([[null, 'exception', 'It holds for 366 days, longer than 365']])
})

test('other agreements, reasons and what is not known are told', () => {
  const doubtful = line({ agreements: ['PC-000007'], cost: null, current_price: null, reason: 'without note' })
  expect(found([doubtful, line({ line: 2 })])).toEqual([
    [1, 'refused', 'Its reason needs a note'],
    [1, 'told', 'There is no price to compare it with'],
    [1, 'told', 'Its standard cost is not known in this currency'],
    [1, 'told', 'PC-000007 has a price of it on some of the same days'],
    [2, 'refused', 'Line 1 asks for a price of it already'],
  ])
  expect(found([line({ is_known: false, reason: 'inactive' })])).toEqual([
    [1, 'refused', 'There is no such material'],
    [1, 'refused', 'Its reason is not in use'],
  ])
})

test('a request says what it comes to', () => {
  expect(requestFigures([line(), line({ quantity: '5', cost: null, requested_price: '8' })])).toEqual({
    current_value: '150.00',
    requested_value: '130.00',
    discount_value: '20.00',
    discount_percent: '13.33',
    margin_percent: '33.33',
  })
  expect(requestFigures([])).toMatchObject({ current_value: '0.00', discount_percent: null, margin_percent: null })
})

test('what is given away is never more than the value now where no price is negative', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(999), fc.nat(9999), fc.nat(9999))), (rows) => {
      const figures = requestFigures(
        rows.map(([quantity, current, requested]) => ({
          quantity: String(quantity),
          current_price: (current / 100).toFixed(2),
          requested_price: (requested / 100).toFixed(2),
          cost: null,
        })),
      )
      expect(Number(figures.discount_value)).toBeLessThanOrEqual(Number(figures.current_value))
      expect(Number(figures.current_value) - Number(figures.discount_value)).toBeCloseTo(
        Number(figures.requested_value),
        6,
      )
    }),
  ))
