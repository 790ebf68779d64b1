import fc from 'fast-check'
import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { changesOfRows, mergeRows } from './merge-rows.ts'
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

test('rows without a key are told apart by all they hold, and known by their place while something of them stays', () => {
  const { values, collisions } = merge(
    { people: [{ name: 'Eva', phone: '11' }, base.people[1]] },
    { people: [...base.people, { name: 'Kim', phone: '3' }] },
  )
  expect(collisions).toEqual([])
  expect(values['people']).toEqual([{ name: 'Eva', phone: '11' }, base.people[1], { name: 'Kim', phone: '3' }])
})

test('a cell of a row without a key that both changed is asked about, and no row is there twice', () => {
  const merged = merge(
    { people: [base.people[0], { name: 'Ola', phone: '22' }] },
    {
      people: [
        { name: 'Eva', phone: '7' },
        { name: 'Ola', phone: '8' },
        { name: 'Kim', phone: '3' },
      ],
    },
  )
  expect(merged.values['people']).toEqual([
    { name: 'Eva', phone: '7' },
    { name: 'Ola', phone: '22' },
    { name: 'Kim', phone: '3' },
  ])
  expect(merged.collisions).toMatchObject([
    { row: 'Ola', base: '2', mine: '22', theirs: '8', field: { name: 'phone' } },
  ])
  const ids = new Set(merged.collisions.map(({ id }) => id))
  expect(resolveCollisions(merged, ids)['people']).toEqual([
    { name: 'Eva', phone: '7' },
    { name: 'Ola', phone: '8' },
    { name: 'Kim', phone: '3' },
  ])
})

test('a row without a key that one removed and the other changed is asked about; one like no other is new', () => {
  const merged = merge(
    { people: [base.people[0]] },
    { people: [base.people[0], { name: 'Ola', phone: '9' }, { name: 'Kim', phone: '3' }] },
  )
  expect(merged.collisions).toMatchObject([{ row: 'Ola', mine: null, theirs: { phone: '9' } }])
  expect(resolveCollisions(merged, new Set([merged.collisions[0]!.id]))['people']).toEqual([
    base.people[0],
    { name: 'Kim', phone: '3' },
    { name: 'Ola', phone: '9' },
  ])
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

test('history tells what became of a row without a key', () => {
  const people = fields[3]!
  const after = [
    { name: 'Eva', phone: '7' },
    { name: 'Kim', phone: '3' },
  ]
  expect(changesOfRows(people, base.people, after)).toMatchObject([
    { kind: 'changed', row: { name: 'Eva' }, cells: [{ old: '1', next: '7' }] },
    { kind: 'removed', row: { name: 'Ola' } },
    { kind: 'added', row: { name: 'Kim' } },
  ])
})

test('no row is lost, wherever rows without a key went and whatever they are like', () => {
  const people = fields[3]!
  const person = fc.record({ name: fc.constantFrom('Eva', 'Ola', 'Kim'), phone: fc.constantFrom('1', '2', null) })
  const some = fc.array(person, { maxLength: 6 })
  fc.assert(
    fc.property(some, some, some, (before, mine, theirs) => {
      const added = (after: object[]) =>
        after.length - before.length ===
        changesOfRows(people, before, after).reduce(
          (sum, { kind }) => sum + (kind === 'added' ? 1 : kind === 'removed' ? -1 : 0),
          0,
        )
      expect(added(mine)).toBe(true)
      // Alone, either side comes out as it is.
      expect(mergeRows(people, before, mine, before)).toMatchObject({ collisions: [] })
      expect(mergeRows(people, before, mine, before).rows).toHaveLength(mine.length)
      expect(mergeRows(people, before, before, theirs).rows).toEqual(theirs)
      expect(mergeRows(people, before, mine, mine).rows).toEqual(mine)
    }),
  )
})
