import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Screen } from '#src/definition'
import { shownFor } from '#src/definition/shown-variant.ts'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string
let readerRole: number
let paid: Record<string, unknown>
let accrued: Record<string, unknown>

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
  await it.customer('C1')
  await it.sell({ document: 'A', customer: 'C1', date: '2026-01-05', net: '10000' })
  const id = await it.agree('C1', 'C1', { rules: [rule({ rate: '10' })] })
  await it.post(id, 'Accrual')
  await it.post(id, 'Payment')
  const postings = await it.listed('financial_postings?contract_number=C1&sort=posting_number')
  accrued = postings.find((one) => one['posting_type'] === 'Accrual')!
  paid = postings.find((one) => one['posting_type'] === 'Payment')!
  readerRole = Number(recordsIn(await call('GET', 'user-role?code=READER'))[0]!['id'])
})
afterAll(() => it.s.close())

beforeEach(async () => {
  for (const path of ['payment-designer', 'accrual-designer'])
    for (const { id } of recordsIn(await call('GET', `${path}?limit=0`))) await call('DELETE', `${path}/${String(id)}`)
})

const screenOf = async (name: string, token = admin, query = ''): Promise<Screen> =>
  (await call('GET', `screens/${name}${query}`, undefined, token)).body.response as unknown as Screen

/** What somebody sees of a posting: the labels of its fields by name, in the order of its sections. */
async function seen(posting: Record<string, unknown>, token = admin, query = '') {
  const { form, fields } = shownFor(await screenOf('financial-posting', token, query), posting)
  const names = form!.sections.flatMap(({ rows }) => rows.flat())
  return new Map(names.map((name) => [name, fields.find((field) => field.name === name)?.label]))
}

const design = (path: string, fields: object[], at: object = {}) => call('POST', path, { ...at, fields })

