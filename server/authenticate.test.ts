import { expect, it } from 'vitest'
import { languagesIn } from './authenticate.ts'

it.each([
  ['de-at;q=0.8, fr', ['fr', 'de-AT']],
  ['en-GB,en;q=0.9,de;q=0', ['en-GB', 'en']],
  ['*', []],
  [undefined, []],
] as const)('reads %s', (header, languages) => {
  expect(languagesIn(header)).toEqual(languages)
})
