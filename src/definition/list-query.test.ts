import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operator } from './conditions.ts'
import { isEmptyValue } from './empty.ts'
import { f } from './f.ts'
import type { Field } from './field.ts'
import { fieldTypes } from './field-types/registry.ts'
import { parseFilter, parseListQuery, printFilter, printListQuery, type Filter } from './list-query.ts'
import { normalizeField } from './normalize-field.ts'

const fields: Field[] = Object.entries({
  name: f.text(),
  note: f.longText(),
  kind: f.choice(['owned', 'rented, shared']),
  active: f.flag(),
  pieces: f.integer(),
  weight: f.decimal(12, 3),
  day: f.date(),
  parent: f.reference('depot'),
  tags: f.references('tag'),
  bins: f.rows({ bin: f.text() }),
  plan: f.file(),
}).map(([name, spec]) => normalizeField(name, spec))

type Value = string | number | boolean

const text = fc
  .string({ minLength: 1, maxLength: 12, unit: 'binary' })
  .filter((value) => !isEmptyValue(value) && !value.includes('\0'))
const part = fc.oneof(text, fc.stringMatching(/^[,\\a ]{1,5}$/)).filter((value) => !isEmptyValue(value))
const day = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  fc.constantFrom('@today', '@today-30d', '@monthStart'),
)

const values: Partial<Record<Field['type'], fc.Arbitrary<Value>>> = {
  flag: fc.boolean(),
  integer: fc.integer({ min: -1e9, max: 1e9 }),
  decimal: fc.integer({ min: -1e8, max: 1e8 }).map((value) => (value / 1000).toFixed(3)),
  date: day,
}

const filter: fc.Arbitrary<Filter> = fc
  .constantFrom(...fields.filter((field) => fieldTypes[field.type].operators.length > 0))
  .chain((field) =>
    fc
      .constantFrom(...fieldTypes[field.type].operators)
      .chain((op) => valuesFor(field, op).map((given) => ({ field: field.name, op, values: given }))),
  )

function valuesFor(field: Field, op: Operator): fc.Arbitrary<Value[]> {
  const one = values[field.type] ?? part
  if (op === 'empty' || op === 'notEmpty') return fc.constant([])
  if (op === 'between')
    return fc.oneof(
      fc.tuple(one, one),
      one.map((from) => [from, '']),
      one.map((to) => ['', to]),
    )
  // A list whose text counts as empty as a whole is no filter.
  if (op === 'in' || op === 'notIn')
    return fc.array(one, { minLength: 1, maxLength: 4 }).filter((list) => list.every((item) => !isEmptyValue(item)))
  return one.map((value) => [value])
}

describe('filters in addresses', () => {
  it('read back what was printed', () => {
    fc.assert(
      fc.property(filter, (given) => {
        const [parameter, printed] = printFilter(given)
        fc.pre(!isEmptyValue(printed))
        expect(parseFilter(parameter, printed, fields)).toEqual(given)
      }),
      { numRuns: 3000 },
    )
  })

  it('read back whole lists', () => {
    const names = fields.filter((field) => fieldTypes[field.type].sortable).map((field) => field.name)
    const state = fc.record({
      page: fc.integer({ min: 1, max: 9999 }),
      limit: fc.option(fc.integer({ min: 0, max: 500 })),
      sort: fc.uniqueArray(fc.record({ field: fc.constantFrom(...names), descending: fc.boolean() }), {
        selector: (key) => key.field,
        maxLength: 3,
      }),
      filters: fc.uniqueArray(filter, { selector: (one) => printFilter(one)[0], maxLength: 4 }),
      search: part.map((value) => value.trim()),
      columns: fc.option(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })),
      after: fc.option(fc.stringMatching(/^[a-zA-Z0-9_-]{4,20}$/)),
      count: fc.constantFrom('exact' as const, 'estimate' as const, 'none' as const),
      totals: fc.boolean(),
    })
    fc.assert(
      fc.property(state, (given) => {
        fc.pre(given.filters.every((one) => !isEmptyValue(printFilter(one)[1])))
        const printed = printListQuery(given)
        const { query, issues } = parseListQuery(printed, fields)
        expect(issues).toEqual([])
        const order = (list: readonly Filter[]) =>
          list.toSorted((a, b) => printFilter(a)[0].localeCompare(printFilter(b)[0]))
        expect({ ...query, filters: order(query.filters) }).toEqual({ ...given, filters: order(given.filters) })
      }),
      { numRuns: 2000 },
    )
  })

  it('say what they do not understand', () => {
    const issue = (parameter: string, value: string) => parseFilter(parameter, value, fields)
    expect(issue('nothing', 'x')).toMatchObject({ message: 'There is no field nothing to filter by' })
    expect(issue('pieces', 'many')).toMatchObject({ parameter: 'pieces' })
    expect(issue('pieces.contains', '1')).toMatchObject({ message: 'Pieces cannot be filtered with contains' })
    expect(issue('plan', 'x')).toMatchObject({ message: 'Plan cannot be filtered with eq' })
    expect(issue('bins', 'x')).toMatchObject({ message: 'Bins cannot be filtered with eq' })
    expect(issue('day.between', '2026-01-01')).toMatchObject({ message: 'Day needs two bounds' })
    expect(issue('name', 'a\0b')).toMatchObject({ parameter: 'name' })
    expect(
      parseListQuery({ sort: 'tags', limit: '-1', columns: 'x' }, fields)
        .issues.map((one) => one.parameter)
        .sort(),
    ).toEqual(['columns', 'limit', 'sort'])
  })
})
