import { expect, it } from 'vitest'
import { inSlots, linesInView, revealedTop } from './lines-in-view.ts'

const box = { height: 500, head: 60, foot: 40, line: 40 }

it('draws what is in view and some lines beyond, as many wherever one stands', () => {
  expect(linesInView(0, 1_000, box)).toEqual([0, 23])
  expect(linesInView(4_000, 1_000, box)).toEqual([94, 117])
  expect(linesInView(39_600, 1_000, box)).toEqual([977, 1_000])
  expect(linesInView(0, 3, box)).toEqual([0, 3])
  expect(linesInView(0, 0, box)).toEqual([0, 0])
})

it('scrolls a line out from under the foot and from behind the heading, and no further', () => {
  expect(revealedTop(9, 0, box)).toBe(0)
  expect(revealedTop(10, 0, box)).toBe(40)
  expect(revealedTop(2, 200, box)).toBe(80)
  expect(revealedTop(5, 200, box)).toBe(200)
})

it('keeps every line that stays in view in its slot', () => {
  const before = inSlots(10, 15)
  const after = inSlots(12, 17)
  expect(before.toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13, 14])
  for (const at of [12, 13, 14]) expect(after.indexOf(at)).toBe(before.indexOf(at))
})
