import { expect, it } from 'vitest'
import { locate } from './locate.ts'

const source = `import { defineScreen, f } from '#src/definition'
import { shared } from './shared.ts'

export const first = defineScreen({ name: 'first', fields: { a: f.flag() } })
export const second = defineScreen({
  name: 'second',
  fields: {
    code: f.text({ max: 10 }),
    ...shared,
    owner: f.reference('supplier', { required: 'whenVisible' }),
    lines: f.rows({ bin: f.text() }, { key: ['bin'] }),
  },
  list: { path: '/second', columns: ['code', 'nmae'], sort: ['-code'] },
})
`
const at = (...path: (string | number)[]) => {
  const { line, column } = locate(source, false, 'second', path)
  return [
    line,
    source
      .split('\n')
      [line - 1]?.slice(column - 1)
      .split(/[\s:,(\])]/)[0],
  ]
}

it('finds properties, list entries by place and by value, and options of a call', () => {
  expect(at('fields', 'owner')).toEqual([10, 'owner'])
  expect(at('list', 'columns', 1)).toEqual([13, "'nmae'"])
  expect(at('list', 'columns', 'nmae')).toEqual([13, "'nmae'"])
  expect(at('list', 'sort', 'code')).toEqual([13, "'-code'"])
  expect(at('fields', 'code', 'max')).toEqual([8, 'max'])
  expect(at('fields', 'owner', 'supplier')).toEqual([10, "'supplier'"])
  expect(at('fields', 'lines', 'bin')).toEqual([11, 'bin'])
})

it('ends at the deepest part that is written there', () => {
  expect(at('fields', 'from_the_spread', 'max')).toEqual([7, 'fields'])
  expect(at()).toEqual([5, '{'])
})

it('finds places in JSON', () => {
  const json = '{\n  "name": "x",\n  "fields": {},\n  "list": { "path": "/x",\n    "columns": ["a", "b"] }\n}'
  expect(locate(json, true, 'x', ['list', 'columns', 1])).toEqual({ line: 5, column: 22 })
  expect(locate(json, true, 'x', ['name'])).toEqual({ line: 2, column: 3 })
})
