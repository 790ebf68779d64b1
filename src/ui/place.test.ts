import { expect, test } from 'vitest'
import { place } from './place.ts'

const view = { width: 1000, height: 600 }
const menu = { width: 200, height: 150 }

test('goes below its anchor, aligned with its start or its end', () => {
  const anchor = { left: 400, top: 100, width: 80, height: 30 }
  expect(place(anchor, menu, view)).toMatchObject({ left: 400, top: 134 })
  expect(place(anchor, menu, view, 'end')).toMatchObject({ left: 280, top: 134 })
})

test('goes above where there is more room', () => {
  expect(place({ left: 400, top: 550, width: 80, height: 30 }, menu, view)).toMatchObject({ top: 396 })
})

test('stays within the view', () => {
  expect(place({ left: 950, top: 100, width: 40, height: 30 }, menu, view).left).toBe(792)
  expect(place({ left: 0, top: 100, width: 40, height: 30 }, menu, view, 'end').left).toBe(8)
})

test('is no higher than the room there is', () => {
  const placed = place({ left: 0, top: 300, width: 40, height: 30 }, { width: 200, height: 2000 }, view)
  expect(placed).toMatchObject({ top: 8, maxHeight: 288 })
})
