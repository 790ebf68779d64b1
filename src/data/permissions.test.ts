import { expect, test } from 'vitest'
import { covers } from './permissions.ts'

test('permissions cover themselves, their area and what a star means', () => {
  expect(covers([], 'any')).toBe(true)
  expect(covers(['masters.write'], 'masters.write')).toBe(true)
  expect(covers(['masters.*'], 'masters.prices.write')).toBe(true)
  expect(covers(['masters.read'], 'masters.write')).toBe(false)
  expect(covers(['*'], 'masters.write')).toBe(true)
  expect(covers(['*'], 'platform.organizations')).toBe(false)
})
