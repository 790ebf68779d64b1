import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportNames } from '#server/reports/registry.ts'
import { startingRoles } from '#server/session/seed.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let admin: string
let analyst: string
let guest: string
let stranger: string

const line = (
  document: string,
  customer: string | null,
  name: string | null,
  country: string,
  date: string,
  net: string,
  quantity = '1',
) => ({
  billing_doc_number: document,
  billing_doc_line: 1,
  billing_date: date,
  customer_number: customer,
  customer_name: name,
  material_number: 'M1',
  country,
  net_value: net,
  quantity,
})

const lines = [
  line('1', 'C1', 'Written name', 'Spain', '2011-01-10', '100.00', '10'),
  line('2', 'C1', 'Written name', 'Spain', '2011-02-10', '50.50', '5'),
  line('3', 'C2', 'Second', 'France', '2011-01-20', '300.00', '1'),
  line('4', 'C3', 'Third', 'Spain', '2011-03-01', '-20.00', '-2'),
  line('5', null, null, 'Malta', '2011-03-02', '69.50', '7'),
]

const insertLines = (organizationId: number) =>
  s.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, customer_name, material_number, country, net_value, quantity)
      select ${organizationId}, x.* from jsonb_to_recordset(${json(lines)}) as x (billing_doc_number text, billing_doc_line bigint, billing_date date,
        customer_number text, customer_name text, material_number text, country text, net_value numeric, quantity numeric)`),
  )

beforeAll(async () => {
  s = await sessionApp()
  const roles = [...startingRoles, { code: 'GUEST', name: 'Guest', permissions: [], authorizedApps: [] }]
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles })
  const other = await s.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies' })
  const person = async (organization: number, email: string, role: string) => {
    await s.user({ organizationId: organization, email, name: email, role })
    return (await s.signIn(email)).token
  }
  admin = await person(organizationId, 'admin@northgate.example', 'ADMINISTRATOR')
  analyst = await person(organizationId, 'ana@northgate.example', 'ANALYST')
  guest = await person(organizationId, 'gil@northgate.example', 'GUEST')
  stranger = await person(other, 'admin@southbank.example', 'ADMINISTRATOR')
  await insertLines(organizationId)
  await s.call('POST', '/api/customer-data', {
    token: admin,
    body: { customer_number: 'C1', customer_name: 'Master name' },
  })
})
afterAll(() => s.close())

const path = '/api/top-n-attributes-report'
const run = (token: string, body: unknown, address = path) => s.call('POST', address, { token, body })

test('every result screen names a report, and every report has a screen', () => {
  const named = s.screens.flatMap(({ result }) => result?.report ?? [])
  expect(new Set(named)).toEqual(new Set(reportNames))
})

describe('top N attributes', () => {
  test('customers by net value: rank, name of the master, sums and the share of the whole', async () => {
    const { status, body } = await run(analyst, { attribute: 'customer_number', n: 3 })
    expect(status).toBe(200)
    const {
      records,
      total_record: total,
      totals,
    } = body.response as { records: Record<string, unknown>[]; total_record: number; totals: object }
    expect(total).toBe(3)
    expect(
      records.map(({ rank, key, name, net_value: net, lines: count, share }) => [rank, key, name, net, count, share]),
    ).toEqual([
      [1, 'C2', 'Second', '300.0000', 1, '60.00'],
      [2, 'C1', 'Master name', '150.5000', 2, '30.10'],
      [3, null, '(none)', '69.5000', 1, '13.90'],
    ])
    expect(records[1]).toMatchObject({ customer_number: 'C1', line_country: null, quantity: '15.000' })
    expect(totals).toEqual({ net_value: '520.0000', quantity: '23.000', lines: '4', share: '104.00' })
  })

  test('narrowed by date and country, ranked by another measure', async () => {
    const asked = {
      attribute: 'country',
      measure: 'quantity',
      billing_date_from: '2011-01-01',
      billing_date_to: '2011-02-28',
    }
    expect((await run(analyst, asked)).body.response?.records).toMatchObject([
      { rank: 1, key: 'Spain', quantity: '15.000', line_country: 'Spain', share: '93.75' },
      { rank: 2, key: 'France', quantity: '1.000' },
    ])
    const one = await run(analyst, { ...asked, country: 'France' })
    expect(one.body.response).toMatchObject({ total_record: 1, records: [{ key: 'France' }] })
  })

  test('paged and sorted; limit 0 answers everything, totals are of the whole', async () => {
    const page = await run(analyst, { attribute: 'customer_number', page: 2, limit: 1, sort: '-net_value' })
    expect(page.body.response).toMatchObject({
      total_record: 4,
      records: [{ key: 'C1' }],
      totals: { net_value: '500.0000' },
    })
    const all = await run(analyst, { attribute: 'customer_number', limit: 0, sort: 'net_value' })
    expect(all.body.response?.records).toMatchObject(['C3', null, 'C1', 'C2'].map((key) => ({ key })))
    const beyond = await run(analyst, { attribute: 'customer_number', page: 9, limit: 10 })
    expect(beyond.body.response).toMatchObject({ total_record: 4, records: [] })
  })

  test('without any criterion those that are required are asked for at their names, whatever empty values came along', async () => {
    for (const body of [{}, { attribute: '', country: null, billing_date_from: '1970-01-01', page: 1, limit: 10 }]) {
      const answer = await run(analyst, body)
      expect([answer.status, answer.body.error?.issues?.map(({ path }) => path)]).toEqual([422, [['attribute']]])
    }
  })

  test('where none is required, no criteria mean everything', async () => {
    const everything = await run(analyst, {}, '/api/invoice-details-report')
    expect([everything.status, everything.body.response?.total_record]).toEqual([200, 5])
  })

  test('a criterion with a default can be emptied, and is remembered so with the run', async () => {
    const asked = { period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }
    const usual = await run(analyst, { ...asked, request_id: 'with-the-default-1' }, '/api/calculation_simulation/v2')
    const all = await run(
      analyst,
      { ...asked, without: ['contract_status', 'kind'], request_id: 'without-it-1234' },
      '/api/calculation_simulation/v2',
    )
    expect([usual.status, all.status]).toEqual([200, 200])
    const { records } = (await s.call('GET', '/api/result-runs?screen=calculation-simulation', { token: analyst })).body
      .response as { records: { criteria: Record<string, unknown> }[] }
    expect(records.map(({ criteria }) => [criteria['contract_status'], criteria['kind'], criteria['without']])).toEqual(
      [
        [undefined, 'Payment', ['contract_status']],
        ['in_force', 'Payment', undefined],
      ],
    )
  })

  test('an empty result says so', async () => {
    const { body } = await run(analyst, { attribute: 'country', country: 'Atlantis' })
    expect(body).toMatchObject({ message: 'No records found.', response: { records: [], total_record: 0 } })
  })

  test('wrong parameters are reported at their names', async () => {
    const { status, body } = await run(analyst, {
      attribute: 'net_value',
      n: 0,
      billing_date_from: '2011-02-01',
      billing_date_to: '2011-01-01',
      colour: 'red',
    })
    expect(status).toBe(422)
    const wrong = body.error?.issues?.map(({ path: at }) => String(at[0])).toSorted((a, b) => a.localeCompare(b))
    expect(wrong).toEqual(['attribute', 'billing_date_to', 'colour', 'n'])
    expect((await run(analyst, { attribute: 'country', sort: 'colour' })).body.error?.code).toBe('BAD_FILTER')
  })

  test('reads the own organisation only, and asks for permission', async () => {
    expect((await run(stranger, { attribute: 'country' })).body.response).toMatchObject({ total_record: 0 })
    expect((await run(guest, { attribute: 'country' })).status).toBe(403)
  })

  test('the whole result is exported', async () => {
    const answer = await s.app.inject({
      method: 'POST',
      url: `${path}/export?format=csv&columns=rank,name,net_value`,
      headers: { authorization: `Bearer ${analyst}` },
      payload: { attribute: 'country', page: 1, limit: 1 },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.body.replace('\uFEFF', '').split('\n')).toEqual([
      'Rank,Name,Net value',
      '1,France,300.0000',
      '2,Spain,130.5000',
      '3,Malta,69.5000',
      '',
    ])
    expect((await run(guest, { attribute: 'country' }, `${path}/export?format=csv`)).status).toBe(403)
  })
})
