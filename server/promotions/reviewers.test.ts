import { expect, test } from 'vitest'
import { refusedPlace, type Reviewer } from './reviewers.ts'

const reviewers: readonly Reviewer[] = [
  { country: 'Norway', territory: null, name: 'Ana Ortega', email: 'Ana@here.test' },
  { country: 'Norway', territory: 'NO-NORTH', name: 'Bo Berg', email: 'bo@here.test' },
  { country: 'Sweden', territory: 'SE-NORTH', name: 'Bo Berg', email: 'bo@here.test' },
  { country: 'Finland', territory: null, name: 'E9', email: null },
]
const refused = (email: string, country: string, territory: string | null = null) =>
  refusedPlace(reviewers, { email }, { country, territory })

test('a market is decided on by whom its rules name, a territory by its manager as well, and others by whoever may review', () => {
  expect(refused('ana@here.test', 'Norway')).toBeNull()
  expect(refused('ana@here.test', 'Norway', 'NO-NORTH')).toBeNull()
  expect(refused('bo@here.test', 'Norway', 'NO-NORTH')).toBeNull()
  expect(refused('bo@here.test', 'Norway')).toBe(
    'Norway is reviewed by Ana Ortega. Whoever keeps the promotion rules can name somebody else.',
  )
  expect(refused('cy@here.test', 'Norway', 'NO-NORTH')).toContain('NO-NORTH is reviewed by Ana Ortega, Bo Berg.')
  expect(refused('cy@here.test', 'Sweden', 'SE-NORTH')).toBeNull()
  // Who cannot sign in decides nothing, and nobody else does instead.
  expect(refused('cy@here.test', 'Finland')).toContain('Finland is reviewed by E9.')
})
