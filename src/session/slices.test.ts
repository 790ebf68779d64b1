// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { persistedSlices, restoreSlices, slices } from './slices.ts'

beforeEach(() => {
  localStorage.clear()
  slices.purge()
})
afterEach(() => vi.useRealTimers())

test('B036 only the five slices of the whitelist are persisted', () => {
  expect([...persistedSlices].toSorted()).toEqual([
    'customerData',
    'financialCloseData',
    'holidayCalendarData',
    'loginData',
    'profileData',
  ])
  slices.set('customerData', { id: 3 })
  const stored = JSON.parse(localStorage.getItem('tierline:slices') ?? '{}') as object
  expect(Object.keys(stored).toSorted()).toEqual([...persistedSlices].toSorted())
})

test('B036 what is stored beside the whitelist is not taken up', async () => {
  await restoreSlices(async () => JSON.stringify({ customerData: { id: 3 }, other: 1 }))
  expect(slices.get('customerData')).toEqual({ id: 3 })
  expect((slices.get as (name: string) => unknown)('other')).toBeUndefined()
})

test('B037 B038 the state is restored from local storage at start', async () => {
  localStorage.setItem(
    'tierline:slices',
    JSON.stringify({ loginData: { user: { id: 7, email: 'a@b', name: 'A' }, error: null } }),
  )
  await restoreSlices()
  expect(slices.get('loginData').user?.id).toBe(7)
})

test('what cannot be read is forgotten', async () => {
  await restoreSlices(async () => '{broken')
  expect(slices.get('loginData')).toEqual({ user: null, error: null })
})

test('B039 a restore that takes longer than 5000 ms ends in an error', async () => {
  vi.useFakeTimers()
  const outcome = restoreSlices(() => new Promise(() => undefined)).catch((error: unknown) => error)
  let settled = false
  void outcome.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(4999)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(outcome).resolves.toMatchObject({
    name: 'RestoreTimeoutError',
    message: 'Your session could not be restored within 5 seconds.',
  })
})