describe('a design of payments', () => {
  test('hides and relabels a field of payments at once, and none of accruals; null takes it back', async () => {
    expect([...(await seen(paid))]).toEqual([...(await seen(accrued))])
    const made = await design('payment-designer', [
      { field_id: 'payee', label: 'Paid to', help: 'Who gets the money' },
      { field_id: 'tier', hidden: true },
    ])
    expect([made.status, made.body.error]).toEqual([201, undefined])
    const payment = await seen(paid)
    expect(payment.get('payee')).toBe('Paid to')
    expect(payment.has('tier')).toBe(false)
    const accrual = await seen(accrued)
    expect(accrual.get('payee')).toBe('Payee')
    expect(accrual.get('tier')).toBe('Tier')
    // It is a matter of sight: the value is there as before.
    const read = await call('GET', `financial_postings/${String(paid['id'])}`)
    expect(read.body.response).toHaveProperty('tier')

    const id = String(made.body.response!['id'])
    await call('PUT', `payment-designer/${id}`, { fields: [{ field_id: 'payee', label: null, help: null }] })
    expect((await seen(paid)).get('payee')).toBe('Payee')
    expect((await seen(paid)).has('tier')).toBe(false)
    await call('PUT', `payment-designer/${id}`, { fields: [{ field_id: 'tier', hidden: null }] })
    expect([...(await seen(paid))]).toEqual([...(await seen(accrued))])
  })

  test('moves a field within its section', async () => {
    const before = [...(await seen(paid)).keys()]
    const place = before.indexOf('payee')
    expect(place).toBeGreaterThan(0)
    await design('payment-designer', [{ field_id: 'payee', order: 5 }])
    expect([...(await seen(paid)).keys()][0]).toBe('payee')
    expect([...(await seen(accrued)).keys()]).toEqual(before)
  })

  test('is for one role, one user or one application where it says so', async () => {
    await design('payment-designer', [{ field_id: 'payee', label: 'Receiver' }], {
      layer: 'role',
      layer_ref: readerRole,
    })
    expect((await seen(paid, it.reader)).get('payee')).toBe('Receiver')
    expect((await seen(paid, it.analyst)).get('payee')).toBe('Payee')
    await design('payment-designer', [{ field_id: 'basis', label: 'Of' }], { application_type: 'Supplier Chargeback' })
    expect((await seen(paid, it.analyst, '?application=Supplier%20Chargeback')).get('basis')).toBe('Of')
    expect((await seen(paid, it.analyst, '?application=Customer%20Rebate')).get('basis')).toBe('Basis')
  })

  test('lies over what is said of all postings, and shows what these hide where it was', async () => {
    const change = (form_id: string, field_id: string, delta: object | null) => ({ form_id, field_id, delta })
    const posting = 'IMA_CONFIG_FINANCIAL_POSTING'
    const before = [...(await seen(paid)).keys()]
    await call('PUT', 'modify_form_fields', [
      change(posting, 'payee', { label: 'Partner' }),
      change(posting, 'tier', { hidden: true }),
    ])
    await design('payment-designer', [
      { field_id: 'payee', label: 'Paid to' },
      { field_id: 'tier', hidden: false },
    ])
    expect((await seen(paid)).get('payee')).toBe('Paid to')
    expect([...(await seen(paid)).keys()]).toEqual(before)
    expect((await seen(accrued)).get('payee')).toBe('Partner')
    expect((await seen(accrued)).has('tier')).toBe(false)
    const why = await call('GET', 'form_fields/why?form_id=IMA_CONFIG_PAYMENT&field_id=payee')
    expect((why.body.response as { reasons: object[] }).reasons).toMatchObject([
      { form: 'Financial postings', property: 'label', from: 'Payee', to: 'Partner' },
      { form: null, property: 'label', from: 'Partner', to: 'Paid to' },
    ])
    await call('PUT', 'modify_form_fields', [change(posting, 'payee', null), change(posting, 'tier', null)])
  })

  test('heads and hides the columns of the approval of payments, and the file of it, not those of accruals', async () => {
    await design('payment-designer', [
      { field_id: 'payee', label: 'Paid to' },
      { field_id: 'currency', hidden: true },
    ])
    const { list } = await screenOf('financial-posting')
    const at = (path: string) => list!.displays.find((display) => display.path === path)!
    const payments = at('/payment-approvals/payment-reports')
    expect(payments.columns).not.toContain('currency')
    expect(payments.shown?.fields.find(({ name }) => name === 'payee')?.label).toBe('Paid to')
    expect(at('/accrual-approvals/accrual-reports').columns).toContain('currency')
    expect(at('/accrual-approvals/accrual-reports').shown).toBeUndefined()
    expect(list!.columns).toContain('currency')
    const file = async (more: string) => {
      const answer = await it.s.app.inject({
        method: 'GET',
        url: `/api/financial_postings/export?format=csv&columns=posting_number,payee${more}`,
        headers: { authorization: `Bearer ${admin}` },
      })
      return answer.body.split(/\r?\n/)[0]!.replace('﻿', '')
    }
    expect(await file('&shown_as=payment')).toBe('Posting,Paid to')
    expect(await file('&shown_as=accrual')).toBe('Posting,Payee')
    expect(await file('')).toBe('Posting,Payee')
  })

  test('names only what postings have, asks for nothing that nobody enters, and is found among the changes', async () => {
    const refused = async (field: object) => {
      const { status, body } = await design('payment-designer', [field], { layer: 'role', layer_ref: readerRole })
      return [status, body.error?.issues?.[0]?.path.at(-1)]
    }
    expect(await refused({ field_id: 'check_number', label: 'Check' })).toEqual([422, 'field_id'])
    expect(await refused({ field_id: 'payee', required: true })).toEqual([422, 'required'])
    expect(await refused({ field_id: 'payee', default: 'C1' })).toEqual([422, 'default'])
    expect((await design('payment-designer', [{ field_id: 'amount', hidden: true }])).status).toBe(201)
    expect((await seen(paid)).has('amount')).toBe(false)
    const stored = recordsIn(await call('GET', 'form_fields?form_id=IMA_CONFIG_PAYMENT'))
    expect(stored).toMatchObject([{ field_id: 'amount', hidden: true }])
    const forms = recordsIn(await call('GET', 'form_fields/forms'))
    expect(forms).toContainEqual({ value: 'IMA_CONFIG_PAYMENT', label: 'Payments' })
    expect((await call('GET', 'form_fields/lost')).body.response).toMatchObject({ total_record: 0 })
    const [version] = recordsIn(await call('GET', 'form_fields/versions?form_id=IMA_CONFIG_PAYMENT'))
    const back = { form_id: 'IMA_CONFIG_PAYMENT', version: version!['id'] }
    expect((await call('POST', 'form_fields/take-back', back)).body.response).toMatchObject({ taken_back: 1 })
    expect((await seen(paid)).has('amount')).toBe(true)
  })

  test('is designed by administrators on a page of its own, which names what is designed', async () => {
    const at = async (token: string) =>
      (await call('GET', 'places?path=/payment-designer', undefined, token)).body.response as Record<string, unknown>
    expect(await at(admin)).toMatchObject({ route: { screen: 'financial-posting', kind: 'design' } })
    expect(await at(it.analyst)).toMatchObject({ route: null, denied: { label: 'Payment designer' } })
    const design = await call('GET', 'form_fields/design?form_id=IMA_CONFIG_ACCRUAL')
    expect(design.body.response).toMatchObject({ effective: { plural: 'Accruals' }, stored: [] })
  })
})

