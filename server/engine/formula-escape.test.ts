import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './formula-escape.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', '\uFEFF', 'a', ' ') }),
)

describe('a text in a CSV file', () => {
  test('is the same again when the apostrophe is taken away', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(unescapeFormula(escapeFormula(value))).toBe(value)
      }),
      { numRuns: 20_000 },
    )
  })

  test('is never a formula', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(escapeFormula(value)).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })

  test('is left as it is when it is no formula', () => {
    for (const value of ["'t Hooft", "'", "''", '', 'a=1', "'''x", 'O’Neil']) {
      expect([escapeFormula(value), unescapeFormula(value)]).toEqual([value, value])
    }
  })
})
