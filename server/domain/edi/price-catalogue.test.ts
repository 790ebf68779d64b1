import { describe, expect, it } from 'vitest'
import { type MappedElement, readCatalogue, writeCatalogue } from './price-catalogue.ts'

const one = (
  sequence: number,
  level: MappedElement['level'],
  segment: string,
  element: number,
  what: { readonly field?: string; readonly constant?: string },
  required = false,
): MappedElement => ({
  sequence,
  level,
  segment,
  element,
  field: what.field ?? null,
  constant: what.constant ?? null,
  required,
})

const mapping: readonly MappedElement[] = [
  one(10, 'header', 'BCT', 1, { constant: 'PC' }),
  one(10, 'header', 'BCT', 2, { field: 'price_list' }, true),
  one(20, 'header', 'DTM', 1, { constant: '007' }),
  one(20, 'header', 'DTM', 2, { field: 'list_from' }),
  one(30, 'line', 'LIN', 2, { constant: 'VP' }),
  one(30, 'line', 'LIN', 3, { field: 'material_number' }, true),
  one(40, 'line', 'DTM', 1, { constant: '036' }),
  one(40, 'line', 'DTM', 2, { field: 'valid_to' }),
  one(50, 'line', 'CTP', 2, { constant: 'UCP' }),
  one(50, 'line', 'CTP', 3, { field: 'price' }, true),
  one(50, 'line', 'CTP', 4, { field: 'qty_from' }),
]
const list = { price_list: 'STANDARD', list_from: '2026-01-01' }
const prices = [
  { material_number: 'M*1', price: '12.5', qty_from: '0', valid_to: '2026-12-31' },
  { material_number: 'M2', price: null, qty_from: null, valid_to: null },
  { material_number: 'M3', price: '7', qty_from: '100', valid_to: null },
]
const envelope = { sender: 'US', receiver: 'THEM', control: 7, date: '2026-02-03', time: '04:05' }

describe('a price list as an 832', () => {
  const { text, segments, leftOut } = writeCatalogue(mapping, list, prices, envelope)

  it('has its header once and lines for each price, without segments that say nothing', () => {
    const body = text.split('\n').slice(3, -4)
    expect(body).toEqual([
      'BCT*PC*STANDARD~',
      'DTM*007*20260101~',
      'LIN**VP*M 1~',
      'DTM*036*20261231~',
      'CTP**UCP*12.5*0~',
      'LIN**VP*M3~',
      'CTP**UCP*7*100~',
    ])
    expect(segments).toBe(7)
  })

  it('tells the prices that lack what is required', () => {
    expect(leftOut).toEqual([{ row: 2, reason: 'It has no price' }])
    expect(() => writeCatalogue(mapping, {}, prices, envelope)).toThrow(/no price_list/)
  })

  it('is read back as it was written', () => {
    expect(readCatalogue(mapping, text)).toEqual({
      list,
      prices: [
        { material_number: 'M 1', price: '12.5', qty_from: '0', valid_to: '2026-12-31' },
        { material_number: 'M3', price: '7', qty_from: '100' },
      ],
      unknown: [],
    })
    const more = text.replace('LIN**VP*M3~', 'PO4*12~\nLIN**VP*M3~').replace('SE*9', 'SE*10')
    expect(readCatalogue(mapping, more).unknown).toHaveLength(1)
    expect(() => readCatalogue(mapping, text.replaceAll('832', '845'))).toThrow(/no transaction set 832/)
  })
})
