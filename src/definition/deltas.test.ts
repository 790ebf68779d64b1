import { describe, expect, it } from 'vitest'
import { applyDeltas, type FieldDelta, type LayeredDelta, traceField } from './deltas.ts'
import { deltaIssues } from './delta-issues.ts'
import { defineScreen } from './define.ts'
import { f } from './f.ts'
import { normalizeScreen } from './normalize.ts'
import { fieldNamed } from './walk-fields.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'depot',
    label: ['Depot', 'Depots'],
    area: 'masters',
    endpoint: 'depot',
    table: { key: ['code'] },
    fields: {
      code: f.text({ max: 10, required: true }),
      name: f.text({ max: 80, search: true }),
      kind: f.choice(['owned', 'rented', 'shared'], { default: 'owned' }),
      size: f.integer(),
      note: f.text({ hidden: true }),
      attributes: f.attributes({ hidden: true }),
    },
    list: { path: '/depots', columns: ['code', 'name', 'kind', 'size'], filters: ['kind', 'name'] },
    form: {
      layout: [
        ['code', 'name'],
        ['kind', 'size'],
      ],
    },
    upload: { functionality: 'Depots' },
  }),
)

const organization = (field: string, delta: FieldDelta): LayeredDelta => ({ layer: 'organization', field, delta })

describe('applyDeltas', () => {
  it('answers the screen itself when there is nothing to change', () => {
    expect(applyDeltas(screen, [])).toBe(screen)
  })

  it('layers organisation, role and user, whatever the order they come in, and says which layer changed what', () => {
    const made = applyDeltas(screen, [
      { layer: 'user', field: 'name', delta: { label: 'Mine' } },
      organization('name', { label: 'Ours', width: 300 }),
    ])
    const field = fieldNamed(made.fields, 'name')
    expect(field).toMatchObject({ label: 'Mine', width: 300 })
    expect(field.layers).toEqual([
      { layer: 'organization', property: 'label' },
      { layer: 'organization', property: 'width' },
      { layer: 'user', property: 'label' },
    ])
  })

  it('takes hidden fields out of columns, filters and form and keeps them as fields', () => {
    const made = applyDeltas(screen, [organization('kind', { hidden: true })])
    expect(made.list?.columns).toEqual(['code', 'name', 'size'])
    expect(made.list?.filters).toEqual(['name'])
    expect(made.form?.sections[0]?.rows).toEqual([['code', 'name'], ['size']])
    expect(fieldNamed(made.fields, 'kind').hidden).toBe(true)
  })

  it('shows a hidden field at the end of columns and form', () => {
    const made = applyDeltas(screen, [organization('note', { hidden: false })])
    expect(made.list?.columns.at(-1)).toBe('note')
    expect(made.form?.sections.at(-1)?.rows).toEqual([['note']])
  })

  it('moves a field of the form and a column of the list, each to the place it is given', () => {
    const list = applyDeltas(screen, [organization('size', { listOrder: 15 })])
    expect(list.list?.columns).toEqual(['code', 'size', 'name', 'kind'])
    expect(list.form).toEqual(screen.form)
    const made = applyDeltas(screen, [organization('size', { order: 15 })])
    expect(made.list?.columns).toEqual(screen.list?.columns)
    expect(made.form?.sections[0]?.rows).toEqual([
      ['code', 'size'],
      ['name', 'kind'],
    ])
  })

  it('tells what each layer changed of a field, and from what', () => {
    const deltas: LayeredDelta[] = [
      { layer: 'user', field: 'kind', delta: { label: 'Mine', order: 15 } },
      organization('kind', { label: 'Ours', required: true }),
      organization('name', { label: 'Other' }),
    ]
    expect(traceField(screen, deltas, 'kind')).toEqual([
      { index: 1, property: 'label', from: 'Kind', to: 'Ours' },
      { index: 1, property: 'required', from: false, to: true },
      { index: 0, property: 'order', from: null, to: 15 },
      { index: 0, property: 'label', from: 'Ours', to: 'Mine' },
    ])
  })

  it('requires more and never less', () => {
    const made = applyDeltas(screen, [
      organization('name', { required: true }),
      { layer: 'user', field: 'name', delta: { required: false } },
      organization('code', { required: false }),
    ])
    expect(fieldNamed(made.fields, 'name').required).toBe(true)
    expect(fieldNamed(made.fields, 'code').required).toBe(true)
  })

  it('narrows and relabels choices and never adds one', () => {
    const made = applyDeltas(screen, [
      organization('kind', {
        choices: [
          { value: 'rented', label: 'Leased' },
          { value: 'stolen', label: 'Stolen' },
          { value: 'owned', label: '' },
        ],
      }),
      {
        layer: 'role',
        field: 'kind',
        delta: {
          choices: [
            { value: 'shared', label: 'Shared' },
            { value: 'rented', label: 'Let' },
          ],
        },
      },
    ])
    expect(fieldNamed(made.fields, 'kind').choices).toEqual([{ value: 'rented', label: 'Let' }])
  })

  it('makes a user-defined attribute a field of list, form and upload, stored in the column of attributes', () => {
    const made = applyDeltas(screen, [
      organization('dock_count', { attribute: { type: 'integer', label: 'Docks', unique: true } }),
    ])
    expect(fieldNamed(made.fields, 'dock_count')).toMatchObject({
      type: 'integer',
      label: 'Docks',
      unique: false,
      storage: { column: 'attributes', key: 'dock_count' },
    })
    expect(made.list?.columns).toContain('dock_count')
    expect(made.form?.sections.at(-1)).toEqual({ title: 'Additional fields', rows: [['dock_count']] })
    expect(made.upload?.fields).toContain('dock_count')
  })

  it('lets other layers change an attribute but not make one', () => {
    const made = applyDeltas(screen, [
      organization('docks', { attribute: { type: 'integer' } }),
      { layer: 'user', field: 'docks', delta: { label: 'Gates' } },
      { layer: 'role', field: 'more', delta: { attribute: { type: 'text' } } },
    ])
    expect(fieldNamed(made.fields, 'docks').label).toBe('Gates')
    expect(made.fields.some((field) => field.name === 'more')).toBe(false)
  })

  it('passes over an attribute whose values could not be told from what every record has', () => {
    for (const name of ['id', 'row_version', 'labels', 'created_at', 'constructor'])
      expect(applyDeltas(screen, [organization(name, { attribute: { type: 'text' } })]).fields).toEqual(screen.fields)
  })

  it('reads a default typed as text as the kind of value of its field', () => {
    expect(fieldNamed(applyDeltas(screen, [organization('size', { default: '12' })]).fields, 'size').default).toBe(12)
    expect(
      fieldNamed(applyDeltas(screen, [organization('size', { default: 'many' })]).fields, 'size').default,
    ).toBeUndefined()
  })

  it('passes over a change of a field that is gone', () => {
    expect(applyDeltas(screen, [organization('gone', { label: 'Gone' })]).fields).toEqual(screen.fields)
  })
})

