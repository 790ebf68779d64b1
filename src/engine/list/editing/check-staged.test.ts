import { expect, test } from 'vitest'
import { f, normalizeField, when } from '#src/definition'
import { checkStaged, isUnread, rowValues, stagedText } from './check-staged.ts'

const size = normalizeField('size', f.money())
const share = normalizeField('share', f.percent())
const open = normalizeField('open', f.flag())
const at = normalizeField('at', f.dateTime())
const day = normalizeField('day', f.date())
const kind = normalizeField('kind', f.choice([{ value: 'S', label: 'Sale' }]))
const fields = [size, share, open, at, day, kind]
const base = { id: 1, row_version: 1, size: null, share: null, open: false, at: null, day: null, kind: null }
const problemsOf = (values: Record<string, unknown>) => checkStaged({ key: 'r1', id: 1, base, values }, fields).problems
const de = { locale: 'de-DE', labels: {} }

test('a text that is no value of its field is a problem and shown as the text it is', () => {
  const texts = { size: 'abc', share: 'abc', open: 'Ja', at: 'Dec 31 2025', day: '31.31.2025', kind: 'Gift' }
  const problems = problemsOf(texts)
  for (const field of fields) {
    const text = texts[field.name as keyof typeof texts]
    expect(problems[field.name], field.name).toMatch(/\w/)
    expect(isUnread(field, text), field.name).toBe(true)
    expect(stagedText(text, field, de), field.name).toBe(text)
  }
})

test('values are shown as people of the locale write them, those that do not fit too', () => {
  const large = '1234567890123456.5'
  expect(problemsOf({ size: large })['size']).toMatch(/^At most/)
  expect(stagedText(large, size, de)).toBe('1.234.567.890.123.456,50')
  expect(stagedText('12.5', share, de)).toBe('12,5 %')
  expect(stagedText(true, open, de)).toBe('Yes')
  expect(stagedText('S', kind, de)).toBe('Sale')
  expect(stagedText(null, size, de)).toBe('')
  // What an older program kept of a paste.
  expect(stagedText('1,234.56', size, de)).not.toContain('NaN')
})

test('what was typed into a cell that the rules hide now is shown as emptied, as it will be saved', () => {
  const owner = normalizeField('owner', f.text())
  const fee = normalizeField('fee', f.money({ visible: when.notEmpty('owner') }))
  const stored = { id: 1, row_version: 1, owner: 'A', fee: null }
  const check = (values: Record<string, unknown>) => {
    const record = { key: 'r1', id: 1, base: stored, values }
    return { ...checkStaged(record, [owner, fee]), shown: rowValues(stored, record, [owner, fee])['fee'] }
  }
  expect(check({ fee: '5' })).toMatchObject({ values: { fee: '5' }, cleared: {}, shown: '5' })
  expect(check({ fee: '5', owner: null })).toMatchObject({ values: { fee: null }, cleared: { fee: null }, shown: null })
  // Nobody is asked to put right what nobody sees.
  expect(check({ fee: 'many', owner: null })).toMatchObject({ values: { fee: null }, problems: {} })
})
