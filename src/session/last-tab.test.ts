// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countTabs } from './last-tab.ts'

let stops: (() => void)[] = []
let now = 1_000_000

const signedIn = () => localStorage.getItem('isLoggedIn') === 'true'
const openPage = async () => {
  const { stop, certain } = countTabs(() => now)
  stops.push(stop)
  await certain
  return stop
}
/** What the browser does when the one page of this document goes away. */
const leavePage = (stop: () => void) => {
  window.dispatchEvent(new Event('pagehide'))
  stop()
}
const anotherTab = (at = now) => localStorage.setItem('tierline:tabs', JSON.stringify({ other: at }))

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  now = 1_000_000
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('access_token', 'a')
  sessionStorage.setItem('tierline:tab', '1')
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.useRealTimers()
})

test('B032 when the last tab closes, local storage is empty', async () => {
  leavePage(await openPage())
  expect(localStorage).toHaveLength(0)
  sessionStorage.clear()
  await openPage()
  expect(signedIn()).toBe(false)
})

test('B032 a reload of the only tab keeps the session', async () => {
  leavePage(await openPage())
  await openPage()
  expect(signedIn()).toBe(true)
  expect(localStorage.getItem('access_token')).toBe('a')
})

test('B032 a page that was reloaded away no longer counts as an open tab', async () => {
  leavePage(await openPage())
  leavePage(await openPage())
  expect(localStorage).toHaveLength(0)
})

test('B032 while another tab is open, closing one changes nothing', async () => {
  const stop = await openPage()
  localStorage.setItem(
    'tierline:tabs',
    JSON.stringify({ ...(JSON.parse(localStorage.getItem('tierline:tabs') ?? '{}') as object), other: now }),
  )
  leavePage(stop)
  expect(signedIn()).toBe(true)
  expect(Object.keys(JSON.parse(localStorage.getItem('tierline:tabs') ?? '{}') as object)).toEqual(['other'])
})

test('B032 a tab that gave no sign for more than two minutes no longer counts', async () => {
  anotherTab()
  now += 131_000
  leavePage(await openPage())
  expect(localStorage).toHaveLength(0)
})

test('B032 what a crashed browser left behind is cleared by the first new tab', async () => {
  sessionStorage.clear()
  anotherTab(now - 131_000)
  await openPage()
  expect(signedIn()).toBe(false)
})

test('B032 a second tab of a session that is open elsewhere joins it', async () => {
  sessionStorage.clear()
  anotherTab()
  await openPage()
  expect(signedIn()).toBe(true)
})

test('B032 a mark of a killed tab does not keep the session, where the browser tells which pages are open', async () => {
  const open: { name: string }[] = []
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: open }), request: async (name: string) => void open.push({ name }) },
  })
  sessionStorage.clear()
  anotherTab()
  await openPage()
  expect(signedIn()).toBe(false)
  localStorage.setItem('isLoggedIn', 'true')
  sessionStorage.clear()
  await openPage()
  expect(signedIn()).toBe(true)
})

test('the heartbeat keeps the mark of an open tab fresh', async () => {
  await openPage()
  now += 60_000
  vi.advanceTimersByTime(5_000)
  expect(Object.values(JSON.parse(localStorage.getItem('tierline:tabs') ?? '{}') as object)).toEqual([now])
})

test('somebody who signed in elsewhere meanwhile is not overwritten by what a page carried along', async () => {
  leavePage(await openPage())
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('access_token', 'newer')
  await openPage()
  expect(localStorage.getItem('access_token')).toBe('newer')
})
