import { describe, expect, test } from 'vitest'
import { passwordIssues } from './password-policy.ts'

const codes = (password: string, email = 'anna.berg@northgate.example') =>
  passwordIssues(password, email).map((issue) => issue.code)

describe('password policy', () => {
  test.each([
    ['short', ['too_short']],
    ['Password1234!', ['too_common']],
    ['P@ssw0rd2026', ['too_common']],
    ['welcomewelcome', ['too_common']],
    ['Passw0rd!Passw0rd!', ['too_common']],
    ['P@ssw0rd!P@ssw0rd!', ['too_common']],
    ['W3lcome-W3lcome$', ['too_common']],
    ['anna.berg@northgate.example', ['contains_email']],
    ['annaberg1234', ['contains_email']],
    ['aaaaaaaaaaaaaaaa', ['too_simple']],
    ['123456789012', ['too_simple']],
    ['abcdefghijklmnop', ['too_simple']],
    ['x'.repeat(201), ['too_long', 'too_simple']],
  ])('refuses %s', (password, expected) => {
    expect(codes(password)).toEqual(expect.arrayContaining(expected))
  })

  test.each(['violet harbour lantern', 'Tq8-mmz-41-Kuchen', 'a quiet Tuesday in Bergen'])('accepts %s', (password) => {
    expect(codes(password)).toEqual([])
  })

  test('every issue names its field in words', () => {
    expect(passwordIssues('abc', '', 'password')).toContainEqual({
      path: ['password'],
      code: 'too_short',
      message: 'Use at least 12 characters.',
    })
  })
})
