import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen, type Field } from '#src/definition'
import { keyWord } from './key-word.ts'

const { fields } = normalizeScreen(
  defineScreen({
    name: 'rate',
    label: ['Rate', 'Rates'],
    area: 'masters',
    endpoint: 'rates',
    table: { key: ['number'] },
    fields: {
      number: f.text({ required: true }),
      year: f.integer(),
      kind: f.choice([
        { value: 'average', label: 'Average rate' },
        { value: '*', label: 'Any rate' },
      ]),
      valid_from: f.date(),
    },
    list: { path: '/rates' },
  }),
)
const field = (name: string): Field => fields.find((one) => one.name === name)!

test('choices and days of a key are read in words, numbers and texts as they are typed', () => {
  expect(keyWord(field('kind'), 'average')).toBe('Average rate')
  expect(keyWord(field('valid_from'), '2025-12-01')).not.toBe('2025-12-01')
  expect(keyWord(field('valid_from'), '2025-12-01')).toContain('2025')
  expect(keyWord(field('year'), 2025)).toBe('2025')
  expect(keyWord(field('number'), '0010')).toBe('0010')
  expect(keyWord(undefined, 7)).toBe('7')
  expect(keyWord(field('number'), null)).toBe('')
})

test('what stands for every value says so, unless the choice has words for it', () => {
  expect(keyWord(field('number'), '*')).toBe('Every number')
  expect(keyWord(field('kind'), '*')).toBe('Any rate')
})
