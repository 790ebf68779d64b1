import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { rebateApp, recordsIn, rule, tier, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp
type Row = Record<string, unknown>

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const found = async (path: string, body: object): Promise<Row[]> => {
  const answer = await call('POST', path, body)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const numbers = (rows: readonly Row[]) => rows.map((row) => row['contract_number'])

const hospital = { attribute: 'customer.class_of_trade', value: 'Hospital' }
const term = (more: object) => ({ group_no: 1, mode: 'include', operator: 'eq', ...more })

beforeAll(async () => {
  it = await rebateApp()
  await it.create('class-of-trade', { class_code: 'Hospital', description: 'Hospital' })
  await it.customer('R1', { country: 'Spain' })
  await it.customer('R2', { country: 'France' })
  await it.agree('R1-A', 'R1', { rules: [rule({ rate: '2', condition_id: 'ZR01' })] })
  await it.agree('R2-G', 'R2', {
    own_sales_only: false,
    eligibility: [
      term({ attribute: 'customer.country', value: 'Spain' }),
      term({ attribute: 'material.brand', value: 'X' }),
    ],
    rules: [rule({ tier_mode: 'retro' })],
    tiers: [tier('0', '1000', '1'), tier('1000', null, '7')],
  })
})
afterAll(() => it.s.close())

test('contracts are listed by keyword, and by whether they overlap', async () => {
  expect(numbers(recordsIn(await call('GET', 'contracts?keyword=R1-A')))).toEqual(['R1-A'])
  expect(numbers(recordsIn(await call('GET', 'contract-list?keyword=R2')))).toEqual(['R2-G'])
  await it.create('contracts', it.contract('R1-B', 'R1', { valid_from: '2026-12-01', valid_to: '2027-06-30' }))
  expect(numbers(recordsIn(await call('GET', 'contracts?overlap=true&sort=contract_number')))).toEqual(['R1-A', 'R1-B'])
  expect(numbers(recordsIn(await call('GET', 'contracts?overlap=true&keyword=R1-B')))).toEqual(['R1-B'])
  const whole = await call('GET', 'contracts?page=1&limit=0&overlap=true&sort=contract_number')
  expect(numbers((whole.body.response as { records: Row[] }).records)).toEqual(['R1-A', 'R1-B'])
  expect(numbers(recordsIn(await call('GET', 'contracts?overlap=true', undefined, it.stranger)))).toEqual([])
})

test('contracts are found by what stands in their rules', async () => {
  expect(numbers(await found('contract-search-rule', { attribute: 'customer.country', value: 'spain' }))).toEqual([
    'R2-G',
  ])
  expect(numbers(await found('contract-search-rule', { rate_from: 6, rate_to: 8 }))).toEqual(['R2-G'])
  const [one] = await found('contract-search-rule', { condition_id: 'zr01' })
  expect(one).toMatchObject({ contract_number: 'R1-A', rules: [{ rule_no: 1, rate: '2' }] })
  expect(await found('contract-search-rule', { rate_type: 'fixed_amount' })).toEqual([])
})

test('rules are checked by type and method without being saved', async () => {
  const check = async (query: string, body: object) =>
    (await call('POST', `contract-rules/validate${query}`, body)).body.response!
  expect(await check('', { rules: [rule({ rate: '2' })] })).toEqual({ valid: true, issues: [], warnings: [] })
  expect(
    await check('?rule_type=Payment&calculation_method=amount_per_unit', {
      rules: [rule({ rate: '2', accrual_rate: '1' })],
    }),
  ).toMatchObject({
    valid: true,
    warnings: [{ path: ['rules', 0, 'uom'] }, { path: ['rules', 0, 'accrual_rate'] }],
  })
  expect(
    await check('', { rules: [rule({ tier_mode: 'retro' })], tiers: [tier('0', '10', '1'), tier('20', null, '2')] }),
  ).toMatchObject({
    valid: false,
    issues: [{ path: ['tiers', 1, 'from_value'], message: 'The tier before ends at 10' }],
  })
  expect(await check('?calculation_method=guess', { rules: [rule({ rate: '2' })] })).toMatchObject({
    valid: false,
    issues: [{ path: ['rules', 0, 'rate_type'] }],
  })
})

test('eligibility and rules are replaced: of a draft itself, of an approved one by a change request', async () => {
  await it.create('contracts', it.contract('P1', 'R1', { valid_from: '2029-01-01', valid_to: '2029-12-31' }))
  const draft = await call('PUT', 'calculation-rules', { contract_number: 'P1', rules: [rule({ rate: '4' })] })
  expect(draft.body.response).toMatchObject({ by: 'contract', record: { rules: [{ rate: '4' }] } })
  const terms = [term(hospital)]
  expect(
    (await call('PUT', 'eligibility-rules', { contract_number: 'P1', eligibility: terms })).body.response,
  ).toMatchObject({
    by: 'contract',
    record: { eligibility: [hospital], rules: [{ rate: '4' }] },
  })
  expect((await call('PUT', 'eligibility-rules', { contract_number: 'R1-A', eligibility: terms })).status).toBe(422)
  const asked = await call('PUT', 'eligibility-rules', {
    contract_number: 'R1-A',
    eligibility: terms,
    reason: 'Hospitals only',
  })
  expect(asked.body.response).toMatchObject({
    by: 'change_request',
    record: { change_count: 1, rules: [{ rate: '2' }] },
  })
  const again = await call('PUT', 'calculation-rules', { contract_number: 'R1-A', rules: [rule({ rate: '3' })] })
  expect(again.body.response).toMatchObject({
    by: 'change_request',
    record: { eligibility: [hospital], rules: [{ rate: '3' }] },
  })
  expect((await call('PUT', 'calculation-rules', { contract_number: 'R1-A', rules: [] }, it.reader)).status).toBe(403)
  expect((await call('PUT', 'calculation-rules', { contract_number: 'NONE', rules: [] })).status).toBe(404)
})

test('documents are attached and read again, by nobody else', async () => {
  const file = multipartFile('agreement.pdf', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const sent = await it.s.call('POST', '/api/file-upload?contract_number=R1-A&kind=amendment', {
    token: it.analyst,
    ...file,
  })
  expect([sent.status, sent.body.error]).toEqual([201, undefined])
  const [held] = sent.body.response!['documents'] as { document: { id: string; name: string }; kind: string }[]
  expect(held).toMatchObject({ kind: 'amendment', document: { name: 'agreement.pdf' } })
  const got = await call('GET', `file-download?id=${held!.document.id}`, undefined, it.reader)
  expect([got.status, got.headers['content-disposition']]).toEqual([200, expect.stringContaining('agreement.pdf')])
  expect((await call('GET', `file-download?id=${held!.document.id}`, undefined, it.stranger)).status).toBe(404)
})

describe('results tell', () => {
  test('under which contracts a customer counts, and what only a sale can tell', async () => {
    const ask = (more: object) => found('contract-search-by-customer', { on_day: '2026-05-01', limit: 50, ...more })
    const rows = await ask({ customer_number: 'R1' })
    expect(rows.map((row) => [row['contract_number'], row['way'], row['depends_on']])).toEqual([
      ['R1-A', 'Own contract', null],
      ['R2-G', 'By eligibility', 'material: brand'],
    ])
    expect(await ask({ customer_number: 'R2' })).toEqual([])
    expect(numbers(await ask({ customer_number: 'R1', material_number: 'M1' }))).toEqual(['R1-A'])
    expect(numbers(await ask({ customer_number: 'R1', on_day: '2025-05-01' }))).toEqual([])
    const unknown = await call('POST', 'contract-search-by-customer', {
      customer_number: 'NOBODY',
      material_number: 'NOTHING',
      on_day: '2026-05-01',
    })
    expect([unknown.status, unknown.body.error?.issues?.map(({ path, message }) => [path[0], message])]).toEqual([
      422,
      [
        ['customer_number', 'There is no customer NOBODY'],
        ['material_number', 'There is no material NOTHING'],
      ],
    ])
  })

  test('under which contracts a customer counts by the rules over all of them', async () => {
    const ask = () => found('contract-search-by-customer', { on_day: '2026-05-01', limit: 50, customer_number: 'R1' })
    const administrator = await it.admin()
    const over = async (rule_code: string, more: object) => {
      const made = await call(
        'POST',
        'universal-eligibility-rule',
        {
          rule_code,
          description: `Rule ${rule_code}`,
          valid_from: '2026-01-01',
          attribute: 'customer.customer_number',
          operator: 'eq',
          ...more,
        },
        administrator,
      )
      expect(made.status).toBe(201)
      return () => call('DELETE', `universal-eligibility-rule/${made.body.response!['id']}`, undefined, administrator)
    }
    const everybody = await it.agree('R-ALL', 'R2', { own_sales_only: false, rules: [rule({ rate: '1' })] })
    const told = async () =>
      (await ask())
        .filter((row) => row['contract_number'] !== 'R2-G')
        .map((row) => [row['contract_number'], row['way'], row['over_all'], row['depends_on']])
    expect(await told()).toEqual([
      ['R-ALL', 'Counts everybody', null, null],
      ['R1-A', 'Own contract', null, null],
    ])
    const takeBack = [await over('SOME', { values: [{ value: 'R1' }] })]
    expect((await told())[0]).toEqual(['R-ALL', 'By a rule over all contracts', 'Rule SOME', null])
    takeBack.push(
      await over('OPEN', { attribute: 'sales-data.transaction_type', mode: 'exclude', values: [{ value: 'Return' }] }),
    )
    expect((await told())[0]).toEqual([
      'R-ALL',
      'By a rule over all contracts',
      'Rule OPEN; Rule SOME',
      'sales line: type',
    ])
    takeBack.push(await over('NOT', { mode: 'exclude', group_no: 2, values: [{ value: 'R1' }] }))
    expect(await told()).toEqual([])
    for (const away of takeBack) expect((await away()).status).toBe(200)
    await call('DELETE', `contracts/${everybody}`, undefined, administrator)
  })

  test('what each tier would pay', async () => {
    await it.sell({ document: 'TE', customer: 'R1', date: '2026-02-01', net: '900' })
    await it.agree('TE', 'R1', {
      rules: [rule({ tier_mode: 'retro' })],
      tiers: [tier('0', '1000', '1'), tier('1000', null, '3')],
    })
    const rows = await found('contracts/exception/tier-evals', {
      contract_number: 'TE',
      period_from: '2026-01-01',
      period_to: '2026-03-31',
      kind: 'Payment',
    })
    expect(
      rows.map((row) => [
        row['tier_no'],
        row['is_reached'],
        Number(row['gap']),
        Number(row['at_tier']),
        Number(row['difference']),
      ]),
    ).toEqual([
      [1, true, 0, 9, 0],
      [2, false, 100, 27, 18],
    ])
  })

  test('every change, old and new in words', async () => {
    const between = { on_from: '2020-01-01', on_to: '2099-12-31', limit: 200 }
    const rows = await found('contract-change-log', { ...between, contract_number: 'P1', operation: 'update' })
    expect(rows).toContainEqual(
      expect.objectContaining({
        field: 'Eligibility',
        old_value: null,
        new_value: expect.stringContaining('Customer: class of trade'),
      }),
    )
    expect(await found('contract-change-log', { ...between, contract_number: 'P1', field: 'tiers' })).toEqual([])
    const all = await found('contract-change-log', { ...between, contract_number: 'P1' })
    expect(all).toContainEqual(
      expect.objectContaining({ operation: 'insert', field: 'Status', old_value: null, new_value: 'Active' }),
    )
  })

  test('change requests, steps of approval, contracts, and what stands out', async () => {
    const between = { on_from: '2020-01-01', on_to: '2099-12-31', limit: 200 }
    expect(await found('change-control', { ...between, contract_number: 'R1-A' })).toMatchObject([
      { reason: 'Hospitals only', change_count: 3, is_closed: false, requested_by: 'ana@northgate.example' },
    ])
    const steps = await found('contract-approval-history', { ...between, contract_number: 'R2-G' })
    expect(steps.map((row) => [row['decision'], row['decided_by'], row['document_kind']])).toEqual([
      ['approve', 'bea@northgate.example', 'Contract'],
      ['submit', 'ana@northgate.example', 'Contract'],
    ])
    expect(await found('contract-reports', { ...between, contract_number: 'R2-G' })).toMatchObject([
      { rules: 1, tiers: 2, eligibility_lines: 2, version: 1, paid: '0' },
    ])
    const audited = await found('audit-contract-list', { ...between, only_findings: true })
    expect(audited.find((row) => row['contract_number'] === 'R1-B')).toMatchObject({
      findings: 'Active without approval\nWithout rules',
      approved_by: null,
    })
    expect(numbers(audited)).not.toContain('R1-A')
  })
})
