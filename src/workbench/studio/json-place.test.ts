import { jsonLanguage } from '@codemirror/lang-json'
import { describe, expect, test } from 'vitest'
import { pathAt, rangeOf } from './json-place.ts'

/** The place of the | in a document. */
function at(marked: string) {
  const position = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { path, isName, taken, from } = pathAt(
    jsonLanguage.parser.parse(text),
    (start, end) => text.slice(start, end),
    position,
  )
  return { path, isName, taken, word: text.slice(from, position) }
}

describe('where the cursor is', () => {
  test.each([
    ['{"name": "x", "|"}', { path: [], isName: true, taken: ['name'], word: '"' }],
    ['{"fields": {"code": {"ty|"}}}', { path: ['fields', 'code'], isName: true, taken: [], word: '"ty' }],
    ['{"fields": {"code": {"type": "|"}}}', { path: ['fields', 'code', 'type'], isName: false, taken: [], word: '"' }],
    ['{"list": {"columns": ["code", "|"]}}', { path: ['list', 'columns', 1], isName: false, taken: [], word: '"' }],
    ['{"list": {"columns": ["code", |]}}', { path: ['list', 'columns', 1], isName: false, taken: [], word: '' }],
    ['{"fields": {"code": {"search": |}}}', { path: ['fields', 'code', 'search'], isName: false, taken: [], word: '' }],
    [
      '{"form": {"layout": [{"title": "A", "|"}]}}',
      { path: ['form', 'layout', 0], isName: true, taken: ['title'], word: '"' },
    ],
  ])('%s', (marked, expected) => {
    expect(at(marked)).toEqual(expected)
  })
})

describe('what a path leads to', () => {
  const text =
    '{"name": "x", "fields": {"code": {"type": "texd"}}, "list": {"sort": ["-code", "other"]}, "actions": [{"name": "go", "on": []}]}'
  const tree = jsonLanguage.parser.parse(text)
  const shown = (...path: (string | number)[]) => {
    const { from, to } = rangeOf(tree, (start, end) => text.slice(start, end), path)
    return text.slice(from, to)
  }
  test('a value, a name, an item by place and by what it says', () => {
    expect(shown('fields', 'code', 'type')).toBe('"texd"')
    expect(shown('fields', 'code')).toBe('"code"')
    expect(shown('list', 'sort', 1)).toBe('"other"')
    expect(shown('list', 'sort', 'code')).toBe('"-code"')
    expect(shown('actions', 'go', 'on')).toBe('"on"')
  })
  test('the last part that is there', () => {
    expect(shown('fields', 'code', 'gone')).toBe('"code"')
    expect(shown('nothing')).toBe('{')
  })
})
