// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countTabs } from './last-tab.ts'

let stops: (() => void)[] = []
let now = 1_000_000

const signedIn = () => localStorage.getItem('isLoggedIn') === 'true'
const openPage = () => {
  const stop = countTabs(() => now)
  stops.push(stop)
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

test('B032 when the last tab closes, local storage is empty', () => {
  leavePage(openPage())
  expect(localStorage).toHaveLength(0)
  sessionStorage.clear()
  openPage()
  expect(signedIn()).toBe(false)
})

test('B032 a reload of the only tab keeps the session', () => {
  leavePage(openPage())
  openPage()
  expect(signedIn()).toBe(true)
  expect(localStorage.getItem('access_token')).toBe('a')
})

test('B032 a page that was reloaded away no longer counts as an open tab', () => {
  leavePage(openPage())
  leavePage(openPage())
  expect(localStorage).toHaveLength(0)
})

test('B032 while another tab is open, closing one changes nothing', () => {
  const stop = openPage()
  localStorage.setItem('tierline:tabs', JSON.stringify({ ...(JSON.parse(localStorage.getItem('tierline:tabs') ?? '{}') as object), other: now }))
  leavePage(stop)
  expect(signedIn()).toBe(true)
  expect(Object.keys(JSON.parse(localStorage.getItem('tierline:tabs') ?? '{}') as object)).toEqual(['other'])
})

test('B032 a tab that gave no sign for more than two minutes no longer counts', () => {
  anotherTab()
  now += 131_000
  leavePage(openPage())
  expect(localStorage).toHaveLength(0)
})

test('B032 what a crashed browser left behind is cleared by the first new tab', () => {
  sessionStorage.clear()
  anotherTab(now - 131_000)
  openPage()
  expect(signedIn()).toBe(false)
})

test('B032 a second tab of a session that is open elsewhere joins it', () => {
  sessionStorage.clear()
  anotherTab()
  openPage()
  expect(signedIn()).toBe(true)
})

test('the heartbeat keeps the mark of an open tab fresh', () => {
  openPage()
  now += 60_000
  vi.advanceTimersByTime(5_000)
  expect(Object.values(JSON.parse(localStorage.getItem('tierline:tabs') ?? '{}') as object)).toEqual([now])
})

test('somebody who signed in elsewhere meanwhile is not overwritten by what a page carried along', () => {
  leavePage(openPage())
  localStorage.setItem('isLoggedIn', 'true')
  localStorage.setItem('access_token', 'newer')
  openPage()
  expect(localStorage.getItem('access_token')).toBe('newer')
})
