import { expect, test } from 'vitest'
import { localeOnPaper } from './statement-paper.ts'

test.each([
  ['de', 'en-GB', 'de'],
  ['de_AT', 'en-GB', 'de-AT'],
  ['FR', undefined, 'fr'],
  ['', 'de-DE', 'de-DE'],
  ['german', 'nl', 'nl'],
  ['', undefined, 'en-GB'],
  ['en', 'de-DE', 'en-GB'],
])('a statement for %j, issued by one who reads %j, is written as in %s', (language, issuer, locale) =>
  expect(localeOnPaper(language, issuer)).toBe(locale),
)
