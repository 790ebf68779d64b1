import { describe, expect, test } from 'vitest'
import { fieldsOf, when } from './conditions.ts'
import { evaluate } from './evaluate.ts'
import { resolveDate } from './dates.ts'
import { f } from './f.ts'
import { normalizeField } from './normalize-field.ts'

const fields = [
  normalizeField('type', f.choice(['owned', '3pl'])),
  normalizeField('price', f.money()),
  normalizeField('day', f.date()),
  normalizeField('name', f.text()),
  normalizeField('moment', f.dateTime()),
]
const context = { fields, today: '2026-03-15' }
const holds = (condition: Parameters<typeof evaluate>[0], record: Record<string, unknown>) =>
  evaluate(condition, record, context)

describe('evaluate', () => {
  test('decimals compare by value, exactly', () => {
    expect(holds(when.eq('price', '10'), { price: '10.0000' })).toBe(true)
    expect(holds(when.gt('price', '9007199254740993'), { price: '9007199254740993.0001' })).toBe(true)
    expect(holds(when.between('price', '-5', '5'), { price: '-5.0001' })).toBe(false)
  })

  test('an open bound of between does not restrict', () => {
    expect(holds(when.between('price', '', '5'), { price: '-100' })).toBe(true)
    expect(holds(when.between('price', '5', ''), { price: '4.99' })).toBe(false)
  })

  test('absent values fulfil only empty, ne and notIn', () => {
    expect(holds(when.eq('name', 'x'), {})).toBe(false)
    expect(holds(when.lt('price', '0'), { price: null })).toBe(false)
    expect(holds(when.ne('name', 'x'), { name: '' })).toBe(true)
    expect(holds(when.notIn('type', ['owned']), {})).toBe(true)
    expect(holds(when.empty('name'), { name: '' })).toBe(true)
    expect(holds(when.not(when.eq('name', 'x')), {})).toBe(true)
  })

  test('relative dates count from today', () => {
    expect(holds(when.before('day', '@today'), { day: '2026-03-14' })).toBe(true)
    expect(holds(when.between('day', '@monthStart', '@monthEnd'), { day: '2026-03-31' })).toBe(true)
    expect(holds(when.gte('day', '@today-30d'), { day: '2026-02-12' })).toBe(false)
  })

  test('a month away keeps within its month, and the end of a month stays one', () => {
    const day = (text: string, today: string) => resolveDate(text, 'date', today)
    expect(day('@today-1m', '2026-03-31')).toBe('2026-02-28')
    expect(day('@monthEnd+1m', '2026-02-10')).toBe('2026-03-31')
    expect(day('@yearEnd-1m', '2026-02-10')).toBe('2026-11-30')
    expect(day('@today-1y', '2024-02-29')).toBe('2023-02-28')
    expect(day('@today+99999y', '2026-01-01')).toBe('9999-12-31')
    expect(day('@today-99999y', '2026-01-01')).toBe('0001-01-01')
  })

  test('a plain day stands for all instants of it', () => {
    const at = (moment: string) => ({ moment })
    expect(holds(when.eq('moment', '2026-03-15'), at('2026-03-15T23:59:59.999Z'))).toBe(true)
    expect(holds(when.between('moment', '2026-03-01', '2026-03-15'), at('2026-03-15T10:00:00.000Z'))).toBe(true)
    expect(holds(when.lte('moment', '@today'), at('2026-03-16T00:00:00.000Z'))).toBe(false)
    expect(holds(when.gt('moment', '2026-03-15'), at('2026-03-15T10:00:00.000Z'))).toBe(false)
    expect(holds(when.ne('moment', '2026-03-15'), at('2026-03-16T00:00:00.000Z'))).toBe(true)
    expect(holds(when.eq('moment', '2026-03-15T10:00:00.000Z'), at('2026-03-15T12:00:00+02:00'))).toBe(true)
  })

  test('parts of texts are found regardless of case, whole texts exactly', () => {
    expect(holds(when.contains('name', 'lunch'), { name: 'SPACEBOY LUNCH BOX' })).toBe(true)
    expect(holds(when.eq('name', 'lunch'), { name: 'LUNCH' })).toBe(false)
  })

  test('groups nest', () => {
    const condition = when.all(when.eq('type', '3pl'), when.any(when.gt('price', '5'), when.notEmpty('name')))
    expect(holds(condition, { type: '3pl', price: '1', name: 'x' })).toBe(true)
    expect(holds(condition, { type: '3pl', price: '1' })).toBe(false)
    expect(fieldsOf(condition)).toEqual(['type', 'price', 'name'])
  })
})
