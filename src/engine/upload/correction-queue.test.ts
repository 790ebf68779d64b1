import { expect, test, vi } from 'vitest'
import { ApiError } from '#src/data/api-error.ts'
import { CorrectionQueue, type CorrectionSteps } from './correction-queue.ts'
import type { Upload } from './upload-api.ts'

const upload = (state: Upload['state']): Upload => ({
  id: 1,
  screen: 'sales',
  functionality: 'Sales',
  file_name: 'a.csv',
  state,
  rows: 3,
})

function queueWith(steps: Partial<CorrectionSteps> = {}) {
  const put = vi.fn<CorrectionSteps['put']>(async () => upload('staged'))
  const check = vi.fn<CorrectionSteps['check']>(async () => upload('checked'))
  const judged = vi.fn<CorrectionSteps['judged']>(async () => undefined)
  const decide = vi.fn<CorrectionSteps['decide']>(async () => upload('staged'))
  const read = vi.fn<CorrectionSteps['read']>(async () => upload('checked'))
  const all = { put, check, judged, decide, read, ...steps }
  return { queue: new CorrectionQueue(all), put, check, judged, decide, read }
}

const idle = (queue: CorrectionQueue) => vi.waitFor(() => expect(queue.state().phase).toBe('idle'))

test('sends a correction, has the file checked again and forgets what was typed', async () => {
  const { queue, put, check, judged } = queueWith()
  queue.correct(2, 'Qty', '5', 'many')
  expect(queue.state()).toMatchObject({ phase: 'saving', done: 1 })
  expect(queue.state().typed.get(2)).toEqual({ Qty: '5' })
  await idle(queue)
  expect(put.mock.calls).toEqual([[2, { Qty: '5' }]])
  expect(check).toHaveBeenCalledTimes(1)
  expect(judged).toHaveBeenCalledTimes(1)
  expect(queue.state()).toMatchObject({ revision: 1, failure: null })
  expect(queue.state().typed.size).toBe(0)
})

test('checks nothing anew when the server has judged the line at once', async () => {
  const { queue, check, judged } = queueWith({ put: async () => upload('checked') })
  queue.correct(2, 'Qty', '5', 'many')
  await idle(queue)
  expect(check).not.toHaveBeenCalled()
  expect(judged).toHaveBeenCalledTimes(1)
})

test('takes what is typed while the file is checked into the next round', async () => {
  let free = () => undefined as void
  const first = new Promise<void>((resolve) => (free = resolve))
  const check = vi.fn<CorrectionSteps['check']>(async () => upload('checked'))
  check.mockImplementationOnce(async () => {
    await first
    return upload('checked')
  })
  const { queue, put } = queueWith({ check })
  queue.correct(2, 'Qty', '5', 'many')
  await vi.waitFor(() => expect(queue.state().phase).toBe('checking'))
  queue.correct(3, 'Qty', '7', 'few')
  queue.correct(2, 'Qty', '6', '5')
  expect(put).toHaveBeenCalledTimes(1)
  free()
  await idle(queue)
  expect(put.mock.calls.slice(1)).toEqual([
    [3, { Qty: '7' }],
    [2, { Qty: '6' }],
  ])
  expect(check).toHaveBeenCalledTimes(2)
  expect(queue.state().typed.size).toBe(0)
})

test('keeps what could not be sent and sends it when asked again', async () => {
  const put = vi.fn<CorrectionSteps['put']>(async () => upload('staged'))
  put.mockRejectedValueOnce(new Error('The server cannot be reached.'))
  const { queue, check } = queueWith({ put })
  queue.correct(2, 'Qty', '5', 'many')
  await idle(queue)
  expect(queue.state().failure).toBe('The server cannot be reached.')
  expect(queue.state().typed.get(2)).toEqual({ Qty: '5' })
  expect(check).not.toHaveBeenCalled()
  queue.retry()
  await idle(queue)
  expect(queue.state().failure).toBeNull()
  expect(queue.state().typed.size).toBe(0)
})

