import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarOfSql, fiscalPeriodsSql } from '#server/calculation/fiscal-sql.ts'
import { fiscalCalendar } from '#server/calculation/fiscal-calendar.ts'
import { periodOf } from '#server/domain/fiscal/fiscal-year.ts'
import { sql } from '#server/store/sql.ts'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp
let admin: string

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
})
afterAll(() => it.s.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: object) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

const periods = async (more = '') =>
  recordsIn(await call('GET', `fiscal-month?limit=100&sort=calendar,start_date${more}`, admin))

/** Closes, soft closes or reopens the periods of a name. */
async function move(action: string, name: string, parameters: object = {}, token = admin) {
  const [period] = await periods(`&name=${encodeURIComponent(name)}&application_type=all`)
  return call('POST', `financial-close/actions/${action}`, token, { ids: [period!['id']], parameters })
}
const dateOf = async (query: string, token = it.analyst) => (await call('GET', `posting-date?${query}`, token)).body

describe('before there are fiscal years', () => {
  test('every date is open', async () => {
    expect((await dateOf('date=2026-05-03')).response).toMatchObject({ posting_date: '2026-05-03', fiscal_year: null })
    expect((await dateOf('')).response).toMatchObject({ fiscal_period: null })
  })
})

describe('a fiscal year', () => {
  test('gets its periods by the pattern, each with a row of the close', async () => {
    const made = await call('POST', 'fiscal-year-definition', admin, {
      calendar: 'STANDARD',
      fiscal_year: 2026,
      start_date: '2026-01-01',
    })
    expect(made.status).toBe(201)
    expect(made.body.response).toMatchObject({ end_date: '2026-12-31', period_count: 12 })
    expect((await periods()).map((row) => [row['name'], row['status']]).slice(0, 2)).toEqual([
      ['FY2026 P01', 'open'],
      ['FY2026 P02', 'open'],
    ])
    const own = await call('POST', 'fiscal-year-definition', it.analyst, {
      fiscal_year: 2030,
      start_date: '2030-01-01',
    })
    expect(own.status).toBe(403)
  })

  test('is followed by the next; years of a calendar do not overlap, and periods have no gaps', async () => {
    const [year] = recordsIn(await call('GET', 'fiscal-year-definition', admin))
    const next = await call('POST', 'fiscal-year-definition/actions/next-year', admin, { ids: [year!['id']] })
    expect(next.body.response).toMatchObject({ done: 1 })
    const again = await call('POST', 'fiscal-year-definition/actions/next-year', admin, { ids: [year!['id']] })
    expect(again.body.response).toMatchObject({ done: 0, failed: [{}] })
    expect(await periods('&fiscal_year=2027')).toHaveLength(12)
    const weeks = { calendar: 'RETAIL', fiscal_year: 2026, pattern: '4-4-5', start_date: '2026-02-01', weeks: '53' }
    const retail = await call('POST', 'fiscal-year-definition', admin, weeks)
    expect(retail.body.response).toMatchObject({ end_date: '2027-02-06', period_count: 12 })
    const overlapping = await call('POST', 'fiscal-year-definition', admin, { ...weeks, fiscal_year: 2025 })
    expect([overlapping.status, overlapping.body.error?.code]).toEqual([422, 'VALIDATION'])
    const {
      id,
      row_version,
      periods: rows,
    } = retail.body.response as {
      id: number
      row_version: number
      periods: Record<string, unknown>[]
    }
    const gap = rows.with(1, { ...rows[1], start_date: '2026-03-02' })
    const refused = await call('PUT', `fiscal-year-definition/${id}`, admin, { row_version, periods: gap })
    expect(refused.body.error?.issues?.[0]).toMatchObject({ path: ['periods', 1, 'start_date'] })
    expect((await call('DELETE', `fiscal-year-definition/${id}`, admin)).status).toBe(200)
    expect(await periods('&calendar=RETAIL')).toHaveLength(0)
  })
})

