import { describe, expect, it } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Row } from './page.ts'
import { checkInput, type WriteContext } from './write-check.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'rate',
    label: ['Rate', 'Rates'],
    area: 'masters',
    endpoint: 'rate',
    table: { key: ['code'] },
    fields: {
      code: f.integer({ required: true, immutable: true }),
      amount: f.money(),
      share: f.percent({ immutable: true }),
      agreed: f.dateTime({ readOnly: true }),
      open: f.flag({ readOnly: true }),
      note: f.text(),
    },
    access: { read: 'any', write: 'any', fields: { amount: { read: 'any', write: 'amounts.write' } } },
  }),
)
const caller: Caller = {
  sessionId: '',
  userId: 1,
  organizationId: 1,
  email: '',
  roleIds: [],
  permissions: new Set(),
  apps: [],
}
const stored = {
  id: 1,
  row_version: 1,
  code: 7,
  amount: '1.5000',
  share: '12.500000',
  agreed: '2026-01-31T10:00:00.000000Z',
  open: true,
  note: null,
} satisfies Row

const check = (body: Record<string, unknown>) => {
  const context = { screen, caller } as unknown as WriteContext
  const { values, issues } = checkInput(context, body, stored)
  return { values, issues: issues.map(({ path, code }) => `${path.join('.')} ${code}`) }
}

describe('what the caller may not change', () => {
  it.each([
    { amount: '1.5000' },
    { amount: '1.50' },
    { amount: 1.5 },
    { amount: '+1.5' },
    { agreed: '2026-01-31T11:00:00+01:00' },
    { agreed: '2026-01-31T10:00:00Z' },
    { open: true },
  ])('may come back as it was read, in any notation: %o', (body) => {
    expect(check(body)).toEqual({ values: {}, issues: [] })
  })

  it.each([{ amount: '1.51' }, { amount: null }, { amount: '' }, { agreed: '2026-01-31T10:00:01Z' }, { open: false }])(
    'is refused when it is another value: %o',
    (body) => {
      expect(check(body).issues).toEqual([`${Object.keys(body)[0]} denied`])
    },
  )
})

describe('what cannot be changed once it is saved', () => {
  it.each([{ code: 7 }, { share: 12.5 }, { share: '12.50' }])('may come back in any notation: %o', (body) => {
    expect(check(body).issues).toEqual([])
  })

  it('is refused when it is another value', () => {
    expect(check({ code: 8, share: '12.51' }).issues).toEqual(['code immutable', 'share immutable'])
  })
})
