import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import type { TextFormat } from './field-type.ts'
import { cellFromText, parseCell } from './file-cell.ts'
import { fieldTypes } from './registry.ts'

const point: TextFormat = { decimal: '.', dateOrder: 'YMD' }
const comma: TextFormat = { decimal: ',', dateOrder: 'DMY' }
const amount = normalizeField('amount', f.money({ currency: 'currency', max: 9999 }))
const euros = normalizeField('euros', f.money({ currency: 'EUR' }))
const day = normalizeField('day', f.date())
const moment = normalizeField('moment', f.dateTime())

const valueOf = (parsed: ReturnType<typeof parseCell>): unknown => (parsed.ok ? parsed.value : null)

test.each([
  ['€ 12,50', comma, '12.50'],
  ['12,50 EUR', comma, '12.50'],
  ['12,50 €', comma, '12.50'],
  ['1.234,50- EUR', comma, '-1234.50'],
  ['$1,234.50', point, '1234.50'],
  ['-$1,234.50', point, '-1234.50'],
  ['$-1,234.50', point, '-1234.50'],
  ['($1,234.50)', point, '-1234.50'],
  ['(1,234.50)', point, '-1234.50'],
  ['USD 1,234.50', point, '1234.50'],
  ['US$ 1,234.50', point, '1234.50'],
  // One currency, and nothing but an amount beside it.
  ['€ 12 EUR', point, null],
  ['12 pieces', point, null],
  ['EUR', point, null],
  ['1 EUR 2', point, null],
  ['1.2.3 EUR', point, null],
])('the amount %s', (text, format, expected) => {
  expect(valueOf(parseCell(text, amount, format))).toBe(expected)
})

test('another currency than the one that is known is refused, and so is one where there is none', () => {
  expect(valueOf(parseCell('€ 5', euros, point))).toBe('5')
  expect(parseCell('$ 5', euros, point)).toEqual({ ok: false, reason: '"$ 5" is not in EUR' })
  expect(valueOf(parseCell('$ 5', amount, point, 'CAD'))).toBe('5')
  expect(parseCell('US$ 5', amount, point, 'CAD')).toEqual({
    ok: false,
    reason: '"US$ 5" is not in the currency of its record',
  })
  for (const field of [normalizeField('bare', f.money()), normalizeField('size', f.decimal(9, 2))])
    expect(parseCell('$ 5', field, point)).toEqual({ ok: false, reason: '"$ 5" is not a number' })
})

test('an amount that does not fit says why, with its currency as without', () => {
  expect(parseCell('EUR 12,000.00', amount, point)).toEqual({ ok: false, reason: 'At most 9999' })
})

test.each([
  ['12-AUG-26', '2026-08-12'],
  ['12 Aug 2026', '2026-08-12'],
  ['Aug 12, 2026', '2026-08-12'],
  ['August 12th, 2026', '2026-08-12'],
  ['12. August 2026', '2026-08-12'],
  ['3. März 2026', '2026-03-03'],
  ['3 févr. 2026', '2026-02-03'],
  ['03/OKT/2026', '2026-10-03'],
  ['2026-Aug-12', '2026-08-12'],
  ['31-DEC-99', '1999-12-31'],
  // No such day, no such month, no year, more than a day.
  ['31 Feb 2026', null],
  ['12 Foo 2026', null],
  ['12 Aug', null],
  ['Aug 2026', null],
  ['12 Aug 2026 13', null],
])('the day %s', (text, expected) => {
  for (const format of [point, comma]) expect(valueOf(parseCell(text, day, format))).toBe(expected)
})

test('a moment has its time behind the name of the month', () => {
  expect(valueOf(parseCell('12-AUG-26 8:15', moment, point))).toBe('2026-08-12T08:15:00.000Z')
  expect(valueOf(parseCell('Aug 12, 2026 08:15:30 +0200', moment, point))).toBe('2026-08-12T06:15:30.000Z')
  expect(valueOf(parseCell('12 Aug 2026 25:00', moment, point))).toBeNull()
})

test('columns of plain numbers and days are compiled as without any of this', () => {
  const plain = { bytes: 10, whole: 8, fraction: 2 }
  for (const [field, form] of [
    [amount, 'number'],
    [day, 'day'],
    [moment, 'instant'],
  ] as const) {
    const seen = { ...plain, form }
    expect(cellFromText('c', field, point, seen)).toEqual(fieldTypes[field.type].fromText!('c', field, point, seen))
  }
})
