import { expect, test } from 'vitest'
import { definitionJsonSchema } from '#src/definition/schema/definition-schema.ts'
import { propertiesAt, valuesAt } from './schema-place.ts'

const schema = definitionJsonSchema()
const names = (...path: (string | number)[]) => propertiesAt(schema, path).map(({ value }) => value)

test('the parts of a definition, with what the reference says', () => {
  expect(names()).toEqual(expect.arrayContaining(['name', 'fields', 'list', 'access']))
  expect(propertiesAt(schema, []).find(({ value }) => value === 'fields')?.description).toContain('fields')
})

test('the options of a field whatever it is called, and of a field of rows', () => {
  expect(names('fields', 'anything')).toEqual(expect.arrayContaining(['type', 'required', 'visible', 'target']))
  expect(names('fields', 'anything', 'fields', 'inner')).toContain('type')
})

test('the parts of a list, an action, and of one of several sections', () => {
  expect(names('list')).toEqual(expect.arrayContaining(['columns', 'sort', 'totals']))
  expect(names('actions', 0)).toEqual(expect.arrayContaining(['command', 'on']))
  expect(names('form', 'layout', 0)).toEqual(expect.arrayContaining(['title', 'rows']))
})

test('the values of an enumeration and of a flag', () => {
  expect(valuesAt(schema, ['fields', 'x', 'type'])).toEqual(expect.arrayContaining(['"text"', '"money"', '"rows"']))
  expect(valuesAt(schema, ['fields', 'x', 'search'])).toEqual(['true', 'false'])
  expect(valuesAt(schema, ['list', 'totals', 'x'])).toContain('"sum"')
})

test('nothing where there is nothing', () => {
  expect(names('nothing', 'at', 'all')).toEqual([])
  expect(valuesAt(schema, ['name'])).toEqual([])
})
