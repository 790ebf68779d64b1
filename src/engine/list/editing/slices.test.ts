import { expect, test } from 'vitest'
import { runAtOnce, runInSlices, type Steps } from './slices.ts'

function* counted(to: number, onStep?: (at: number) => void): Steps<string> {
  for (let at = 1; at <= to; at += 1) {
    onStep?.(at)
    yield at
  }
  return `all ${to}`
}
const busy = (at: number): void => {
  const until = performance.now() + 2
  while (performance.now() < until && at > 0);
}

test('small work is done at once', () => expect(runAtOnce(counted(4))).toBe('all 4'))

test('large work lets others in between', async () => {
  let others = 0
  const timer = setInterval(() => (others += 1), 1)
  const progress: number[] = []
  const signal = new AbortController().signal
  expect(await runInSlices(counted(120, busy), { signal, onProgress: (done) => progress.push(done) })).toBe('all 120')
  clearInterval(timer)
  expect(others).toBeGreaterThan(3)
  expect(progress.length).toBeGreaterThan(0)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
})

test('work that was stopped answers nothing', async () => {
  const stop = new AbortController()
  const done = runInSlices(
    counted(100_000, (at) => {
      if (at === 3) stop.abort()
      busy(at)
    }),
    { signal: stop.signal },
  )
  expect(await done).toBeNull()
})
