import { expect, test } from 'vitest'
import { partsOf } from './message-parts.ts'

const people = [
  { name: 'Anna', email: 'a@x.example' },
  { name: 'Anna Meyer', email: 'anna@x.example' },
]

test('names, pages and addresses stand out in a message, everything else stays', () => {
  const text = '@Anna Meyer see /contracts?search=C-1 or https://x.example/a. Thanks @Annabel'
  const parts = partsOf(text, people)
  expect(parts.filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'name', text: '@Anna Meyer' },
    { kind: 'page', text: '/contracts?search=C-1' },
    { kind: 'address', text: 'https://x.example/a' },
  ])
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(partsOf('1/2 and //evil.example', [])).toEqual([{ kind: 'text', text: '1/2 and //evil.example' }])
})
