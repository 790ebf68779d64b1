import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { differences } from './differences.ts'

const fields = [
  normalizeField('contract_header', f.text({ label: 'Description' })),
  normalizeField('own_sales_only', f.flag({ label: 'Own sales' })),
  normalizeField(
    'currency',
    f.choice([
      { value: 'EUR', label: 'Euro' },
      { value: 'USD', label: 'US dollar' },
    ]),
  ),
  normalizeField(
    'tiers',
    f.rows({
      rule_no: f.integer({ label: 'Rule' }),
      from_value: f.decimal(18, 4, { label: 'From' }),
      rate: f.decimal(15, 6, { label: 'Rate' }),
    }),
  ),
]

const before = {
  contract_header: 'Volume',
  own_sales_only: true,
  currency: 'EUR',
  tiers: [
    { rule_no: 1, from_value: '0.0000', rate: '1' },
    { rule_no: 1, from_value: '25000', rate: '2' },
  ],
}

test('the same in another notation is no difference', () => {
  const tiers = [{ rule_no: 1, from_value: '0', rate: '1.000000' }, before.tiers[1]]
  expect(differences(fields, before, { ...before, tiers })).toEqual([])
})

test('fields are told in words, rows by what they are called', () => {
  const after = {
    contract_header: '',
    own_sales_only: false,
    currency: 'USD',
    tiers: [
      { rule_no: 1, from_value: '0', rate: '1.5' },
      { rule_no: 1, from_value: '50000', rate: '3' },
    ],
  }
  expect(
    differences(fields, before, after).map(({ place, old_value, new_value }) => [place, old_value, new_value]),
  ).toEqual([
    ['Description', 'Volume', null],
    ['Own sales', 'yes', 'no'],
    ['Currency', 'Euro', 'US dollar'],
    ['Tiers 1, 0: Rate', '1', '1.5'],
    ['Tiers 1, 25000', 'Rule: 1, From: 25000, Rate: 2', null],
    ['Tiers 1, 50000', null, 'Rule: 1, From: 50000, Rate: 3'],
  ])
})

test('rows of the same name are told by their order', () => {
  const twice = { ...before, tiers: [before.tiers[0], before.tiers[0]] }
  expect(differences(fields, { ...before, tiers: [before.tiers[0]] }, twice)).toMatchObject([
    { place: 'Tiers 1, 0 (2)', old_value: null },
  ])
})