test('a day is in the same period by the rule and by the database', async () => {
  const found = await it.s.db.system(async (tx) => {
    const { years } = await fiscalCalendar(tx, it.organizationId, 'Customer Rebate')
    const calendar = calendarOfSql(it.organizationId, sql`'Customer Rebate'`)
    const rows = await tx.query<{ day: string; name: string | null }>(sql`
      select d.day::date::text as day, p.name
        from generate_series('2025-12-28'::date, '2028-01-04'::date, interval '3 days') as d(day)
        left join (${fiscalPeriodsSql(it.organizationId, calendar)}) p on d.day::date between p.start_date and p.end_date`)
    return rows.map(({ day, name }) => [name, periodOf(day, years)?.name ?? null])
  })
  expect(found.length).toBeGreaterThan(240)
  expect(found.filter(([inDatabase, byRule]) => inDatabase !== byRule)).toEqual([])
  expect(found[0]).toEqual([null, null])
})

describe('the financial close', () => {
  test('goes in order, by those who may, and keeps who did it', async () => {
    expect((await move('close', 'FY2026 P01', {}, it.analyst)).status).toBe(403)
    const early = await move('close', 'FY2026 P02')
    expect(early.body.response).toMatchObject({
      done: 0,
      failed: [{ message: 'FY2026 P01 is open still: close it first.' }],
    })
    expect((await move('close', 'FY2026 P01', { reason: 'All in' })).body.response).toMatchObject({ done: 1 })
    const [first] = await periods('&name=FY2026 P01')
    expect(first).toMatchObject({ status: 'closed', closed_by: 'admin@northgate.example', reason: 'All in' })
    const history = await call('GET', `financial-close/${String(first!['id'])}/history`, admin)
    expect(JSON.stringify(history.body)).toContain('"status":["open","closed"]')
    const [year] = recordsIn(await call('GET', 'fiscal-year-definition?fiscal_year=2026', admin))
    const shifted = await call('PUT', `fiscal-year-definition/${String(year!['id'])}`, admin, {
      row_version: year!['row_version'],
      start_date: '2026-01-05',
    })
    expect([shifted.status, shifted.body.message]).toEqual([
      409,
      'FY2026 P01 is closed: its days stay as they are. Reopen it first.',
    ])
  })

  test('refuses a posting and offers the next open date; what is soft closed is for those who close', async () => {
    await move('soft-close', 'FY2026 P02')
    const refused = await dateOf('date=2026-01-15&application_type=Customer Rebate')
    expect(refused.message).toBe(
      '2026-01-15 lies in FY2026 P01, which is closed for Customer Rebate. The next open date is 2026-03-01.',
    )
    expect(refused.error?.details).toEqual({ next_open_date: '2026-03-01' })
    expect((await dateOf('date=2026-01-15', admin)).error?.details).toEqual({ next_open_date: '2026-02-01' })
    expect((await dateOf('date=2026-02-15', admin)).response).toMatchObject({ status: 'soft_closed', fiscal_period: 2 })
    expect((await dateOf('date=2031-02-15')).message).toContain('lies in no fiscal year')

    await it.customer('C1')
    await it.sell({ document: 'A', customer: 'C1', date: '2026-01-05', net: '10000' })
    const id = await it.agree('C1', 'C1', { rules: [rule({ rate: '10' })] })
    const post = (posting_date: string) =>
      call('POST', 'contracts/actions/post', it.analyst, {
        ids: [id],
        parameters: { kind: 'Payment', period_from: '2026-01-01', period_to: '2026-03-31', posting_date },
      })
    expect((await post('2026-01-31')).body.response).toMatchObject({
      done: 0,
      failed: [{ message: expect.stringContaining('The next open date is 2026-03-01.') }],
    })
    expect((await post('2026-03-31')).body.response).toMatchObject({ done: 1 })
    const [posted] = await it.listed('financial_postings?contract_number=C1')
    expect(posted).toMatchObject({ posting_date: '2026-03-31', fiscal_year: 2026, fiscal_period: 3 })
    const back = (posting_date: string) =>
      call('POST', 'financial_postings/actions/reverse', it.analyst, {
        ids: [posted!['id']],
        parameters: { posting_date, reason: 'Wrong' },
      })
    expect((await back('2026-02-20')).body.response).toMatchObject({ done: 0 })
    expect((await back('2026-04-01')).body.response).toMatchObject({ done: 1 })
  })

  test('waits for what is to be approved in the period', async () => {
    await it.customer('C2')
    await it.sell({ document: 'A', customer: 'C2', date: '2026-01-05', net: '500' })
    const id = await it.agree('C2', 'C2', { rules: [rule({ rate: '10' })] })
    const parameters = {
      kind: 'Payment',
      period_from: '2026-01-01',
      period_to: '2026-03-31',
      posting_date: '2026-03-30',
    }
    await call('POST', 'contracts/actions/post', it.analyst, { ids: [id], parameters })
    const [posted] = await it.listed('financial_postings?contract_number=C2')
    await call('POST', 'financial_postings/actions/submit-approval', it.analyst, { ids: [posted!['id']] })
    expect((await move('close', 'FY2026 P03')).body.response).toMatchObject({
      done: 0,
      failed: [{ message: '1 posting of this period waits for approval.' }],
    })
    expect((await move('close', 'FY2026 P03', { application_type: 'Royalty' })).body.response).toMatchObject({
      done: 1,
    })
    const rejection = { ids: [posted!['id']], parameters: { note: 'Later' } }
    await call('POST', 'financial_postings/actions/reject', it.approver, rejection)
    const [own] = await periods('&name=FY2026 P03&application_type=Royalty')
    const reopened = await call('POST', 'financial-close/actions/reopen', admin, {
      ids: [own!['id']],
      parameters: { reason: 'Too early' },
    })
    expect(reopened.body.response).toMatchObject({ done: 1 })
  })

  test('may differ for one application, and is taken back with a reason', async () => {
    expect((await move('reopen', 'FY2026 P01')).status).toBe(422)
    const own = { application_type: 'Royalty', reason: 'Licence fees came late' }
    expect((await move('reopen', 'FY2026 P01', own)).body.response).toMatchObject({ done: 1 })
    expect((await dateOf('date=2026-01-15&application_type=Royalty')).response).toMatchObject({ fiscal_period: 1 })
    expect((await dateOf('date=2026-01-15&application_type=Sales Commission')).error?.code).toBe('WRONG_STATE')
    expect(await periods('&name=FY2026 P01')).toHaveLength(2)
  })
})

