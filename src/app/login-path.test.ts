import { expect, test } from 'vitest'
import { isProviderAnswer, loginPath, returnPath } from './login-path.ts'

test('signing in keeps the path that was wanted', () => {
  const path = loginPath('/sales-data?country=Spain&page=2')
  expect(returnPath(new URLSearchParams(path.split('?')[1]))).toBe('/sales-data?country=Spain&page=2')
  expect(loginPath('/')).toBe('/login')
  expect(loginPath(null)).toBe('/login')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login?return=/x', ''])(
  'a return path like %s is not followed',
  (path) => {
    expect(returnPath(new URLSearchParams({ return: path }))).toBe('/')
  },
)

test('an answer of the provider carries a state and a code, or an error', () => {
  expect(isProviderAnswer(new URLSearchParams('code=1&state=2'))).toBe(true)
  expect(isProviderAnswer(new URLSearchParams('error=denied&state=2'))).toBe(true)
  expect(isProviderAnswer(new URLSearchParams('code=1'))).toBe(false)
})