describe('a design of what calculations show', () => {
  const form = 'IMA_CONFIG_CALSIM_FINPOSTING'
  const results = ['calculation-simulation', 'calculation-results', 'what-if-simulation']
  const columnsOf = async (name: string, token = admin) => (await screenOf(name, token)).result!.columns
  const labelOf = async (name: string, field: string, token = admin) =>
    (await screenOf(name, token)).fields.find((one) => one.name === field)?.label

  test('is seen in every result of a calculation, by those it is for, until it is taken back', async () => {
    const before = await Promise.all(results.map((name) => columnsOf(name)))
    const body = {
      id: readerRole,
      fields: [
        { field_id: 'payee', label: 'Receiver' },
        { field_id: 'period', hidden: true },
        { field_id: 'rule_no', order: 5 },
      ],
    }
    expect((await call('POST', 'cal-fin-display-by-id', body)).status).toBe(200)
    for (const [at, name] of results.entries()) {
      expect(await labelOf(name, 'payee', it.reader)).toBe('Receiver')
      expect(await labelOf(name, 'payee')).toBe('Payee')
      const columns = before[at]!.filter((column) => column !== 'period')
      expect(await columnsOf(name, it.reader)).toEqual(['rule_no', ...columns.filter((one) => one !== 'rule_no')])
      expect(await columnsOf(name)).toEqual(before[at])
    }
    const none = body.fields.map(({ field_id }) => ({ field_id, label: null, hidden: null, order: null }))
    await call('PUT', 'cal-fin-display-by-id', { id: readerRole, fields: none })
    expect(await columnsOf(results[0]!, it.reader)).toEqual(before[0])
  })

  test('heads the file of a result, and goes beneath what is said of the result itself', async () => {
    const change = (form_id: string, delta: object | null) => ({ form_id, field_id: 'amount', delta })
    await call('PUT', 'modify_form_fields', [
      change(form, { label: 'Reckoned' }),
      change('IMA_CONFIG_CALCULATION_RESULTS', { label: 'Owed' }),
      { form_id: form, field_id: 'explanation', delta: { hidden: true } },
    ])
    expect(await labelOf('calculation-results', 'amount')).toBe('Owed')
    const file = await it.s.app.inject({
      method: 'POST',
      url: '/api/calculation_simulation/v2/export?format=csv',
      headers: { authorization: `Bearer ${it.analyst}` },
      payload: { contract_number: 'C1', period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' },
    })
    const [heading] = file.body.split(/\r?\n/)
    expect(heading).toMatch(/,Reckoned,/)
    expect(heading).not.toMatch(/Explanation/)
    await call('PUT', 'modify_form_fields', [
      change(form, null),
      change('IMA_CONFIG_CALCULATION_RESULTS', null),
      { form_id: form, field_id: 'explanation', delta: null },
    ])
    expect(await labelOf('calculation-simulation', 'amount')).toBe('Amount')
  })
})