test('a check that failed is done again under the format that was meant', async () => {
  const check = vi.fn<CorrectionSteps['check']>(async () => upload('checked'))
  check.mockRejectedValueOnce(new Error('Busy.'))
  const { queue } = queueWith({ check })
  const format = { fields: [] } as never
  queue.check(format)
  await idle(queue)
  expect(queue.state().failure).toBe('Busy.')
  queue.retry()
  await idle(queue)
  expect(check.mock.calls).toEqual([[format], [format]])
})

test('takes the last correction back, and nothing when there is none', async () => {
  const { queue, put } = queueWith()
  expect(queue.takeBack()).toBeNull()
  queue.correct(2, 'Qty', '5', 'many')
  await idle(queue)
  expect(queue.takeBack()).toEqual({ line: 2, column: 'Qty', before: 'many' })
  await idle(queue)
  expect(put).toHaveBeenLastCalledWith(2, { Qty: 'many' })
  queue.correct(2, 'Qty', 'many', 'many')
  expect(put).toHaveBeenCalledTimes(2)
})

test('sends decisions about conflicts in their order, and checks once for all of them', async () => {
  const { queue, decide, check } = queueWith()
  queue.decide('file', [4])
  queue.decide('record', [5])
  queue.decide('file', null)
  expect(queue.state().takes).toEqual(
    new Map([
      [4, 'file'],
      [5, 'record'],
    ]),
  )
  await idle(queue)
  expect(decide.mock.calls).toEqual([
    ['file', [4]],
    ['record', [5]],
    ['file', null],
  ])
  expect(check).toHaveBeenCalledTimes(1)
  expect(queue.state().takes.size).toBe(0)
})

const wrongState = () => new ApiError('The import is written already.', { status: 409, code: 'WRONG_STATE' })

test('drops what was typed and decided when the import was written elsewhere, and hands the written one on', async () => {
  const written = upload('committed')
  const put = vi.fn<CorrectionSteps['put']>(() => Promise.reject(wrongState()))
  const { queue, judged, check, decide } = queueWith({ put, read: async () => written })
  queue.correct(2, 'Qty', '5', 'many')
  queue.decide('file', [4])
  await idle(queue)
  expect(judged.mock.calls).toEqual([[written]])
  expect(queue.state()).toMatchObject({ failure: null, done: 0, typed: new Map(), takes: new Map() })
  expect(queue.takeBack()).toBeNull()
  queue.retry()
  await idle(queue)
  expect(put).toHaveBeenCalledTimes(1)
  expect(check).not.toHaveBeenCalled()
  expect(decide).not.toHaveBeenCalled()
})

test('drops a check under another format and a decision as well when the import was ended elsewhere', async () => {
  const refused = () => Promise.reject(wrongState())
  const check = vi.fn<CorrectionSteps['check']>(refused)
  const { queue } = queueWith({ check, decide: refused, read: async () => upload('cancelled') })
  queue.decide('file', null)
  queue.check({ fields: [] } as never)
  await idle(queue)
  expect(queue.state()).toMatchObject({ failure: null, takes: new Map() })
  expect(check).not.toHaveBeenCalled()
})

test.each([
  ['is still open', wrongState(), async () => upload('checked')],
  ['is being checked elsewhere', wrongState(), async () => upload('checking')],
  ['cannot be read', wrongState(), () => Promise.reject(new Error('Away.'))],
  ['was refused for another reason', new Error('The import is written already.'), async () => upload('committed')],
])('keeps what was typed when the import %s', async (_when, error, read) => {
  const { queue, judged } = queueWith({ put: () => Promise.reject(error), read })
  queue.correct(2, 'Qty', '5', 'many')
  await idle(queue)
  expect(judged).not.toHaveBeenCalled()
  expect(queue.state().failure).toBe('The import is written already.')
  expect(queue.state().typed.get(2)).toEqual({ Qty: '5' })
})
