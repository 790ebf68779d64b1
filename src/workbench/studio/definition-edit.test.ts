import { describe, expect, test } from 'vitest'
import { normalizeScreen, when, type ScreenDefinition } from '#src/definition'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import {
  addField,
  changeField,
  freeName,
  moveField,
  removeField,
  renameField,
  retypeField,
  sectionsOf,
  withNewField,
} from './definition-edit.ts'

const zone: ScreenDefinition = {
  name: 'own-zone',
  label: ['Zone', 'Zones'],
  area: 'masters',
  endpoint: 'own/zone',
  title: 'called',
  table: { key: ['code'] },
  fields: {
    code: { type: 'text', required: true },
    called: { type: 'text', search: true },
    cold: { type: 'flag' },
    degrees: {
      type: 'decimal',
      precision: 5,
      scale: 1,
      visible: { op: 'eq', field: 'cold', value: true },
      required: 'whenVisible',
    },
    from: { type: 'date' },
    to: { type: 'date', after: 'from' },
    coin: { type: 'text', max: 3 },
    cost: { type: 'money', currency: 'coin' },
  },
  list: {
    path: '/own/zone',
    columns: ['code', 'called', 'cold', 'degrees'],
    sort: ['-cold', 'code'],
    filters: ['cold'],
    totals: { cost: 'sum' },
    views: {
      Cold: {
        op: 'and',
        of: [
          { op: 'eq', field: 'cold', value: true },
          { op: 'notEmpty', field: 'called' },
        ],
      },
    },
  },
  form: {
    layout: [
      {
        title: 'Zone',
        rows: [
          ['code', 'called'],
          ['cold', 'degrees'],
        ],
      },
    ],
  },
  upload: { functionality: 'Z', upsertOn: ['code'], aliases: { cold: ['Kalt'] } },
  actions: [
    {
      name: 'freeze',
      label: 'Freeze',
      command: 'set-values',
      on: ['row'],
      values: { cold: true },
      when: { op: 'ne', field: 'cold', value: true },
    },
  ],
  access: { fields: { cost: { read: 'planning.read' } } },
  tests: [{ reject: { code: 'A', cold: true }, at: 'degrees' }],
}

const findings = (definition: ScreenDefinition) =>
  lintScreens([normalizeScreen(definition)]).map(({ path, message }) => `${path.join('.')}: ${message}`)

test('the example is right, so that what follows tells of the edits', () => expect(findings(zone)).toEqual([]))

describe.each(Object.keys(zone.fields))('%s', (name) => {
  test('renamed, it is named so everywhere', () => {
    const renamed = renameField(zone, name, 'renamed')
    expect(Object.keys(renamed.fields)).toEqual(
      Object.keys(zone.fields).map((field) => (field === name ? 'renamed' : field)),
    )
    expect(JSON.stringify(renamed)).not.toMatch(new RegExp(`"-?${name}"`))
    expect(findings(renamed)).toEqual([])
    expect(renameField(renamed, 'renamed', name)).toEqual(zone)
  })

  test('removed, nothing names it any more', () => {
    const less = removeField(zone, name)
    expect(less.fields).not.toHaveProperty(name)
    expect(findings(less).filter((finding) => !finding.startsWith('table') && !finding.startsWith('tests'))).toEqual([])
  })
})

test('a condition loses only what asked about the field that goes', () => {
  expect(removeField(zone, 'cold').list?.views).toEqual({ Cold: { op: 'notEmpty', field: 'called' } })
  expect(removeField(zone, 'cold').fields['degrees']).toMatchObject({ required: true })
  expect(removeField(zone, 'cold').fields['degrees']).not.toHaveProperty('visible')
})

test('what is refused beside a field follows its name, and goes with it', () => {
  const refused = [{ when: when.lt('to', when.field('from')), message: 'No' }]
  const strict = changeField(zone, 'to', { rejects: refused })
  expect(renameField(strict, 'from', 'since').fields['to']?.rejects).toEqual([
    { when: when.lt('to', when.field('since')), message: 'No' },
  ])
  expect(removeField(strict, 'from').fields['to']).not.toHaveProperty('rejects')
})

test('a new field has what its type needs, and joins list and form', () => {
  const more = addField(zone, 'owner', 'choice', { label: 'Owner' })
  expect(findings(more)).toEqual([])
  expect(more.list?.columns).toContain('owner')
  expect(sectionsOf(more).at(-1)?.rows.at(-1)).toEqual(['owner'])
  expect(addField(zone, 'remark', 'longText').list?.columns).not.toContain('remark')
})

test('names are made of labels and stay free', () => {
  expect(freeName({}, 'Crédit limit (EUR)')).toBe('credit_limit_eur')
  expect(freeName({ a: { type: 'text' } }, 'A')).toBe('a_2')
  expect(freeName({}, '123')).toBe('field')
})

test('another type drops the options of the one before', () => {
  const retyped = retypeField(
    changeField(zone, 'called', { max: 20, help: 'Say it', pattern: 'x' }),
    'called',
    'integer',
  )
  expect(retyped.fields['called']).toEqual({ type: 'integer', help: 'Say it', search: true })
})

test('fields move and options go', () => {
  expect(Object.keys(moveField(zone, 'to', 0).fields)[0]).toBe('to')
  expect(changeField(zone, 'called', { search: undefined }).fields['called']).toEqual({ type: 'text' })
  expect(sectionsOf({ ...zone, form: {} })).toEqual([
    { title: 'Details', rows: Object.keys(zone.fields).map((name) => [name]) },
  ])
})

test('a field of a row is named by its label and takes the place of the one that rows begin with', () => {
  const { fields = {} } = retypeField(addField(zone, 'bins', 'text'), 'bins', 'rows').fields['bins']!
  const first = withNewField({ name: 'row', label: ['Row', 'Rows'], area: 'row', fields }, 'Bin size')
  expect(first).toMatchObject({ name: 'bin_size', definition: { fields: { bin_size: { type: 'text', max: 80 } } } })
  const second = withNewField(first.definition, 'bin size')
  expect(second.name).toBe('bin_size_2')
  expect(second.definition.fields['bin_size_2']).toEqual({ type: 'text', max: 80, label: 'bin size' })
  expect(Object.keys(second.definition.fields)).toEqual(['bin_size', 'bin_size_2'])
})

test('the key of nested rows follows the names of their fields', () => {
  const row = { name: 'row', label: ['Row', 'Rows'], area: 'row', table: { key: ['bin'] } } as const
  const rows: ScreenDefinition = { ...row, fields: { bin: { type: 'text' }, size: { type: 'integer' } } }
  expect(renameField(rows, 'bin', 'shelf').table?.key).toEqual(['shelf'])
  expect(removeField(rows, 'bin').table?.key).toEqual([])
})
