import { describe, expect, it, test } from 'vitest'
import { when } from './conditions.ts'
import { defineScreen } from './define.ts'
import { deltaIssues } from './delta-issues.ts'
import { applyDeltas, traceField, type FieldDelta, type LayeredDelta } from './deltas.ts'
import { f } from './f.ts'
import { normalizeScreen } from './normalize.ts'
import { screenRoutes } from './routes.ts'
import type { Screen } from './screen.ts'
import { shownAsVariant, shownFor } from './shown-variant.ts'
import { designedAt, formIdsOf, formNamed, variantForm, withVariants } from './variants.ts'
import { fieldNamed } from './walk-fields.ts'

const postings = normalizeScreen(
  defineScreen({
    name: 'posting',
    label: ['Posting', 'Postings'],
    area: 'contracts',
    endpoint: 'posting',
    table: { key: ['number'] },
    fields: {
      number: f.text({ max: 10, required: true }),
      type: f.choice(['payment', 'accrual'], { required: true }),
      payee: f.text({ max: 40 }),
      amount: f.money({ required: true }),
      tier: f.integer(),
    },
    list: {
      path: '/postings',
      columns: ['number', 'payee', 'tier', 'amount'],
      displays: [
        { label: 'All', path: '/all', filters: {} },
        { label: 'Payments', path: '/payments', filters: { type: 'payment' }, variant: 'payment' },
      ],
    },
    form: { layout: [['number', 'type'], ['payee', 'tier'], ['amount']] },
    variants: [
      {
        name: 'payment',
        label: ['Payment', 'Payments'],
        formId: 'PAYMENT',
        when: when.eq('type', 'payment'),
        designer: { path: '/payment-designer' },
      },
      { name: 'accrual', label: ['Accrual', 'Accruals'], formId: 'ACCRUAL', when: when.eq('type', 'accrual') },
    ],
    access: { write: 'never' },
  }),
)
const [payment] = postings.variants!
const form = variantForm(postings, payment!)

const said = (field: string, delta: FieldDelta, of?: LayeredDelta['of']): LayeredDelta => ({
  layer: 'organization',
  field,
  delta,
  ...(of ? { of } : {}),
})
const shapedBy = (...deltas: readonly LayeredDelta[]): Screen =>
  withVariants(postings, ({ name }) => (name === 'payment' ? applyDeltas(form, deltas) : undefined))
const placesOf = ({ form: shown }: Screen) => shown?.sections.flatMap(({ rows }) => rows)

describe('a variant', () => {
  it('is a form of its own over that of its screen, with its designer among the pages of the screen', () => {
    expect(formNamed([postings], 'PAYMENT')).toEqual(form)
    expect(form).toMatchObject({ name: 'posting', plural: 'Payments', formId: 'PAYMENT', fields: postings.fields })
    expect(formNamed([postings], postings.formId)).toBe(postings)
    expect(formNamed([postings], 'OTHER')).toBeUndefined()
    expect(formIdsOf(form)).toEqual([postings.formId, 'PAYMENT'])
    expect(screenRoutes(postings).filter(({ kind }) => kind === 'design')).toEqual([
      { path: '/payment-designer', screen: 'posting', kind: 'design' },
    ])
    expect(designedAt(postings, '/payment-designer')).toMatchObject({ designer: { label: 'Design payments' } })
  })

  it('shapes the records that it is, and no others', () => {
    const shaped = shapedBy(said('payee', { label: 'Paid to' }), said('tier', { hidden: true }))
    const shown = shownFor(shaped, { type: 'payment' })
    expect(fieldNamed(shown.fields, 'payee').label).toBe('Paid to')
    expect(placesOf(shown)).toEqual([['number', 'type'], ['payee'], ['amount']])
    expect(shownFor(shaped, { type: 'accrual' })).toBe(shaped)
    expect(placesOf(shaped)).toEqual(placesOf(postings))
    expect(shaped.variants?.[0]?.shown?.fields.map(({ name }) => name)).toEqual(['payee', 'tier'])
    expect(shownAsVariant(shaped, 'payment')).toEqual(shown)
    expect(shownAsVariant(shaped, 'accrual')).toBe(shaped)
  })

  it('shapes the displays that show nothing else', () => {
    const { list } = shapedBy(said('payee', { label: 'Paid to', listOrder: 5 }), said('tier', { hidden: true }))
    expect(list?.columns).toEqual(['number', 'payee', 'tier', 'amount'])
    const [all, payments] = list!.displays
    expect(all).toBe(postings.list!.displays[0])
    expect(payments).toMatchObject({ columns: ['payee', 'number', 'amount'], shown: { shownAs: 'payment' } })
    expect(fieldNamed(payments!.shown!.fields, 'payee').label).toBe('Paid to')
  })

  it('lies over what is said of the screen, whatever the layers', () => {
    const deltas: LayeredDelta[] = [
      said('tier', { hidden: false, label: 'Step' }),
      { layer: 'user', field: 'tier', delta: { hidden: true, label: 'Mine' }, of: 'screen' },
    ]
    const shown = applyDeltas(form, deltas)
    expect(fieldNamed(shown.fields, 'tier')).toMatchObject({ label: 'Step', hidden: false })
    // Where the screen has it, not at the end.
    expect(placesOf(shown)).toEqual([['number', 'type'], ['payee', 'tier'], ['amount']])
    expect(traceField(form, deltas, 'tier').map(({ index, property }) => [index, property])).toEqual([
      [1, 'label'],
      [1, 'hidden'],
      [0, 'label'],
      [0, 'hidden'],
    ])
  })

  it('is nothing where nothing is said of it', () => {
    expect(withVariants(postings, () => undefined)).toBe(postings)
  })
})