describe('deltaIssues', () => {
  const paths = (field: string, delta: FieldDelta, layer: LayeredDelta['layer'] = 'organization') =>
    deltaIssues(screen, layer, field, delta).map((issue) => issue.path[0])

  it('refuses what could not be applied, each at its property', () => {
    expect(paths('gone', {})).toEqual(['field_id'])
    expect(paths('code', { required: false })).toEqual(['required'])
    expect(paths('code', { hidden: true })).toEqual(['hidden'])
    expect(paths('kind', { choices: [{ value: 'stolen', label: 'Stolen' }] })).toEqual(['choices'])
    expect(paths('size', { default: 'many' })).toEqual(['default'])
    expect(paths('size', { format: 'email' })).toEqual(['format'])
  })

  it('checks an attribute', () => {
    expect(paths('dock_count', { attribute: { type: 'integer', default: 4 } })).toEqual([])
    expect(paths('dock_count', { attribute: { type: 'integer' } }, 'user')).toEqual(['layer'])
    expect(paths('Dock count', { attribute: { type: 'integer' } })).toEqual(['field_id'])
    expect(paths('name', { attribute: { type: 'text' } })).toEqual(['field_id'])
    expect(paths('docks', { attribute: { type: 'rows' } })).toEqual(['attribute'])
    expect(paths('docks', { attribute: { type: 'choice' } })).toEqual(['attribute'])
    expect(paths('docks', { attribute: { type: 'reference' } })).toEqual(['attribute'])
    expect(paths('docks', { attribute: { type: 'integer', default: 'x' } })).toEqual(['default'])
  })

  it.each(['id', 'row_version', 'upload_id', 'labels', 'limit', 'after', 'tree', 'view', 'level', 'constructor'])(
    'refuses an attribute with a name of the product: %s',
    (name) => {
      expect(deltaIssues(screen, 'organization', name, { attribute: { type: 'text' } })).toEqual([
        expect.objectContaining({ path: ['field_id'], message: expect.stringContaining(`own_${name}`) }),
      ])
    },
  )

  it('lets an attribute that has a name of a page be changed where there is one', () => {
    const named = applyDeltas(screen, [organization('level', { attribute: { type: 'integer' } })])
    expect(deltaIssues(named, 'organization', 'level', { attribute: { type: 'integer', label: 'Level' } })).toEqual([])
  })
})
