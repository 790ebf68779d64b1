import { expect, test } from 'vitest'
import { approvalMoves, approvalStatuses, statusWhenChanged, type ApprovalStatus } from './approval.ts'
import { definitionOf } from './definition-of.ts'
import { defineScreen } from './define.ts'
import { f } from './f.ts'
import { lintScreens } from './lint/lint-screens.ts'
import { normalizeScreen } from './normalize.ts'

const claim = defineScreen({
  name: 'test-claim',
  label: ['Claim', 'Claims'],
  area: 'claims',
  endpoint: 'test-claim',
  table: { key: ['number'] },
  fields: {
    number: f.text({ max: 20, readOnly: true, numbered: 'CL-' }),
    amount: f.money({ currency: 'currency' }),
    currency: f.text({ max: 3 }),
  },
  approval: { access: 'claims.approve', amount: 'amount', currency: 'currency' },
  list: { path: '/test-claim' },
  form: { layout: [['number', 'amount', 'currency']] },
})

test('every state can be left, or is changed into one that can', () => {
  const reachable = new Set<ApprovalStatus>(['new'])
  for (let before = 0; before < reachable.size;) {
    before = reachable.size
    for (const { from, to } of Object.values(approvalMoves))
      if (from.some((one) => reachable.has(one))) reachable.add(to)
    for (const one of reachable) reachable.add(statusWhenChanged[one] ?? one)
  }
  expect(reachable).toEqual(new Set(approvalStatuses.map(({ value }) => value)))
  const leaves = (status: ApprovalStatus) => Object.values(approvalMoves).some(({ from }) => from.includes(status))
  for (const status of reachable) expect(leaves(status) || leaves(statusWhenChanged[status]!), status).toBe(true)
  expect(approvalMoves.approve.from).toEqual(['submit_approval'])
})

test('a screen with an approval gets its fields, actions, views and section', () => {
  const screen = normalizeScreen(claim)
  expect(screen.approval).toEqual({
    access: 'claims.approve',
    about: [],
    document: 'test-claim',
    amount: 'amount',
    currency: 'currency',
    application: null,
    free: [],
  })
  expect(screen.fields.find(({ name }) => name === 'approval_status')).toMatchObject({ readOnly: true, default: 'new' })
  expect(screen.actions.map(({ name, access }) => [name, access])).toEqual([
    ['submit-approval', 'claims.write'],
    ['approve', 'claims.approve'],
    ['reject', 'claims.approve'],
    ['question', 'claims.approve'],
    ['withdraw', 'claims.write'],
  ])
  expect(screen.list?.views.map(({ name }) => name)).toEqual([
    'To submit',
    'Waiting for approval',
    'Approved',
    'Rejected',
  ])
  expect(screen.form?.sections.map(({ title }) => title)).toEqual(['Details', 'Approval'])
  expect(normalizeScreen(definitionOf(screen))).toEqual(screen)
})

test('names that lead nowhere are found', () => {
  const findings = (change: object) =>
    lintScreens([normalizeScreen({ ...claim, ...change })]).map(({ message }) => message)
  expect(findings({}).filter((message) => !message.includes('no screen user'))).toEqual(
    expect.not.arrayContaining([expect.stringContaining('amount')]),
  )
  expect(findings({ approval: { access: 'x.y', amount: 'number' } })).toContain('number is no amount')
  expect(findings({ table: { key: ['number'], history: false } })).toContain(
    'Who changed a record is known from its history',
  )
  // By its number a line finds its record; told apart by something else, lines would leave it empty.
  expect(findings({ upload: { functionality: 'X', upsertOn: ['amount'] } })).toContain(
    'number is numbered, which an upload does not do',
  )
})

test('periods are told apart by what is comparable, between two dates', () => {
  const period = (validity: object) =>
    lintScreens([
      normalizeScreen({
        ...claim,
        approval: undefined,
        fields: { ...claim.fields, first: f.date(), last: f.date(), places: f.rows({ place: f.text() }) },
        table: { key: ['number'], validity: { from: 'first', to: 'last', within: ['currency'], ...validity } },
      } as typeof claim),
    ]).map(({ message }) => message)
  expect(period({})).toEqual([])
  expect(period({ from: 'amount' })).toContain('amount is no date')
  expect(period({ only: { flag: 'first', within: ['currency'] } })).toContain('first is no flag')
  expect(period({ only: { flag: 'flagged', within: ['amount'] } }).join()).toMatch(
    /Periods cannot be told apart by amount/,
  )
  expect(period({ within: ['places'] })).toContain('Periods cannot be told apart by places')
  expect(period({ within: [] })).toContain('No field tells whose periods must not overlap')
})
