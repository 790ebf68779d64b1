import { describe, expect, it } from 'vitest'
import {
  addColumn,
  addRelated,
  askingCondition,
  emptyQuery,
  moveTo,
  removeColumn,
  removeRelated,
  tidyQuestions,
} from './query-edit.ts'

const base = emptyQuery('sales-data')

describe('a query that is being built', () => {
  it('gives columns names that none has had beside them', () => {
    const two = addColumn(addColumn(base, { field: 'a' }), { field: 'b' })
    expect(two.columns.map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect(addColumn(removeColumn(two, 'c1'), { field: 'c' }).columns.map(({ id }) => id)).toEqual(['c2', 'c3'])
  })

  it('forgets with a column what names it', () => {
    const query = {
      ...addColumn(addColumn(base, { field: 'a' }), { formula: '[c1] * 2' }),
      sort: [{ column: 'c1', descending: true }],
      having: { op: 'gt', field: 'c1', value: { parameter: 'p1' } } as const,
      parameters: [{ name: 'p1', label: 'More than' }],
      chart: { type: 'bar', x: 'c1', y: ['c2'] } as const,
    }
    expect(removeColumn(query, 'c1')).toEqual(base)
  })

  it('forgets with related records their figures', () => {
    const { query, id } = addRelated(base, { screen: 'claim', by: 'customer' })
    const figures = addColumn(addColumn(query, { field: `${id}.*`, aggregate: 'count' }), { field: 'a' })
    expect(removeRelated(figures, id)).toEqual({ ...base, columns: [{ id: 'c2', field: 'a' }] })
  })

  it('asks for a span where a field has an order, for several records, and for one choice', () => {
    const asked = (type: string) => askingCondition(base, 'x', { type, label: 'X' })
    expect(asked('date')).toEqual({
      condition: { op: 'between', field: 'x', value: [{ parameter: 'p1_from' }, { parameter: 'p1_to' }] },
      parameters: [
        { name: 'p1_from', label: 'X from' },
        { name: 'p1_to', label: 'X until' },
      ],
    })
    expect(asked('reference').condition).toEqual({ op: 'in', field: 'x', value: { parameter: 'p1' } })
    expect(asked('choice').condition).toMatchObject({ op: 'eq' })
    const { condition, parameters } = asked('text')
    expect(tidyQuestions({ ...base, where: condition, parameters })).toMatchObject({ parameters })
    expect(tidyQuestions({ ...base, parameters })).toEqual(base)
  })

  it('moves what stands below each other', () => {
    expect(moveTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moveTo(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  })
})
