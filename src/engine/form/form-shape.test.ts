import { describe, expect, it } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { shapedSections } from './form-shape.ts'

const field = (name: string, required = false) => normalizeField(name, f.text({ required }))
const sections = [
  { title: 'General', rows: [[field('number', true), field('group')], [field('brand')]] },
  { title: 'Prices', rows: [[field('price'), field('cost')]] },
  { title: 'Weights', rows: [[field('weight')]] },
]
const shown = (shape: Parameters<typeof shapedSections>[1], by?: string) =>
  shapedSections(sections, shape, by).map(({ title, rows }) => [title, ...rows.flat().map(({ name }) => name)])

describe('the shape of a form', () => {
  it('is the definition’s where nothing shapes it', () => {
    expect(shapedSections(sections, undefined)).toBe(sections)
    expect(shown({})).toEqual([
      ['General', 'number', 'group', 'brand'],
      ['Prices', 'price', 'cost'],
      ['Weights', 'weight'],
    ])
  })

  it('has the sections that are named, in their order, and what a record cannot do without', () => {
    expect(shown({ views: [{ view: 'Weights' }, { view: 'Prices' }] })).toEqual([
      ['General', 'number'],
      ['Weights', 'weight'],
      ['Prices', 'price', 'cost'],
    ])
  })

  it('narrows sections to the fields that are named of them', () => {
    expect(shown({ attributes: [{ attribute: 'brand' }, { attribute: 'price' }] })).toEqual([
      ['General', 'number', 'brand'],
      ['Prices', 'price'],
      ['Weights', 'weight'],
    ])
  })

  it('keeps the field by which shapes are chosen, wherever it is', () => {
    const named = { views: [{ view: 'Weights' }], attributes: [{ attribute: 'cost' }] }
    expect(shown(named, 'price')).toEqual([
      ['General', 'number'],
      ['Prices', 'price'],
      ['Weights', 'weight'],
    ])
    expect(shown({ attributes: [{ attribute: 'cost' }] }, 'price')[1]).toEqual(['Prices', 'price', 'cost'])
  })
})
