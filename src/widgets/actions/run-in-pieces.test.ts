import { expect, test } from 'vitest'
import { runInPieces, type ActionPiece } from './run-in-pieces.ts'

const skipped = (id: number) => ({ id, key: `K${id}`, reason: 'No' })
const pieces: Record<number, ActionPiece> = {
  0: { done: 2, skipped: [skipped(1)], failed: [], given: [], next: 3 },
  3: { done: 1, skipped: [], failed: [{ id: 5, key: 'K5', message: 'Gone' }], given: [], next: 6 },
  6: { done: 1, skipped: [skipped(7)], failed: [], given: [], next: null },
}
const never = (): boolean => false

test('goes through all pieces and adds up what became of every record', async () => {
  const progress: number[] = []
  const walked = await runInPieces(
    async (after) => pieces[after]!,
    never,
    (looked) => progress.push(looked),
  )
  expect(walked).toMatchObject({ looked: 7, isWhole: true, error: null, answer: { done: 4 } })
  expect([...walked.answer.skipped, ...walked.answer.failed].map(({ id }) => id)).toEqual([1, 7, 5])
  expect(progress).toEqual([3, 5, 7])
})

test('keeps what was done when it is stopped or a piece fails, and says how far it came', async () => {
  let asked = 0
  const stopped = await runInPieces(
    async (after) => ((asked += 1), pieces[after]!),
    () => asked === 1,
    () => undefined,
  )
  expect(stopped).toMatchObject({ looked: 3, isWhole: false, error: null, answer: { done: 2 } })
  const lost = new Error('Lost')
  const fails = (at: number) => async (after: number) => {
    if (after === at) throw lost
    return pieces[after]!
  }
  expect(await runInPieces(fails(6), never, () => undefined)).toMatchObject({ looked: 5, isWhole: false, error: lost })
  await expect(runInPieces(fails(0), never, () => undefined)).rejects.toBe(lost)
})
