import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { readBlock } from '#src/widgets/copied-block.ts'
import { blockText, readColumn } from './clipboard.ts'
import { runAtOnce } from './slices.ts'

const read = (...given: Parameters<typeof readColumn>) => runAtOnce(readColumn(...given))

const text = normalizeField('name', f.text())
const value = normalizeField('value', f.decimal(12, 2))
const price = normalizeField('price', f.money())
const small = normalizeField('small', f.decimal(5, 2, { max: 999 }))
const day = normalizeField('day', f.date())
const type = normalizeField(
  'type',
  f.choice([
    { value: 'S', label: 'Sale' },
    { value: 'R', label: 'Return' },
  ]),
)

test('a column is read in the way that reads all of it', () => {
  expect(read(['1.234,50', '2,5', ''], value, 'en')).toEqual(['1234.50', '2.5', null])
  expect(read(['1,234.5', '2.5'], value, 'de')).toEqual(['1234.5', '2.5'])
  expect(read(['1,234'], value, 'en')).toEqual(['1234'])
  expect(read(['31.12.2025', '01.02.2026'], day, 'en-US')).toEqual(['2025-12-31', '2026-02-01'])
  expect(read(['12/31/2025'], day, 'en-GB')).toEqual(['2025-12-31'])
  expect(read(['€ 12.50', '12.50 EUR', '$3'], price, 'en')).toEqual(['12.50', '12.50', '3'])
})

test('choices are read by label, what cannot be read stays as it is', () => {
  expect(read(['return', 'S', 'Gift'], type, 'en')).toEqual(['R', 'S', 'Gift'])
  expect(read(['2.5', 'many'], value, 'en')).toEqual(['2.5', 'many'])
})

test('a number that is written otherwise than its column and means one thing only is read; what is no number stays text', () => {
  expect(read(['12,50', '1,234.56', '1.000,00'], price, 'de-DE')).toEqual(['12.50', '1234.56', '1000.00'])
  expect(read(['12.50', '1.234,56', '1,000.00'], price, 'en')).toEqual(['12.50', '1234.56', '1000.00'])
  expect(read(['12,50', '1,23,4', 'abc'], price, 'de-DE')).toEqual(['12.50', '1,23,4', 'abc'])
  // What is too large is told as that.
  expect(read(['1.000.000,5', '2,5'], small, 'de-DE')).toEqual(['1000000.5', '2.5'])
  expect(read(['31.12.2025', '12/31/2025'], day, 'de-DE')).toEqual(['2025-12-31', '12/31/2025'])
})

test('what is copied is read back', () => {
  const row = { name: 'say "hi"\tand go', value: '1234.5000', day: '2026-02-01', type: 'R' }
  const fields = [text, value, day, type]
  for (const locale of ['en', 'de']) {
    const copied = blockText([row], fields, { locale, headings: true })
    const [heads, cells] = readBlock(copied)
    expect(heads).toEqual(['Name', 'Value', 'Day', 'Type'])
    expect(fields.map((field, at) => read([cells![at]!], field, locale)[0])).toEqual([
      'say "hi"\tand go',
      '1234.5',
      '2026-02-01',
      'R',
    ])
  }
})
