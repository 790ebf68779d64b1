import { expect, test } from 'vitest'
import fc from 'fast-check'
import { buydownPercent } from './buydown.ts'

test('nothing but the principal comes back in 36 months where 6 percent were usual', () => {
  // 100 / 36 = 2.777778 a month; a month of 6 % over 36 is 3.042194 of 100: 2.777778 / 3.042194 = 0.913084.
  expect(Number(buydownPercent('6', '0', 36))).toBeCloseTo(8.6916, 4)
  // One month: 100 come back after a month in which 0.5 % were usual.
  expect(buydownPercent('6', '0', 1)).toBe('0.497512')
  expect(Number(buydownPercent('6.9', '2.9', 48))).toBeCloseTo(7.6, 0)
})

test('an offer that is no lower costs nothing', () => {
  expect(buydownPercent('4.9', '4.9', 24)).toBe('0')
  expect(buydownPercent('4.9', '6', 24)).toBe('0')
  expect(() => buydownPercent('4.9', '0', 0)).toThrow(RangeError)
})

test('it is what the payments are worth less, and more the longer and the lower', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 199 }),
      fc.integer({ min: 1, max: 120 }),
      (a, b, months) => {
        const [standard, offered] = [Math.max(a, b) / 10, Math.min(a, b) / 10]
        const found = Number(buydownPercent(String(standard), String(offered), months))
        const usual = standard / 1200
        const own = offered / 1200
        const part = own === 0 ? 1 / months : own / (1 - (1 + own) ** -months)
        const worth = Array.from({ length: months }, (_, at) => part / (1 + usual) ** (at + 1)).reduce(
          (sum, one) => sum + one,
          0,
        )
        expect(found).toBeCloseTo(100 * (1 - worth), 4)
        expect(found).toBeLessThanOrEqual(Number(buydownPercent(String(standard), '0', months)))
      },
    ),
  ))
