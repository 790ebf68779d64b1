import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { printGridAddress, readGridAddress, type GridAddress } from './grid-address.ts'

const names = ['sort', 'country', 'net', 'filter.net']
const fields = names.map((name) => normalizeField(name, f.text()))
const some = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 })

const address: fc.Arbitrary<GridAddress> = fc.record({
  sort: fc.uniqueArray(fc.record({ field: fc.constantFrom(...names), descending: fc.boolean() }), {
    selector: (key) => key.field,
  }),
  filters: fc.dictionary(fc.constantFrom(...names), fc.string({ minLength: 1, unit: 'grapheme' }), {
    noNullPrototype: true,
  }),
  group: some,
  pivot: fc.constant(true),
  crossed: fc.option(
    fc.record({
      row: fc.constantFrom(...names),
      column: fc.constantFrom(...names),
      measure: fc.constantFrom(...names),
      how: fc.constantFrom('sum' as const, 'avg' as const, 'count' as const),
    }),
  ),
})

describe('the address of a grid', () => {
  it('reads back what was printed', () => {
    fc.assert(
      fc.property(address, some, (given, standard) => {
        expect(readGridAddress(printGridAddress(given, standard), fields, standard)).toEqual(given)
      }),
    )
  })

  it('says nothing while the grid is as it begins', () => {
    const start = readGridAddress('', fields, ['country'])
    expect(start).toEqual({ sort: [], filters: {}, group: ['country'], pivot: false, crossed: null })
    expect(printGridAddress(start, ['country'])).toBe('')
    expect(readGridAddress(printGridAddress({ ...start, group: [] }, ['country']), fields, ['country']).group).toEqual(
      [],
    )
  })

  it('leaves out fields that are not there', () => {
    const read = readGridAddress('#sort=-gone,net&group=gone,country&filter.gone=x&pivot=gone,net,net,sum', fields, [])
    expect(read).toEqual({
      sort: [{ field: 'net', descending: false }],
      filters: {},
      group: ['country'],
      pivot: true,
      crossed: null,
    })
  })
})
