import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePostingPlace } from '#server/commands/post-calculation.ts'
import { readLines } from '#server/engine/document-assignment.ts'
import { hasten } from '#server/engine/statement-limit.ts'
import { sql } from '#server/store/sql.ts'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
  await it.customer('C1')
  await it.sell({ document: 'A', customer: 'C1', date: '2026-01-15', net: '100' })
})
afterAll(() => it.s.close())

const as = (token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

/** Does something while a line of the document assignment is in force. */
async function assigned<T>(document_type: string, flags: object, work: () => Promise<T>): Promise<T> {
  const line = await as(admin, 'POST', 'document-assignment-config', { document_type, ...flags })
  expect([line.status, line.body.error]).toEqual([201, undefined])
  try {
    return await work()
  } finally {
    await as(admin, 'DELETE', `document-assignment-config/${String(line.body.response!['id'])}`)
  }
}
const tenant = () => ({ organizationId: it.organizationId, userId: 0 })

test('rate_type: contracts that name no rate are converted at the one of their documents', async () => {
  for (const [rate_type, rate] of [
    ['average', '2'],
    ['budget', '4'],
  ])
    await as(admin, 'POST', 'currency-rates', {
      from_currency: 'USD',
      to_currency: 'EUR',
      rate_type,
      valid_from: '2026-01-01',
      rate,
    })
  await it.customer('X1')
  await it.sell({ document: 'U', customer: 'X1', date: '2026-02-01', net: '100', currency: 'USD' })
  await it.agree('X1', 'X1', { rules: [rule({ rate: '10' })] })
  await it.customer('X2')
  await it.sell({ document: 'V', customer: 'X2', date: '2026-02-01', net: '100', currency: 'USD' })
  await it.agree('X2', 'X2', { exchange_type: 'average', rules: [rule({ rate: '10' })] })
  const amount = async (number: string) =>
    (await it.simulate(number)).reduce((sum, row) => sum + Number(row['amount']), 0)
  expect([await amount('X1'), await amount('X2')]).toEqual([20, 20])
  await assigned('contract', { rate_type: 'budget' }, async () => {
    expect([await amount('X1'), await amount('X2')]).toEqual([40, 20])
  })
  // A line for the application goes before one for all of them, and as a whole.
  await assigned('contract', { rate_type: 'budget' }, () =>
    assigned('contract', { application_type: 'Customer Rebate' }, async () => {
      expect(await amount('X1')).toBe(20)
    }),
  )
  expect(await amount('X1')).toBe(20)
})

test('multiple_values_allowed: without it a criterion takes one value', async () => {
  await it.customer('T1')
  await it.customer('T2')
  await it.agree('T1', 'T1', { rules: [rule({ rate: '10' })] })
  await it.agree('T2', 'T2', { rules: [rule({ rate: '10' })] })
  const asked = { period_from: '2026-01-01', period_to: '2026-12-31', wait: 0 }
  const run = (contracts: readonly string[]) =>
    as(it.analyst, 'POST', 'contract-trends-multiple-report', { ...asked, contracts })
  expect((await run(['T1', 'T2'])).status).toBe(200)
  await assigned('contract-trends-multiple', { multiple_values_allowed: false }, async () => {
    const refused = await run(['T1', 'T2'])
    expect([refused.status, refused.body.error?.issues?.[0]]).toMatchObject([422, { path: ['contracts'] }])
    expect((await run(['T1'])).status).toBe(200)
  })
})

test('formula_category and external_formula_category: which formulas a result takes, by whose lines they work on', async () => {
  const formula = (formula_name: string, category: string, expression: string, source_data_type = 'direct') =>
    as(admin, 'POST', 'formula', { formula_name, description: formula_name, category, expression, source_data_type })
  for (const made of [
    await formula('F-BASIS', 'basis', 'net_value'),
    await formula('F-COST', 'cost', 'net_value'),
    await formula('F-OUT', 'cost', 'contract_price', 'indirect'),
  ])
    expect(made.status).toBe(201)
  const run = async (name: string) => {
    const answer = await as(it.analyst, 'POST', 'formula-values-report', {
      formula: name,
      billing_date_from: '2026-01-01',
    })
    return [answer.status, answer.body.error?.issues?.[0]?.path[0]]
  }
  const all = async () => [await run('F-BASIS'), await run('F-COST'), await run('F-OUT')]
  const [taken, refused] = [
    [200, undefined],
    [422, 'formula'],
  ]
  expect(await all()).toEqual([taken, taken, taken])
  await assigned('formula-values', { formula_category: 'basis' }, async () => {
    expect(await all()).toEqual([taken, refused, taken])
  })
  await assigned('formula-values', { external_formula_category: 'margin' }, async () => {
    expect(await all()).toEqual([taken, taken, refused])
  })
})

test('reporting_category: reports are offered under it, together', async () => {
  const offer = (report: string, position: number) =>
    as(admin, 'POST', 'reports-by-functionality', { functionality: 'contract', report, position })
  for (const [at, report] of ['sales-trends', 'top-n-attributes', 'sales-variance'].entries())
    expect((await offer(report, at)).status).toBe(201)
  const offered = async () => {
    const { body } = await as(admin, 'GET', 'reports-by-functionality/offered?functionality=contract')
    return recordsIn({ body }).map((one) => [one['report'], one['category']])
  }
  expect(await offered()).toEqual([
    ['sales-trends', null],
    ['top-n-attributes', null],
    ['sales-variance', null],
  ])
  await assigned('sales-trends', { reporting_category: 'Sales' }, () =>
    assigned('sales-variance', { reporting_category: 'Sales' }, async () => {
      expect(await offered()).toEqual([
        ['top-n-attributes', null],
        ['sales-trends', 'Sales'],
        ['sales-variance', 'Sales'],
      ])
    }),
  )
})

/** Looks until something is so; fails with the last that was seen. */
async function until<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(look, { timeout: 20_000, interval: 50 }).toEqual(wanted)
}

