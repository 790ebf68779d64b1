// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { localKeys, sessionKeys } from './storage-keys.ts'
import { storedToken } from './stored-token.ts'

const session = { [localKeys.loggedIn]: 'true', [localKeys.accessToken]: 'token-1' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a tab that was there before goes on with the session', () => {
  Object.assign(localStorage, session)
  Object.assign(sessionStorage, { [sessionKeys.tab]: '1' })
  expect(storedToken()).toBe('token-1')
})

test('in a fresh tab it is not certain yet', () => {
  Object.assign(localStorage, session)
  expect(storedToken()).toBeNull()
})

test('the reloaded last tab finds what it has carried over, and leaves it there', () => {
  const carried = JSON.stringify(session)
  Object.assign(sessionStorage, { [sessionKeys.tab]: '1', [sessionKeys.carried]: carried })
  expect(storedToken()).toBe('token-1')
  expect(sessionStorage.getItem(sessionKeys.carried)).toBe(carried)
  expect(localStorage).toHaveLength(0)
})

test('who has signed out has none', () => {
  Object.assign(sessionStorage, { [sessionKeys.tab]: '1' })
  expect(storedToken()).toBeNull()
  Object.assign(localStorage, { [localKeys.accessToken]: 'token-1' })
  expect(storedToken()).toBeNull()
})
