import { expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'

test('people are named by their whole name or address', () => {
  const people = [
    { name: 'Anna Meyer', email: 'anna@x.example' },
    { name: 'Anna', email: 'a+b@x.example' },
    { name: 'Lee (Ops)', email: 'lee@x.example' },
  ]
  const names = (text: string) => mentionsIn(text, people).map(({ name }) => name)
  expect(names('@Anna Meyer, is this right?')).toEqual(['Anna Meyer', 'Anna'])
  expect(names('@Annabel and anna@x.example')).toEqual([])
  expect(names('ask @a+b@x.example or @LEE (OPS)!')).toEqual(['Anna', 'Lee (Ops)'])
})