test('calculation_parallel_run: further runs of a result wait their turn', async () => {
  const run = (request_id: string) =>
    as(it.analyst, 'POST', 'top-n-attributes-report', {
      attribute: 'customer_number',
      n: 10,
      measure: 'net_value',
      request_id,
      wait: 0,
    })
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const states = async () => {
    const rows = await it.s.db.tenant(tenant(), (tx) =>
      tx.query<{ id: string; state: string }>(sql`select id, state from result_run where id in (${first}, ${second})`),
    )
    return [first, second].map((id) => rows.find((row) => row.id === id)?.state)
  }
  await assigned('top-n-attributes', { calculation_parallel_run: 1 }, async () => {
    await it.s.db.system(async (tx) => {
      // Nobody reads sales data meanwhile, so the first run stands still.
      await tx.query(sql`lock table sales_data in access exclusive mode`)
      expect((await run(first)).status).toBe(202)
      await until(states, ['running', undefined])
      expect((await run(second)).status).toBe(202)
      await until(states, ['running', 'waiting'])
    })
    await until(states, ['complete', 'complete'])
  })
})

test('posting_parallel_run: a further posting run waits until a place is free, and then posts', async () => {
  await it.customer('P1')
  await it.sell({ document: 'P', customer: 'P1', date: '2026-02-01', net: '1000' })
  const id = await it.agree('P1', 'P1', { rules: [rule({ rate: '10' })] })
  const waiting = async () => {
    const [row] = await it.s.db.system((tx) =>
      tx.query<{ count: number }>(sql`
        select count(*) as count from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`),
    )
    return row!.count
  }
  await assigned('contract', { posting_parallel_run: 1 }, async () => {
    let posting: ReturnType<typeof it.post> | undefined
    await it.s.db.tenant(tenant(), async (tx) => {
      await takePostingPlace(tx, it.organizationId, await readLines(tx, it.organizationId))
      posting = it.post(id, 'Payment')
      await until(waiting, 1)
    })
    expect((await posting)!.body.response).toMatchObject({ done: 1 })
  })
  await assigned('contract', { posting_parallel_run: 2 }, async () => {
    await it.s.db.tenant(tenant(), async (tx) => {
      await takePostingPlace(tx, it.organizationId, await readLines(tx, it.organizationId))
      expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 0, skipped: [{}] })
    })
  })
})

test('maximum_calculation_lines: a posting run that would read more lines of a contract posts nothing of it', async () => {
  await it.customer('L1')
  for (const [document, month] of [
    ['L1', '01'],
    ['L2', '04'],
  ] as const)
    await it.sell({ document, customer: 'L1', date: `2026-${month}-10`, net: '1000' })
  const id = await it.agree('L1', 'L1', { rules: [rule({ rate: '10' })] })
  await assigned('contract', { maximum_calculation_lines: 1 }, async () => {
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({
      done: 0,
      failed: [
        {
          message: 'This would read more than 1 line, the most of one calculation. Post fewer periods at a time.',
        },
      ],
    })
  })
  expect(await it.postings('L1')).toEqual([])
  expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 1 })
})

test('calculation_performance_improvement: a result is calculated with more memory and processes, and is the same', async () => {
  const run = () =>
    as(it.analyst, 'POST', 'top-n-attributes-report', { attribute: 'customer_number', n: 10, measure: 'net_value' })
  const before = recordsIn(await run())
  await assigned('top-n-attributes', { calculation_performance_improvement: true }, async () => {
    expect(recordsIn(await run())).toEqual(before)
  })
  const settings = await it.s.db.tenant(tenant(), async (tx) => {
    await hasten(tx)
    return tx.query(
      sql`select current_setting('work_mem') as memory, current_setting('max_parallel_workers_per_gather') as processes`,
    )
  })
  expect(settings).toEqual([{ memory: '256MB', processes: '4' }])
})
