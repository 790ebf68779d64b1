import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('what is too much is not read to its end', async () => {
  let made = 0
  const endless = Readable.from(
    (function* () {
      for (;;) {
        made += 1
        yield Buffer.alloc(1_000)
      }
    })(),
  )
  expect(await atMost(endless, 10_000)).toBeNull()
  expect(made).toBeLessThan(100)
  expect(endless.destroyed).toBe(true)
  expect(String(await atMost(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3))).toBe('abc')
})
