import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './chunks.ts'

afterEach(() => vi.useRealTimers())

test('B045 a script that does not load within 120000 ms fails', async () => {
  vi.useFakeTimers()
  const outcome = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => error)
  let settled = false
  void outcome.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(outcome).resolves.toEqual(new ChunkLoadError('Loading chunk failed'))
})

test('B046 a failed chunk reports "Loading chunk failed"', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk failed',
    cause,
  })
})

test('B047 a failed style sheet is reported too', async () => {
  const cause = new Error('Unable to preload CSS for /assets/x.css')
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading CSS chunk failed',
  })
})

test('what arrives is handed on', async () => {
  await expect(loadChunk(async () => 7)).resolves.toBe(7)
})
