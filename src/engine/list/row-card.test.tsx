import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { cardFields } from './row-card.tsx'

const fields = Object.entries({
  number: f.text(),
  claimant: f.text(),
  kind: f.choice(['a', 'b']),
  memo: f.text(),
  day: f.date(),
  status: f.choice([{ value: 'open', label: 'Open', tone: 'warn' }]),
  amount: f.money({ currency: 'EUR' }),
  disputed: f.flag(),
}).map(([name, spec]) => normalizeField(name, spec))

const names = (wanted: readonly string[]) => {
  const { first, amount } = cardFields(
    wanted.map((name) => fields.find((field) => field.name === name)!),
    ['number'],
  )
  return [first.map(({ name }) => name), amount?.name]
}

test('a card says what comes first, and where the record stands', () => {
  expect(names(['number', 'claimant', 'kind', 'memo', 'day', 'status', 'amount', 'disputed'])).toEqual([
    ['claimant', 'kind', 'status'],
    'amount',
  ])
  expect(names(['number', 'status', 'claimant', 'memo', 'day'])).toEqual([['status', 'claimant', 'memo'], undefined])
  expect(names(['number', 'disputed', 'kind', 'claimant', 'memo', 'day'])).toEqual([
    ['kind', 'claimant', 'memo'],
    undefined,
  ])
})
