import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { mergeChanges, resolveCollisions } from './merge.ts'

const fields = [
  normalizeField('name', f.text()),
  normalizeField('price', f.decimal(10, 2)),
  normalizeField(
    'bins',
    f.rows({ bin: f.text({ required: true }), size: f.decimal(10, 2), safe: f.flag() }, { key: ['bin'] }),
  ),
  normalizeField('people', f.rows({ name: f.text(), phone: f.text() })),
]

const base = {
  name: 'A',
  price: '1.00',
  bins: [
    { bin: 'x', size: '1', safe: false },
    { bin: 'y', size: '2', safe: false },
  ],
  people: [
    { name: 'Eva', phone: '1' },
    { name: 'Ola', phone: '2' },
  ],
}
const merge = (mine: object, theirs: object) => mergeChanges(fields, base, { ...base, ...mine }, { ...base, ...theirs })

test('different fields are merged, and what the other changed is named', () => {
  const { values, collisions, others } = merge({ name: 'B' }, { price: '2.00' })
  expect(values).toMatchObject({ name: 'B', price: '2.00' })
  expect(collisions).toEqual([])
  expect(others.map(({ name }) => name)).toEqual(['price'])
})

test('the same change is none, and 2 is 2.00', () => {
  expect(merge({ price: '2' }, { price: '2.00' }).collisions).toEqual([])
})

test('one field changed by both is asked about, with the old value', () => {
  const merged = merge({ name: 'B' }, { name: 'C' })
  expect(merged.values['name']).toBe('B')
  expect(merged.collisions).toMatchObject([{ id: 'name', base: 'A', mine: 'B', theirs: 'C' }])
  expect(resolveCollisions(merged, new Set(['name']))['name']).toBe('C')
})

test('nested rows are merged by their key: added, changed and removed on both sides', () => {
  const { values, collisions } = merge(
    { bins: [base.bins[0], { bin: 'y', size: '9', safe: false }, { bin: 'm', size: '5', safe: true }] },
    {
      bins: [
        { bin: 't', size: '7', safe: false },
        { bin: 'y', size: '2', safe: true },
      ],
    },
  )
  expect(collisions).toEqual([])
  expect(values['bins']).toEqual([
    { bin: 't', size: '7', safe: false },
    { bin: 'y', size: '9', safe: true },
    { bin: 'm', size: '5', safe: true },
  ])
})

test('one cell changed by both is asked about, the rest of the row is not', () => {
  const merged = merge(
    { bins: [{ bin: 'x', size: '5', safe: true }, base.bins[1]] },
    { bins: [{ bin: 'x', size: '6', safe: false }, base.bins[1]] },
  )
  expect(merged.collisions).toMatchObject([{ row: 'x', base: '1', mine: '5', theirs: '6', field: { name: 'size' } }])
  const [collision] = merged.collisions
  expect(resolveCollisions(merged, new Set([collision!.id]))['bins']).toEqual([
    { bin: 'x', size: '6', safe: true },
    base.bins[1],
  ])
})

test('a row that one removed and the other changed is asked about as a whole', () => {
  const merged = merge({ bins: [base.bins[1]] }, { bins: [{ bin: 'x', size: '6', safe: false }, base.bins[1]] })
  expect(merged.values['bins']).toEqual([base.bins[1]])
  expect(merged.collisions).toMatchObject([{ row: 'x', mine: null, theirs: { size: '6' } }])
  expect(resolveCollisions(merged, new Set([merged.collisions[0]!.id]))['bins']).toEqual([
    base.bins[1],
    { bin: 'x', size: '6', safe: false },
  ])
})

test('rows without a key are told apart by all they hold', () => {
  const { values, collisions } = merge(
    { people: [{ name: 'Eva', phone: '11' }, base.people[1]] },
    { people: [...base.people, { name: 'Kim', phone: '3' }] },
  )
  expect(collisions).toEqual([])
  expect(values['people']).toEqual([base.people[1], { name: 'Kim', phone: '3' }, { name: 'Eva', phone: '11' }])
})

test('rows that are alike are not lost', () => {
  const twice = [base.people[0], base.people[0]]
  expect(
    merge({ people: [...twice, base.people[1]] }, { people: [...base.people, { name: 'Kim', phone: '3' }] }),
  ).toMatchObject({
    collisions: [],
    values: { people: [...base.people, { name: 'Kim', phone: '3' }, base.people[0]] },
  })
})
