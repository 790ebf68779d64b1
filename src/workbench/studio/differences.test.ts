import { expect, test } from 'vitest'
import { differences } from './differences.ts'

test('tells every place that was added, removed, changed or moved', () => {
  const before = { label: ['A', 'As'], fields: { a: { type: 'text', max: 5 }, b: { type: 'date' } } }
  const after = { label: ['B', 'Bs'], fields: { a: { type: 'text', max: 9 }, c: { type: 'flag' } } }
  expect(differences(before, after)).toEqual([
    'label changed',
    'fields › a › max changed',
    'fields › b removed',
    'fields › c added',
  ])
  expect(differences(before, before)).toEqual([])
  expect(differences({ fields: { a: 1, b: 2 } }, { fields: { b: 2, a: 1 } })).toEqual(['fields in another order'])
})
