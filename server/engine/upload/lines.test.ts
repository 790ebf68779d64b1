import { expect, it } from 'vitest'
import { fewestForTwo, spansOf } from './lines.ts'

const sizes = (starts: readonly number[]) => starts.slice(1).map((end, index) => end - starts[index]!)

it('shares pages out in spans that follow one another, smaller towards the end', () => {
  for (const pages of [0, 1, 127, 128, 129, 500, 2_000, 19_792]) {
    const starts = spansOf(pages, true)
    expect([starts[0], starts.at(-1)]).toEqual([0, pages])
    const found = sizes(starts)
    expect(found).toEqual(found.toSorted((a, b) => b - a))
    expect(found.every((size) => size > 0 && size <= 384)).toBe(true)
  }
})

it('has two write from three megabytes on, and one in few statements', () => {
  expect(sizes(spansOf(384, true)).length).toBeLessThan(fewestForTwo)
  expect(sizes(spansOf(385, true)).length).toBe(fewestForTwo)
  expect(sizes(spansOf(19_792, false))).toEqual([4_096, 4_096, 4_096, 4_096, 3_408])
})
