import { expect, test } from 'vitest'
import { drawnAside, paperWidth } from './chart-aside.tsx'

test('a tall chart is drawn anew in the shape of a page, a wide one is taken as it is', () => {
  expect(paperWidth({ width: 1100, height: 300 })).toBeNull()
  expect(paperWidth({ width: 1100, height: 1040 })).toBe(686)
  expect(paperWidth({ width: 360, height: 280 })).toBe(480)
})

test('what is drawn aside is there at once and leaves nothing behind', () => {
  const before = document.body.innerHTML
  const box = drawnAside(
    (drawing) => <svg ref={drawing} viewBox="0 0 480 300" />,
    (svg) => svg.getAttribute('viewBox'),
  )
  expect(box).toBe('0 0 480 300')
  expect(document.body.innerHTML).toBe(before)
})
