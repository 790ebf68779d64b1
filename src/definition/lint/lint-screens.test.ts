import { describe, expect, test } from 'vitest'
import { type Condition, when } from '../conditions.ts'
import type { ScreenDefinition } from '../define.ts'
import { f } from '../f.ts'
import { normalizeScreen } from '../normalize.ts'
import { nearest } from './finding.ts'
import { lintScreens } from './lint-screens.ts'

const supplier: ScreenDefinition = {
  name: 'supplier',
  label: ['Supplier', 'Suppliers'],
  area: 'masters',
  endpoint: 'supplier',
  table: { key: ['number'] },
  fields: { number: f.text({ required: true }), name: f.text({ required: true }) },
  list: { path: '/supplier' },
}

const warehouse: ScreenDefinition = {
  name: 'warehouse',
  label: ['Warehouse', 'Warehouses'],
  area: 'masters',
  endpoint: 'warehouse',
  table: { key: ['code'] },
  fields: {
    code: f.text({ required: true }),
    type: f.choice(['owned', '3pl'], { default: 'owned' }),
    operator: f.reference('supplier', { visible: when.eq('type', '3pl'), required: 'whenVisible' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    bins: f.rows({ bin: f.text() }, { key: ['bin'] }),
  },
  list: {
    path: '/warehouse',
    columns: ['code', 'type'],
    sort: ['-valid_from'],
    views: { Expired: when.before('valid_to', '@today') },
  },
  form: { layout: [['code', 'type'], ['operator']] },
}

/** What the linter says of the warehouse with these changes, as `path: message → fix`. */
function lint(changes: Partial<ScreenDefinition>, fields: ScreenDefinition['fields'] = {}): string[] {
  const definition = { ...warehouse, ...changes, fields: { ...warehouse.fields, ...fields } }
  return lintScreens([supplier, definition].map(normalizeScreen)).map(
    ({ path, message, fix }) => `${path.join('.')}: ${message}${fix ? ` → ${fix}` : ''}`,
  )
}

test('a sound definition has nothing to complain about', () => {
  expect(lint({})).toEqual([])
})

describe('names', () => {
  test('in lists, with what was probably meant', () => {
    const list = {
      path: '/warehouse',
      columns: ['code', 'tpye', 'code'],
      filters: ['bins', 'zzz'],
      sort: ['-valid_form', 'bins'],
      totals: { code: 'sum' as const },
    }
    expect(lint({ list })).toEqual([
      'list.columns.tpye: There is no field tpye → write type',
      'list.sort.valid_form: There is no field valid_form → write valid_from',
      'list.filters.zzz: There is no field zzz',
      'list.totals.code: code is no number and has no sum → use count, min or max',
      'list.columns.code: code stands here twice',
      'list.sort.bins: A list cannot be sorted by bins',
      'list.filters.bins: A list cannot be filtered by bins',
    ])
  })

  test('in conditions, and values that a choice never has', () => {
    const views = { Own: when.all(when.eq('type', 'ownd'), when.not(when.empty('operatr'))) }
    expect(lint({ list: { path: '/warehouse', views: {}, attention: ['Late'], due: ['Soon'] } })).toEqual([
      'list.attention.Late: There is no view Late',
      'list.due.Soon: There is no view Soon',
    ])
    const figures = [
      { label: 'Late', view: 'Late' },
      { label: 'Codes', sum: 'code' },
      { label: 'Codes', sum: 'cod' },
    ]
    expect(lint({ list: { path: '/warehouse', views: {}, figures } })).toEqual([
      'list.figures.0.view: There is no view Late',
      'list.figures.1.sum.code: code is no number and has no sum → use count, min or max',
      'list.figures.2.label: Codes stands here twice',
      'list.figures.2.sum.cod: There is no field cod → write code',
    ])
    expect(lint({ list: { path: '/warehouse', views } })).toEqual([
      'list.views.Own.ownd: type never is ownd → write owned',
      'list.views.Own.operatr: There is no field operatr → write operator',
    ])
  })

  test('in what a field is refused for, and fields that cannot be compared', () => {
    const least = f.decimal(8, 2, {
      rejects: [
        { when: when.gt('least', when.field('mst')), message: 'No' },
        { when: when.gt('least', when.field('type')), message: 'No' },
        { when: when.in('least', [when.field('most')]), message: 'No' },
        { when: when.gt('least', when.field('most')), message: 'Yes' },
      ],
    })
    const made = f.text({ readOnly: true, rejects: [{ when: when.empty('made'), message: 'No' }] })
    expect(lint({}, { least, made, most: f.integer() })).toEqual([
      'fields.least.rejects.0.when.mst: There is no field mst → write most',
      'fields.least.rejects.1.when.type: least is a decimal and cannot be compared with type, a choice',
      'fields.least.rejects.2.when.most: in compares with values, not with the field most',
      'fields.made.rejects: Nobody writes made: nothing of it can be refused',
    ])
  })

  test('in forms, titles, keys, rights and examples', () => {
    const form = {
      layout: [{ title: 'A', rows: [['code'], ['code', 'nme']] }],
      related: [
        { screen: 'suplier', by: 'x' },
        { screen: 'supplier', by: 'nam' },
      ],
    }
    const tests = [{ reject: { cod: 'x' }, at: 'code' }]
    const table = { key: ['code', 'typ'] }
    expect(lint({ form, title: 'nothing', table, access: { fields: { cde: {} } }, tests })).toEqual([
      'title.nothing: There is no field nothing',
      'table.key.typ: There is no field typ → write type',
      'form.layout.nme: There is no field nme',
      'form.layout.code: code stands twice on the form',
      'form.related.0.screen: There is no screen suplier → write supplier',
      'form.related.1.by: There is no field of supplier nam → write name',
      'access.fields.cde: There is no field cde → write code',
      'tests.0.cod: There is no field cod → write code',
    ])
  })
})

test('fields: references, orders, currencies, choices, defaults, names that every record has', () => {
  const fields = {
    owner: f.reference('suppliers', { acyclic: true }),
    seen: f.date({ after: 'type' }),
    price: f.money({ currency: 'curency' }),
    cost: f.money({ currency: 'EUR' }),
    kind: f.choice([]),
    size: f.choice(['s', 'm', 's'], { default: 'l' }),
    mark: f.text({ pattern: '[', required: 'whenVisible' }),
    created_at: f.date(),
    sort: f.text(),
  }
  const said = lint({}, fields)
  for (const expected of [
    'fields.owner.suppliers: There is no screen suppliers → write supplier',
    'fields.owner.acyclic: Only a reference to warehouse itself can lead back to it',
    'fields.seen.after: There is no date field type',
    'fields.price.currency: There is no field or currency curency',
    'fields.kind: kind is a choice without choices',
    'fields.size.choices.s: The choice s is there twice',
    'fields.mark.pattern: [ is no regular expression',
    'fields.created_at: Every record has a column created_at of its own',
    'fields.sort: sort is a parameter of every list and cannot be a field',
  ]) {
    expect(said).toContain(expected)
  }
  expect(said.filter((line) => line.startsWith('fields.size.default: The default of size does not fit'))).toHaveLength(
    1,
  )
  expect(said.filter((line) => line.startsWith('fields.mark.required:'))).toHaveLength(1)
  expect(said).toHaveLength(11)
})

test('the only field of a key is required; a field of a longer key may be empty', () => {
  expect(lint({}, { code: f.text() })).toEqual([
    'fields.code: code is the key and may be left empty → write required: true',
  ])
  expect(lint({ table: { key: ['code', 'type'] } }, { code: f.text() })).toEqual([])
})

test('a required field is on the form', () => {
  expect(lint({}, { owner: f.text({ required: true }) })).toEqual([
    "form.layout: owner is required and not on the form → add 'owner' to the layout",
  ])
})

test('a reference leads to a screen with a single key field', () => {
  const pair: ScreenDefinition = {
    ...supplier,
    name: 'pair',
    endpoint: 'pair',
    table: { key: ['number', 'name'] },
    list: undefined,
  }
  const owner = { ...warehouse, fields: { ...warehouse.fields, owner: f.reference('pair') } }
  const messages = lintScreens([supplier, pair, owner].map(normalizeScreen)).map(({ message }) => message)
  expect(messages).toEqual(['pair cannot be referred to: its key has 2 fields'])
})

test('results: columns, chart and the way to the lines behind', () => {
  const result: ScreenDefinition['result'] = {
    criteria: '/criteria',
    path: '/results',
    report: 'x',
    parameters: { from: f.date() },
    columns: ['code', 'vlaue'],
    chart: { type: 'bar', x: 'cod', y: ['code'] },
    drill: { screen: 'supplier', filters: { number: 'code', 'name.gte': 'form' } },
  }
  expect(lint({ result, form: undefined, list: undefined })).toEqual([
    'result.columns.vlaue: There is no field vlaue',
    'result.chart.x.cod: There is no field cod → write code',
    'result.drill.filters.name.gte: There is no field or parameter form → write from',
  ])
})

test('two screens share neither path, endpoint, table nor functionality; the page of an upload they may', () => {
  const upload = { functionality: 'Format', path: '/uploads' }
  const first = { ...supplier, upload }
  const second = {
    ...supplier,
    name: 'vendor',
    upload,
    endpointAliases: ['supplier'],
    form: { view: '/warehouse/:key' },
  }
  const third = { ...warehouse, form: { ...warehouse.form, view: '/warehouse/:id' } }
  const findings = lintScreens([first, second, third].map(normalizeScreen))
  expect(findings.map(({ screen, message }) => `${screen}: ${message}`)).toEqual([
    'vendor: The endpoint supplier belongs to supplier already',
    'vendor: The endpoint supplier belongs to supplier already',
    'vendor: The upload functionality Format belongs to supplier already',
    'vendor: The path /supplier belongs to supplier already',
    'vendor: The path /supplier/new belongs to supplier already',
    'vendor: The path /supplier/edit/: belongs to supplier already',
    'warehouse: The path /warehouse/: belongs to vendor already',
  ])
})

test('the nearest name counts letters changed, added, dropped or swapped', () => {
  expect(nearest('nmae', ['code', 'name', 'names'])).toBe('name')
  expect(nearest('billingDate', ['billing_date', 'posting_date'])).toBe('billing_date')
  expect(nearest('zzz', ['code', 'name'])).toBeUndefined()
})

test('a summary does not add several currencies up', () => {
  const rent: ScreenDefinition = {
    ...supplier,
    name: 'rent',
    label: ['Rent', 'Rents'],
    endpoint: 'rent',
    list: { path: '/rent' },
    fields: {
      number: f.text({ required: true }),
      currency: f.text(),
      amount: f.money({ currency: 'currency' }),
      fee: f.money({ currency: 'EUR' }),
    },
  }
  const rents = (more: Readonly<Record<string, string>>): ScreenDefinition => ({
    name: 'rents',
    label: ['Rent by number', 'Rents by number'],
    area: 'results',
    endpoint: 'rents-report',
    fields: {
      number: f.text(),
      amount: f.money(),
      fee: f.money(),
      ...Object.fromEntries(Object.keys(more).map((name) => [name, f.text()])),
    },
    result: {
      path: '/rents',
      criteria: '/rents-criteria',
      parameters: {},
      summary: {
        of: 'rent',
        groups: { number: 'number', ...more },
        figures: { amount: 'amount.sum', fee: 'fee.sum' },
        filters: {},
      },
    },
  })
  const said = (more: Readonly<Record<string, string>>) =>
    lintScreens([rent, rents(more)].map(normalizeScreen)).map(({ message, fix }) => `${message} → ${fix}`)
  expect(said({})).toEqual(['amount.sum would mix the amounts of several currencies → group by currency as well'])
  expect(said({ currency: 'currency' })).toEqual([])
})

test('periods of a summary are those of an application, and a column is ordered by one there is', () => {
  const sold: ScreenDefinition = {
    ...supplier,
    name: 'sold',
    label: ['Sale', 'Sales'],
    endpoint: 'sold',
    list: { path: '/sold' },
    fields: { number: f.text({ required: true }), day: f.date({ required: true }), app: f.text() },
  }
  const said = (application: object, orderedBy: string, type: 'text' | 'date' = 'text') => {
    const periods: ScreenDefinition = {
      name: 'periods',
      label: ['Period', 'Periods'],
      area: 'results',
      endpoint: 'periods-report',
      fields: { period: type === 'text' ? f.text({ monthly: true, orderedBy }) : f.date(), sales: f.integer() },
      result: {
        path: '/periods',
        criteria: '/periods-criteria',
        parameters: {},
        summary: {
          of: 'sold',
          groups: { period: 'day.period' },
          figures: { sales: 'count' },
          filters: {},
          ...application,
        },
      },
    }
    return lintScreens([sold, periods].map(normalizeScreen)).map(({ message }) => message)
  }
  expect(said({ application: 'app' }, 'period_from')).toEqual([])
  expect(said({}, 'period_from')).toEqual(['Periods are those of the fiscal calendar that an application follows'])
  expect(said({ application: 'appp' }, 'period_from')).toEqual(['There is no field of sold appp'])
  expect(said({ application: 'app' }, 'period_form')).toEqual(['There is no field period_form'])
  expect(said({ application: 'app' }, 'period_from', 'date')).toEqual([
    'period is date and cannot hold what is worked out for it',
  ])
})

test('what a row leads to by fixed filters is what the list understands', () => {
  const counts = (where: Condition): ScreenDefinition => ({
    name: 'counts',
    label: ['Count', 'Counts'],
    area: 'results',
    endpoint: 'counts-report',
    fields: { number: f.text(), suppliers: f.integer() },
    result: {
      path: '/counts',
      criteria: '/counts-criteria',
      parameters: {},
      summary: { of: 'supplier', groups: { number: 'number' }, figures: { suppliers: 'count' }, where },
    },
  })
  const said = (where: Condition) =>
    lintScreens([supplier, counts(where)].map(normalizeScreen)).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )
  expect(said(when.ne('name', 'x'))).toEqual([])
  expect(said(when.gt('name', 'x'))).toEqual([
    'result.summary.where: A row cannot lead to the Suppliers behind it: Name cannot be filtered with gt',
  ])
})
