import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chunkTimeout } from '#src/session/chunks.ts'
import { tellWhatIsMissing } from './tell-what-is-missing.ts'

let root: HTMLElement
let listening: AbortController
const told = () => root.querySelector('[role=alert]')?.textContent ?? null

beforeEach(() => {
  vi.useFakeTimers()
  root = Object.assign(document.createElement('div'), { id: 'root' })
  document.body.append(root)
  listening = new AbortController()
  const listen = window.addEventListener.bind(window)
  // What listens for the life of a page ends with its test.
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, heard: unknown) =>
    listen(type, heard as EventListener, { capture: true, signal: listening.signal }),
  )
  tellWhatIsMissing()
})
afterEach(() => {
  listening.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function scriptFails(): void {
  const script = document.createElement('script')
  script.type = 'text/plain'
  document.body.append(script)
  script.dispatchEvent(new Event('error'))
}

test('B046 a page whose program does not arrive says so, and what to do', () => {
  scriptFails()
  expect(told()).toBe('Something went wrong: Loading chunk failed. Check your connection and reload the page.')
})

test('a program that fails while it starts is told in its own words', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'The ledger is upside down' }))
  expect(told()).toMatch(/^Something went wrong: The ledger is upside down\./)
})

test('B046 a program that does not come within two minutes is no longer waited for', () => {
  vi.advanceTimersByTime(chunkTimeout - 1)
  expect(told()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(told()).toContain('Loading chunk failed')
})

test('where something is shown already, failures are left to the program', () => {
  root.append('A list')
  scriptFails()
  vi.advanceTimersByTime(chunkTimeout)
  expect(root).toHaveTextContent('A list')
})

test('pictures and fonts that do not come are no reason', () => {
  const link = document.createElement('link')
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  link.remove()
  expect(told()).toBeNull()
})