test('where nobody enters values, everything can be hidden and nothing be required or begin with a default', () => {
  const paths = (delta: FieldDelta, field = 'payee') =>
    deltaIssues(form, 'organization', field, delta).map(({ path }) => path[0])
  expect(paths({ hidden: true }, 'number')).toEqual([])
  expect(paths({ required: true })).toEqual(['required'])
  expect(paths({ default: 'X' })).toEqual(['default'])
  expect(paths({ attribute: { type: 'text' } }, 'own')).toEqual(['attribute'])
})

describe('a result', () => {
  const result = normalizeScreen(
    defineScreen({
      name: 'sums',
      label: ['Sum', 'Sums'],
      area: 'results',
      endpoint: 'sums',
      fields: {
        code: f.text(),
        tier: f.integer(),
        amount: f.money(),
        paid: f.money(),
        note: f.text({ hidden: true }),
      },
      follows: { formId: 'SHARED', order: ['code', 'other', 'tier', 'amount'] },
      result: {
        criteria: '/sums',
        path: '/sums/results',
        report: 'sums',
        parameters: {},
        columns: ['code', 'paid', 'tier', 'amount'],
        group: ['tier'],
        chart: { type: 'stacked', x: 'code', y: ['paid', 'amount'] },
      },
    }),
  )

  it('has no column, no group and no series of what is hidden, and shows what is shown', () => {
    const { result: shown } = applyDeltas(result, [
      said('tier', { hidden: true }),
      said('paid', { hidden: true }),
      said('note', { hidden: false }),
    ])
    expect(shown).toMatchObject({ columns: ['code', 'amount', 'note'], group: [], chart: { y: ['amount'] } })
    expect(applyDeltas(result, [said('code', { hidden: true })]).result?.chart).toBeUndefined()
    expect(applyDeltas(result, [said('tier', { label: 'Step' })]).result).toEqual(result.result)
  })

  it('has its columns where they are moved to', () => {
    expect(applyDeltas(result, [said('amount', { order: 15 })]).result?.columns).toEqual([
      'code',
      'amount',
      'paid',
      'tier',
    ])
  })

  it('shares a design beneath its own: words, what is hidden, and the order of what it has of it', () => {
    const shared = applyDeltas(result, [
      said('tier', { label: 'Step', order: 5 }, 'shared'),
      said('other', { hidden: true }, 'shared'),
      said('amount', { label: 'Owed' }, 'shared'),
      said('amount', { label: 'Reckoned' }),
    ])
    expect(shared.result?.columns).toEqual(['tier', 'paid', 'code', 'amount'])
    expect(fieldNamed(shared.fields, 'tier').label).toBe('Step')
    expect(fieldNamed(shared.fields, 'amount').label).toBe('Reckoned')
    expect(formIdsOf(result)).toEqual(['SHARED', result.formId])
  })
})
