import { describe, expect, test } from 'vitest'
import { can } from './authorize.ts'

const holding = (...permissions: string[]) => ({ permissions: new Set(permissions) })

describe('can', () => {
  test.each([
    [['masters.write'], 'masters.write', true],
    [['masters.write'], 'masters.delete', false],
    [['masters.*'], 'masters.delete', true],
    [['masters.*'], 'masters.customer.write', true],
    [['masters.*'], 'mastersx.write', false],
    [['*'], 'transactions.write', true],
    [['*'], 'platform.organizations', false],
    [['*', 'platform.organizations'], 'platform.organizations', true],
    [['platform.*'], 'platform.organizations', true],
    [[], 'any', true],
    [[], undefined, true],
    [[], 'masters.read', false],
  ])('%j and %s: %s', (held, wanted, expected) => {
    expect(can(holding(...held), wanted)).toBe(expected)
  })
})
