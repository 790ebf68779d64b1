import { expect, it } from 'vitest'
import { meantAt } from './meant.ts'

it('the statement at the cursor is the one that is run', () => {
  const text = 'select 1;\n\n-- two\nselect 2;\n'
  expect(meantAt(text, 3).text).toBe('select 1')
  expect(meantAt(text, text.indexOf('2'))).toEqual({ text: 'select 2', from: text.indexOf('select 2') })
  expect(meantAt(text, text.length).text).toBe('select 2')
  expect(meantAt('  ;select 1', 0)).toEqual({ text: '  ;select 1', from: 0 })
  expect(meantAt('  select 1; select 2', 0).text).toBe('select 1')
})