describe('the default posting date', () => {
  test('obeys its rule, holidays and what is closed', async () => {
    const kept = await call('POST', 'default-posting-date', admin, {
      application_type: 'Royalty',
      date_rule: 'fixed',
      fixed_date: '2026-05-01',
      day_rule: 'next',
    })
    expect(kept.status).toBe(201)
    await call('POST', 'holiday', admin, { calendar: 'STANDARD', day: '2026-05-01', name: 'Labour Day' })
    expect((await dateOf('application_type=Royalty')).response).toMatchObject({
      posting_date: '2026-05-04',
      fiscal_period: 5,
      is_working_day: true,
    })
    const { id } = kept.body.response as { id: number }
    const early = { row_version: 1, fixed_date: '2026-02-02' }
    expect((await call('PUT', `default-posting-date/${id}`, admin, early)).status).toBe(200)
    // February is soft closed; the first of March is a Sunday.
    expect((await dateOf('application_type=Royalty')).response).toMatchObject({ posting_date: '2026-03-02' })
    expect((await call('POST', 'default-posting-date', it.analyst, { application_type: 'all' })).status).toBe(403)
    expect((await call('GET', 'default-posting-date', it.reader)).body.response!['total_record']).toBe(1)
  })
})

describe('an application with a calendar of its own', () => {
  const follow = (fiscal_calendar: string) =>
    call('POST', 'default-posting-date', admin, { application_type: 'Customer Chargeback', fiscal_calendar })

  test('has to have years', async () => {
    const nowhere = await follow('RETAIL')
    expect([nowhere.status, nowhere.body.error?.issues?.[0]?.path]).toEqual([422, ['fiscal_calendar']])
    const retail = { calendar: 'RETAIL', fiscal_year: 2026, pattern: '4-4-5', start_date: '2026-02-01', weeks: '52' }
    const year = await call('POST', 'fiscal-year-definition', admin, retail)
    expect([year.status, (await follow('RETAIL')).status]).toEqual([201, 201])
    const { id } = year.body.response as { id: number }
    const kept = await call('DELETE', `fiscal-year-definition/${id}`, admin)
    expect([kept.status, kept.body.message]).toEqual([
      409,
      'Customer Chargeback follows the calendar RETAIL: its last fiscal year stays until the default posting date names another one.',
    ])
  })

  test('posts in its periods, others in those of the organization', async () => {
    const period = async (application: string) => {
      const { fiscal_period, period_name } = (await dateOf(`date=2026-05-03&application_type=${application}`)).response!
      return [fiscal_period, period_name]
    }
    // Sunday the third of May begins the second quarter of 4, 4 and 5 weeks from the first of February.
    expect((await period('Customer Chargeback'))[0]).toBe(4)
    expect((await period('Customer Rebate'))[0]).toBe(5)
    await it.customer('OWN')
    await it.sell(
      { document: 'A', customer: 'OWN', date: '2026-05-02', net: '100' },
      { document: 'B', customer: 'OWN', date: '2026-05-03', net: '1000' },
    )
    const rules = [rule({ rate: '10', evaluation_period: 'fiscal_quarter' })]
    const own = await it.agree('OWN-CB', 'OWN', { application_type: 'Customer Chargeback', rules })
    await it.agree('OWN-CR', 'OWN', { rules })
    const spans = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => [row['contract_number'], row['period_from'], row['period_to'], Number(row['amount'])])
    const both = await call('POST', 'calculation_simulation/v2', it.analyst, {
      partner_number: 'OWN',
      period_from: '2026-05-01',
      period_to: '2026-05-31',
      kind: 'Payment',
    })
    expect(spans(recordsIn(both))).toEqual([
      ['OWN-CB', '2026-02-01', '2026-05-02', 10],
      ['OWN-CB', '2026-05-03', '2026-08-01', 100],
      ['OWN-CR', '2026-04-01', '2026-06-30', 110],
    ])
    await it.post(own, 'Payment', '2026-02-01', '2026-05-02')
    const [posted] = await it.listed('financial_postings?contract_number=OWN-CB')
    expect(posted).toMatchObject({ period_to: '2026-05-02', posting_date: '2026-11-21', fiscal_period: 10 })
    await call('POST', 'financial_postings/actions/submit-approval', it.analyst, { ids: [posted!['id']] })
    // What waits in the periods of one calendar holds up those alone.
    const closed = async (calendar: string, last: number) => {
      const all = await periods(`&calendar=${calendar}&fiscal_year=2026&application_type=all`)
      const upTo = (no: number) => all.filter((one) => Number(one['period_no']) < no).map((one) => one['id'])
      await call('POST', 'financial-close/actions/soft-close', admin, { ids: upTo(last) })
      const ids = all.filter((one) => one['period_no'] === last).map((one) => one['id'])
      return (await call('POST', 'financial-close/actions/close', admin, { ids })).body.response
    }
    expect(await closed('STANDARD', 11)).toMatchObject({ done: 1 })
    expect(await closed('RETAIL', 10)).toMatchObject({
      done: 0,
      failed: [{ message: '1 posting of this period waits for approval.' }],
    })
  })
})
