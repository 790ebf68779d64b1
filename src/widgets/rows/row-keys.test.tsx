import { expect, test } from 'vitest'
import { rowKeyOf } from './row-keys.ts'

const pressed = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const element = (tag: string, attributes: Record<string, string> = {}) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

test('a plain cell gives Enter and the arrows to the rows', () => {
  const input = element('input')
  expect(rowKeyOf(pressed('Enter'), input)).toBe('down')
  expect(rowKeyOf(pressed('Enter', { shiftKey: true }), input)).toBe('up')
  expect(rowKeyOf(pressed('ArrowDown'), input)).toBe('down')
  expect(rowKeyOf(pressed('ArrowDown', { shiftKey: true }), input)).toBeUndefined()
  expect(rowKeyOf(pressed('a'), input)).toBeUndefined()
})

test('lists, texts of several lines and buttons keep their own keys', () => {
  expect(rowKeyOf(pressed('ArrowDown'), element('select'))).toBeUndefined()
  expect(rowKeyOf(pressed('Enter'), element('select'))).toBe('down')
  expect(rowKeyOf(pressed('ArrowUp'), element('input', { role: 'combobox' }))).toBeUndefined()
  expect(rowKeyOf(pressed('Enter'), element('input', { role: 'combobox', 'aria-expanded': 'true' }))).toBeUndefined()
  expect(rowKeyOf(pressed('Enter'), element('textarea'))).toBeUndefined()
  expect(rowKeyOf(pressed('Enter'), element('button'))).toBeUndefined()
})

test('with Ctrl, ⌘ and Alt rows are added, filled, moved and removed from any cell', () => {
  const select = element('select')
  expect(rowKeyOf(pressed('Enter', { ctrlKey: true }), select)).toBe('add')
  expect(rowKeyOf(pressed('d', { metaKey: true }), select)).toBe('fill')
  expect(rowKeyOf(pressed('ArrowUp', { altKey: true }), select)).toBe('moveUp')
  expect(rowKeyOf(pressed('Delete', { altKey: true }), select)).toBe('remove')
})
