import { expect, test } from 'vitest'
import { applyDeltas, defineScreen, f, normalizeScreen, when } from '#src/definition'
import { shownFor } from '#src/definition/shown-variant.ts'
import { variantForm, withVariants } from '#src/definition/variants.ts'
import type { Caller } from '../authorize.ts'
import { trimScreen } from './screen-access.ts'

const postings = normalizeScreen(
  defineScreen({
    name: 'posting',
    label: ['Posting', 'Postings'],
    area: 'contracts',
    endpoint: 'posting',
    table: { key: ['number'] },
    fields: { number: f.text(), type: f.text(), bank_account: f.text() },
    list: {
      path: '/postings',
      columns: ['number', 'bank_account'],
      displays: [{ label: 'Payments', path: '/payments', filters: { type: 'payment' }, variant: 'payment' }],
    },
    form: { layout: [['number', 'type'], ['bank_account']] },
    variants: [
      { name: 'payment', label: ['Payment', 'Payments'], formId: 'PAYMENT', when: when.eq('type', 'payment') },
    ],
    access: { read: 'any', fields: { bank_account: { read: 'treasury' }, type: { read: 'contracts.read' } } },
  }),
)
const designed = withVariants(postings, (variant) =>
  applyDeltas(variantForm(postings, variant), [
    { layer: 'organization', field: 'bank_account', delta: { label: 'Account', hidden: false } },
  ]),
)
const caller = (...permissions: readonly string[]): Caller => ({
  sessionId: 'session',
  userId: 1,
  organizationId: 1,
  email: 'ana@northgate.example',
  permissions: new Set(permissions),
  apps: [],
  roleIds: [],
})
const payment = { type: 'payment' }

test('a design of a variant shows nobody what the permission is missing for', () => {
  const seen = trimScreen(caller('contracts.read', 'treasury'), designed)
  expect(shownFor(seen, payment).fields.find(({ name }) => name === 'bank_account')?.label).toBe('Account')
  const trimmed = trimScreen(caller('contracts.read'), designed)
  expect(JSON.stringify(trimmed)).not.toContain('bank_account')
  expect(shownFor(trimmed, payment).form?.sections.flatMap(({ rows }) => rows)).toEqual([['number', 'type']])
  expect(trimmed.list?.displays[0]?.columns).toEqual(['number'])
})

test('records are not told apart for those who may not see what tells them', () => {
  expect(trimScreen(caller('treasury'), designed).variants).toEqual([])
})
