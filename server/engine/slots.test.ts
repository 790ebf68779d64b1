import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('who leaves the queue keeps nobody from his turn', async () => {
  const slots = new Slots(1)
  const done: string[] = []
  let end = () => {}
  const first = slots.use(() => new Promise<void>((resolve) => (end = resolve)))
  const gone = new AbortController()
  const left = slots.use(async () => void done.push('left'), gone.signal)
  const last = slots.use(async () => void done.push('last'))
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  await expect(slots.use(async () => 'none', gone.signal)).rejects.toThrow('aborted')
  end()
  await Promise.all([first, last])
  expect(done).toEqual(['last'])
  expect(await slots.use(async () => 'free again')).toBe('free again')
})
