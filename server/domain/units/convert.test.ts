import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount } from '../calculation/amount.ts'
import { convertQuantity, type UnitFacts } from './convert.ts'

const facts: UnitFacts = {
  base: 'EA',
  own: [
    { uom: 'CS', numerator: '24', denominator: '1' },
    { uom: 'PAL', numerator: '960', denominator: '1' },
    { uom: 'KG', numerator: '3', denominator: '7' },
  ],
  general: [
    { uom: 'KG', base_unit: null, factor: null },
    { uom: 'G', base_unit: 'KG', factor: '0.001' },
    { uom: 'T', base_unit: 'KG', factor: '1000' },
    { uom: 'L', base_unit: null, factor: null },
  ],
}
const convert = (quantity: string, from: string, to: string, known = facts) =>
  convertQuantity(amount(quantity), from, to, known)

describe('a quantity in another unit', () => {
  it('goes by the units of the material', () => {
    expect(convert('2', 'PAL', 'CS')?.quantity.toString()).toBe('80')
    expect(convert('36', 'EA', 'CS')?.quantity.toString()).toBe('1.5')
    expect(convert('5', 'EA', 'EA')).toMatchObject({ steps: [] })
  })

  it('goes on by what units are in general, and says its steps', () => {
    const converted = convert('0.5', 'T', 'EA')
    expect(converted?.steps.map(({ from, to }) => `${from} ${to}`)).toEqual(['T KG', 'KG EA'])
    expect(converted?.quantity.toFixed(6)).toBe('214.285714')
    expect(convert('700', 'G', 'EA')?.quantity.toString()).toBe('0.3')
    expect(convert('2', 'T', 'G', { ...facts, base: null, own: [] })?.quantity.toString()).toBe('2000000')
  })

  it('is unknown where nothing leads from one unit to the other', () => {
    expect(convert('1', 'L', 'EA')).toBeNull()
    expect(convert('1', 'CS', 'EA', { ...facts, base: null })).toBeNull()
    expect(convert('1', 'X', 'Y')).toBeNull()
  })

  it('does not follow units that are nothing, nor run in a circle', () => {
    const strange: UnitFacts = {
      base: null,
      own: [],
      general: [
        { uom: 'A', base_unit: 'B', factor: '2' },
        { uom: 'B', base_unit: 'A', factor: '3' },
        { uom: 'C', base_unit: 'A', factor: '0' },
      ],
    }
    expect(convert('1', 'A', 'B', strange)?.quantity.toString()).toBe('2')
    expect(convert('1', 'C', 'A', strange)).toBeNull()
  })

  it('comes back to what it was', () => {
    const units = fc.constantFrom('EA', 'CS', 'PAL', 'KG', 'G', 'T')
    fc.assert(
      fc.property(units, units, fc.integer({ min: 1, max: 10_000_000 }), (from, to, thousandths) => {
        const quantity = amount(thousandths).div(1000)
        const there = convertQuantity(quantity, from, to, facts)!
        const again = convertQuantity(there.quantity, to, from, facts)!
        expect(again.quantity.toFixed(20)).toBe(quantity.toFixed(20))
      }),
    )
  })
})
