import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let analyst: string
let reader: string
let stranger: string
let organizationId: number

interface Line {
  readonly document: string
  readonly customer: string
  readonly date: string
  readonly net: string
  readonly quantity?: string
  readonly material?: string
  readonly uom?: string
  readonly currency?: string
  readonly cost?: string
}

let lineNumber = 0

const sell = (...lines: readonly Line[]) =>
  s.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, quantity, uom, currency, cost_value)
      select ${organizationId}, x.* from jsonb_to_recordset(${json(
        lines.map((line) => ({
          billing_doc_number: line.document,
          billing_doc_line: (lineNumber += 1),
          billing_date: line.date,
          customer_number: line.customer,
          material_number: line.material ?? 'M1',
          net_value: line.net,
          quantity: line.quantity ?? '1',
          uom: line.uom ?? 'EA',
          currency: line.currency ?? 'EUR',
          cost_value: line.cost ?? null,
        })),
      )}) as x (billing_doc_number text, billing_doc_line bigint, billing_date date, customer_number text, material_number text, net_value numeric,
        quantity numeric, uom text, currency text, cost_value numeric)`),
  )

const recordsIn = ({ body }: { body: { response?: unknown } }) =>
  (body.response as { records: Record<string, unknown>[] }).records

const listed = async (address: string) => recordsIn(await s.call('GET', `/api/${address}`, { token: analyst }))

const create = (address: string, body: object) => s.call('POST', `/api/${address}`, { token: analyst, body })

async function customer(number: string, more: object = {}): Promise<void> {
  expect(
    (await create('customer-data', { customer_number: number, customer_name: `Customer ${number}`, ...more })).status,
  ).toBe(201)
}

const contract = (number: string, partner: string, more: object = {}) => ({
  contract_number: number,
  description: `Contract ${number}`,
  partner_customer: partner,
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
  contract_status: 'Active',
  ...more,
})

async function agree(number: string, partner: string, more: object): Promise<number> {
  const answer = await create('contracts', contract(number, partner, more))
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return (answer.body.response as { id: number }).id
}

const rule = (more: object = {}) => ({ rule_no: 1, evaluation_period: 'quarter', ...more })
const tier = (from: string, to: string | null, rate: string) => ({ rule_no: 1, from_value: from, to_value: to, rate })

const simulate = async (number: string, more: object = {}) => {
  const body = {
    contract_number: number,
    period_from: '2026-01-01',
    period_to: '2026-12-31',
    kind: 'Payment',
    limit: 500,
    ...more,
  }
  const answer = await create('calculation_simulation/v2', body)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}

const amounts = (rows: readonly Record<string, unknown>[]) => rows.map((row) => Number(row['amount']))

const post = (id: number, kind: 'Accrual' | 'Payment', from = '2026-01-01', to = '2026-12-31') =>
  s.call('POST', '/api/contracts/actions/post', {
    token: analyst,
    body: { ids: [id], parameters: { kind, period_from: from, period_to: to, posting_date: '2026-11-21' } },
  })

async function postings(number: string): Promise<readonly (readonly [string, string])[]> {
  const answer = await s.call(
    'GET',
    `/api/financial_postings?contract_number=${number}&sort=posting_number&limit=100`,
    { token: analyst },
  )
  return recordsIn(answer).map((row) => [String(row['posting_type']), Number(row['amount']).toString()])
}

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles: startingRoles })
  const other = await s.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies', roles: startingRoles })
  const person = async (organization: number, email: string, role: string) => {
    await s.user({ organizationId: organization, email, name: email, role })
    return (await s.signIn(email)).token
  }
  analyst = await person(organizationId, 'ana@northgate.example', 'ANALYST')
  reader = await person(organizationId, 'rea@northgate.example', 'READER')
  stranger = await person(other, 'sam@southbank.example', 'ANALYST')
  for (const number of ['M1', 'M2'])
    expect(
      (await create('material-master', { material_number: number, material_description: number, base_uom: 'EA' }))
        .status,
    ).toBe(201)
})
afterAll(() => s.close())

describe('a simulation', () => {
  test('E12: each band its own rate, or the reached rate on everything', async () => {
    await customer('E12')
    await sell(
      { document: 'A', customer: 'E12', date: '2026-01-15', net: '90000' },
      { document: 'B', customer: 'E12', date: '2026-03-31', net: '60000' },
      { document: 'C', customer: 'E12', date: '2026-04-01', net: '1000' },
    )
    const tiers = [tier('0', '100000', '5'), tier('100000', '125000', '6'), tier('125000', null, '7')]
    await agree('E12M', 'E12', { rules: [rule({ tier_mode: 'marginal' })], tiers })
    await agree('E12R', 'E12', { rules: [rule({ tier_mode: 'retro' })], tiers })
    const marginal = await simulate('E12M')
    expect(amounts(marginal)).toEqual([8250, 50])
    expect(marginal[0]).toMatchObject({
      period: '2026-Q1',
      payee: 'E12',
      payee_name: 'Customer E12',
      lines: 2,
      tier: 3,
    })
    expect(marginal[0]!['explanation']).toBe(
      '2 lines, net 150000; 100000 × 5 % in tier 1 = 5000, 25000 × 6 % in tier 2 = 1500, 25000 × 7 % in tier 3 = 1750',
    )
    expect(amounts(await simulate('E12R'))).toEqual([10500, 50])
  })

  test('D1: a cap holds after the rate, and what is less than nothing stays so', async () => {
    await customer('D1')
    await sell(
      { document: 'A', customer: 'D1', date: '2026-02-01', net: '90000' },
      { document: 'B', customer: 'D1', date: '2026-05-01', net: '-2000' },
    )
    await agree('D1', 'D1', { rules: [rule({ rate: '5', max_amount: '4000' })] })
    expect(amounts(await simulate('D1'))).toEqual([4000, -100])
  })

  test('D6: what rounding leaves over goes to the greatest share', async () => {
    await customer('D6')
    await sell({ document: 'A', customer: 'D6', date: '2026-02-01', net: '1000' })
    const payees = ['P1', 'P2'].map((payee) => ({ payee, percent: '33.333333' }))
    await agree('D6', 'D6', {
      rules: [rule({ rate: '10' })],
      payees: [...payees, { payee: 'P3', percent: '33.333334' }],
    })
    const rows = await simulate('D6')
    expect(Object.fromEntries(rows.map((row) => [row['payee'], Number(row['amount'])]))).toEqual({
      P1: 33.33,
      P2: 33.33,
      P3: 33.34,
    })
  })

  test('E9: a fixed amount is paid once, when its target is reached', async () => {
    await customer('E9')
    await sell(
      { document: 'A', customer: 'E9', date: '2026-01-05', net: '110000' },
      { document: 'B', customer: 'E9', date: '2026-04-05', net: '90000' },
    )
    await agree('E9', 'E9', {
      rules: [rule({ rate_type: 'fixed_amount', tier_mode: 'retro' })],
      tiers: [{ rule_no: 1, from_value: '100000', to_value: null, flat_amount: '1000' }],
    })
    expect(amounts(await simulate('E9'))).toEqual([1000, 0])
  })

  test('D2: units are converted, and a missing factor is told, never taken as one', async () => {
    await customer('D2')
    await create('material-uom', { material_number: 'M1', uom: 'CS', numerator: '24', denominator: '1' })
    await sell({ document: 'A', customer: 'D2', date: '2026-01-05', net: '100', quantity: '12', uom: 'CS' })
    const id = await agree('D2', 'D2', { rules: [rule({ rate_type: 'amount_per_unit', rate: '0.15', uom: 'EA' })] })
    expect(amounts(await simulate('D2'))).toEqual([43.2])
    await sell({ document: 'B', customer: 'D2', date: '2026-01-06', net: '100', quantity: '1', uom: 'PAL' })
    expect(await simulate('D2')).toMatchObject([
      { error: '1 line without a rate of exchange, a cost or a unit factor', lines: 2 },
    ])
    expect((await post(id, 'Payment')).body.response).toMatchObject({
      done: 0,
      failed: [{ message: expect.stringContaining('Nothing was posted: 1 sales line has no') }],
    })
    expect(await postings('D2')).toEqual([])
  })

  test('values of another currency are converted at the rate of their day', async () => {
    await customer('FX')
    const rate = { rate_type: 'average', from_currency: 'USD', to_currency: 'EUR', per_units: 1 }
    await create('currency-rates', { ...rate, valid_from: '2026-01-01', rate: '0.9' })
    await create('currency-rates', { ...rate, valid_from: '2026-02-01', rate: '0.8' })
    await sell(
      { document: 'A', customer: 'FX', date: '2026-01-31', net: '1000', currency: 'USD' },
      { document: 'B', customer: 'FX', date: '2026-02-01', net: '1000', currency: 'USD' },
    )
    await agree('FX', 'FX', { rules: [rule({ rate: '10', evaluation_period: 'month' })] })
    expect(amounts(await simulate('FX'))).toEqual([90, 80])
  })

  test('attributes of a group hold together, values and groups are alternatives, exclusion wins', async () => {
    for (const [number, group] of [
      ['G1', 'Hospital'],
      ['G2', 'Hospital'],
      ['G3', 'Pharmacy'],
    ] as const)
      await customer(number, { customer_group: group })
    await sell(
      { document: 'A', customer: 'G1', date: '2026-01-05', net: '100' },
      { document: 'B', customer: 'G1', date: '2026-01-05', net: '20', material: 'M2' },
      { document: 'C', customer: 'G2', date: '2026-01-05', net: '3000' },
      { document: 'D', customer: 'G3', date: '2026-01-05', net: '7', material: 'M2' },
    )
    const term = (group_no: number, effect: string, attribute: string, value: string) => ({
      group_no,
      effect,
      attribute,
      operator: 'equals',
      value,
    })
    await agree('G', 'G1', {
      own_sales_only: false,
      rules: [rule({ rate: '100', aggregation_level: 'customer' })],
      eligibility: [
        term(1, 'include', 'customer_group', 'Hospital'),
        term(1, 'include', 'material_number', 'M1'),
        term(2, 'include', 'customer_number', 'G3'),
        term(3, 'exclude', 'customer_number', 'G2'),
      ],
    })
    const rows = await simulate('G')
    expect(rows.map((row) => [row['customer_number'], Number(row['amount'])])).toEqual([
      ['G1', 100],
      ['G3', 7],
    ])
  })

  test('is explained down to the invoice line, each with its share', async () => {
    const [row] = await simulate('E12R')
    const answer = await create('source_record_information', {
      contract_number: 'E12R',
      rule_no: 1,
      kind: 'Payment',
      period_from: row!['period_from'],
      period_to: row!['period_to'],
    })
    expect(recordsIn(answer)).toMatchObject([
      { billing_doc_number: 'A', benefit: '90000.0000', amount: '6300.0000' },
      { billing_doc_number: 'B', benefit: '60000.0000', amount: '4200.0000' },
    ])
    await customer('SHARE')
    await sell(
      ...[1, 2, 3, 4, 5, 6, 7].map((at) => ({
        document: `S${at}`,
        customer: 'SHARE',
        date: '2026-01-05',
        net: '33.37',
      })),
    )
    await agree('SHARE', 'SHARE', { rules: [rule({ rate: '3.333333' })] })
    const [whole] = await simulate('SHARE')
    const parts = await create('source_record_information', {
      contract_number: 'SHARE',
      rule_no: 1,
      kind: 'Payment',
      period_from: '2026-01-01',
      period_to: '2026-03-31',
    })
    expect(parts.body.response).toMatchObject({
      totals: { amount: expect.stringMatching(new RegExp(`^${Number(whole!['amount']).toFixed(2)}0*$`)) },
    })
  })

  test('is not for others: nothing of another organisation, and no call without the right', async () => {
    const body = { contract_number: 'E12M', period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }
    const other = await s.call('POST', '/api/calculation_simulation/v2', { token: stranger, body })
    expect(recordsIn(other)).toEqual([])
    const mine = await s.call('POST', '/api/contracts/actions/post', {
      token: reader,
      body: { ids: [1], parameters: {} },
    })
    expect(mine.status).toBe(403)
  })
})

describe('a posting run', () => {
  test('D8, D11: accrues, releases and pays, pays only the difference of late data, and posts nothing twice', async () => {
    await customer('P8')
    await sell({ document: 'A', customer: 'P8', date: '2026-01-05', net: '100000' })
    const id = await agree('P8', 'P8', {
      rules: [rule({ tier_mode: 'retro', accrual_rate: '2.5' })],
      tiers: [tier('0', '100000', '2'), tier('100000', null, '3')],
    })
    expect((await post(id, 'Accrual')).body.response).toMatchObject({ done: 1 })
    expect(await postings('P8')).toEqual([['Accrual', '2500']])
    expect((await post(id, 'Accrual')).body.response).toMatchObject({
      done: 0,
      skipped: [{ reason: expect.stringContaining('posted already') }],
    })
    expect((await post(id, 'Payment')).body.response).toMatchObject({ done: 1 })
    expect((await post(id, 'Payment')).body.response).toMatchObject({ done: 0 })
    expect((await post(id, 'Accrual')).body.response).toMatchObject({ done: 0 })
    await sell({ document: 'Z', customer: 'P8', date: '2026-03-05', net: '-5000' })
    await post(id, 'Payment')
    expect(await postings('P8')).toEqual([
      ['Accrual', '2500'],
      ['Accrual Reversal', '-2500'],
      ['Payment', '3000'],
      ['Delta Payment', '-1100'],
    ])
  })

  test('E7: settles a running year each quarter, less what was paid; a period that is not settled so is paid once it is over', async () => {
    await customer('E7')
    await sell(
      { document: 'A', customer: 'E7', date: '2026-01-05', net: '3000' },
      { document: 'B', customer: 'E7', date: '2026-04-05', net: '4000' },
      { document: 'C', customer: 'E7', date: '2026-07-05', net: '20000' },
    )
    const terms = {
      rules: [rule({ tier_mode: 'retro', evaluation_period: 'year' })],
      tiers: [tier('5000', '10000', '2'), tier('10000', null, '4')],
    }
    const interim = await agree('E7', 'E7', { ...terms, payment_frequency: 'quarter' })
    const yearly = await agree('E7Y', 'E7', { ...terms, payment_frequency: 'year' })
    expect((await simulate('E7', { period_to: '2026-09-30' })).map((row) => row['is_due'])).toEqual([true])
    expect((await simulate('E7Y', { period_to: '2026-09-30' })).map((row) => row['is_due'])).toEqual([false])
    await s.db.system((tx) =>
      tx.query(
        sql`update sales_data set billing_date = billing_date + 365 where billing_doc_number = 'C' and customer_number = 'E7'`,
      ),
    )
    await post(interim, 'Payment', '2026-01-01', '2026-06-30')
    await s.db.system((tx) =>
      tx.query(
        sql`update sales_data set billing_date = billing_date - 365 where billing_doc_number = 'C' and customer_number = 'E7'`,
      ),
    )
    await post(interim, 'Payment', '2026-01-01', '2026-09-30')
    await post(yearly, 'Payment', '2026-01-01', '2026-09-30')
    expect(await postings('E7')).toEqual([
      ['Payment', '140'],
      ['Delta Payment', '940'],
    ])
    expect(await postings('E7Y')).toEqual([])
    await post(yearly, 'Payment')
    expect(await postings('E7Y')).toEqual([['Payment', '1080']])
  })

  test('owes nothing any more where the sales are gone', async () => {
    await customer('P9')
    await sell({ document: 'GONE', customer: 'P9', date: '2026-01-05', net: '1000' })
    const id = await agree('P9', 'P9', { rules: [rule({ rate: '10' })] })
    await post(id, 'Payment')
    await s.db.system((tx) => tx.query(sql`delete from sales_data where billing_doc_number = 'GONE'`))
    await post(id, 'Payment')
    expect(await postings('P9')).toEqual([
      ['Payment', '100'],
      ['Delta Payment', '-100'],
    ])
  })

  test('D9: is taken back by an opposite posting, and then paid anew', async () => {
    await customer('P10')
    await sell({ document: 'A', customer: 'P10', date: '2026-01-05', net: '10000' })
    const id = await agree('P10', 'P10', { rules: [rule({ rate: '10' })] })
    await post(id, 'Payment')
    const [posted] = await listed('financial_postings?contract_number=P10')
    const back = { ids: [posted!['id']], parameters: { posting_date: '2026-11-21', reason: 'Wrong rate' } }
    const takeBack = () => s.call('POST', '/api/financial_postings/actions/reverse', { token: analyst, body: back })
    expect((await takeBack()).body.response).toMatchObject({ done: 1 })
    expect((await takeBack()).body.response).toMatchObject({ done: 0 })
    await post(id, 'Payment')
    expect(await postings('P10')).toEqual([
      ['Payment', '1000'],
      ['Payment Reversal', '-1000'],
      ['Payment', '1000'],
    ])
    const changed = await s.call('PUT', `/api/financial_postings/${String(posted!['id'])}`, {
      token: analyst,
      body: { amount: '1', row_version: 2 },
    })
    expect(changed.status).toBe(403)
  })

  test('two at once post once', async () => {
    await customer('P11')
    await sell({ document: 'A', customer: 'P11', date: '2026-01-05', net: '10000' })
    const id = await agree('P11', 'P11', { rules: [rule({ rate: '10' })] })
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(id, 'Payment')))
    expect(answers.map((answer) => (answer.body.response as { done: number }).done).toSorted()).toEqual([0, 0, 0, 1])
    expect(await postings('P11')).toEqual([['Payment', '1000']])
  })

  test('a contract with postings stays', async () => {
    const [kept] = await listed('contracts?contract_number=P11')
    expect((await s.call('DELETE', `/api/contracts/${String(kept!['id'])}`, { token: analyst })).status).toBe(409)
  })
})

describe('a contract', () => {
  test('says at the field what is wrong with its terms', async () => {
    const paths = async (more: object) => {
      const answer = await create('contracts', contract('BAD', 'E12', more))
      expect(answer.status).toBe(422)
      return answer.body.error?.issues?.map((issue) => issue.path.join('.'))
    }
    expect(await paths({ rules: [rule(), rule()] })).toEqual(['rules.0.rate', 'rules.1.rule_no', 'rules.1.rate'])
    expect(await paths({ rules: [rule({ tier_mode: 'retro' })] })).toEqual(['rules.0.tier_mode'])
    const tiered = { rules: [rule({ tier_mode: 'retro' })] }
    expect(await paths({ ...tiered, tiers: [tier('0', '10', '1'), tier('12', null, '2')] })).toEqual([
      'tiers.1.from_value',
    ])
    expect(await paths({ ...tiered, tiers: [tier('0', null, '1'), tier('12', null, '2')] })).toEqual([
      'tiers.0.to_value',
    ])
    expect(await paths({ ...tiered, tiers: [tier('0', null, '1'), { ...tier('0', null, '1'), rule_no: 7 }] })).toEqual([
      'tiers.1.rule_no',
    ])
    expect(
      await paths({
        rules: [rule({ rate: '1' })],
        payees: [
          { payee: 'A', percent: '60' },
          { payee: 'A', percent: '30' },
        ],
      }),
    ).toEqual(['payees.1.payee', 'payees.1.percent'])
  })
})
