import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

const seasons = [40, 10, 20, 30]
const quarter = (at: number) => {
  const [year, month] = [2022 + Math.floor(at / 4), (at % 4) * 3 + 1]
  const day = (one: number, date: number) => new Date(Date.UTC(year, one, date)).toISOString().slice(0, 10)
  return { period_from: day(month - 1, 1), period_to: day(month + 2, 0) }
}
/** A line with seasons: twelve quarters of the past, and how they go on. */
const value = (at: number) => seasons[at % 4]! + 100 + at * 2

const level = (name: string, more: object = {}) => ({
  forecast_level: name,
  description: name,
  first_level: 'product_line',
  period: 'quarter',
  history_periods: 12,
  periods_ahead: 4,
  source: 'historical',
  product_line: 'Lamps',
  forecast_version: name,
  ...more,
})

beforeAll(async () => {
  app = await uploadApp()
  for (let at = 0; at < 12; at += 1) {
    const made = await app.post('historical-sales', {
      product_line: 'Lamps',
      country: 'Norway',
      ...quarter(at),
      net_value: String(value(at)),
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  }
})
afterAll(() => app?.product.close())

const figures = (rows: readonly Record<string, unknown>[], name: string) =>
  rows.map((row) => [row['period_from'], Number(Number(row[name]).toFixed(2))])

const goesOn = [12, 13, 14, 15].map((at) => [quarter(at).period_from, value(at)])

test('a configuration is written, saved by POST and by PUT, read by its id, and deleted', async () => {
  const made = await app.post('sales-forecast-level', level('CRUD'))
  expect([made.status, made.body['message']]).toEqual([201, 'Forecasting is saved.'])
  const { id, row_version: version } = made.body.response!
  const posted = await app.post(`sales-forecast-level/${String(id)}`, { row_version: version, periods_ahead: 8 })
  expect(posted.body.response).toMatchObject({ periods_ahead: 8 })
  const put = await app.put('sales-forecast-level', {
    id,
    row_version: Number(version) + 1,
    method: 'holt',
    alpha: '0.5',
  })
  expect(put.body.response).toMatchObject({ method: 'holt', alpha: '0.5000' })
  const again = await app.put(`sales-forecast-level/${String(id)}`, {
    row_version: Number(version) + 2,
    method: 'croston',
  })
  expect(again.body.response).toMatchObject({ method: 'croston' })
  expect((await app.get(`sales-forecast-level?id=${String(id)}`)).body.response).toMatchObject({
    forecast_level: 'CRUD',
  })
  const all = recordsOf(await app.get('sales-forecast-level-all'))
  expect(all.map((row) => row['forecast_level'])).toContain('CRUD')
  expect((await app.del('sales-forecast-level?forecast_level=CRUD')).body.response).toEqual({ deleted: 1 })
  const fields = recordsOf(await app.get('sales-forecast-fields'))
  expect(fields).toContainEqual({ kind: 'level', field: 'customer_number', label: 'Customer' })
  expect(fields).toContainEqual({ kind: 'method', field: 'croston', label: expect.stringContaining('Croston') })
})

test('a forecast goes on as the seasons and the trend of the past say, and is shown beside it', async () => {
  await app.post('sales-forecast-level', level('SHOWN', { method: 'holt_winters_additive' }))
  const asked = { forecast_level: 'SHOWN', as_of: '2025-02-10', limit: 100, sort: 'period_from' }
  const rows = recordsOf(await app.post('predicted-sales', asked))
  expect(rows).toHaveLength(16)
  expect(figures(rows.slice(0, 12), 'actual')).toEqual(
    Array.from({ length: 12 }, (_, at) => [quarter(at).period_from, value(at)]),
  )
  expect(figures(rows.slice(12), 'expected')).toEqual(goesOn)
  expect(rows[12]).toMatchObject({ series: 'Lamps', method: 'holt_winters_additive', actual: null })
  const ahead = recordsOf(await app.post('predicted-sales', { ...asked, shown: 'ahead', method: 'seasonal_naive' }))
  expect(figures(ahead, 'expected')).toEqual(goesOn.map(([day], at) => [day, value(8 + at)]))
  expect(recordsOf(await app.post('predicted-sales', { ...asked, country: 'Nowhere' }))).toEqual([])
  expect((await app.post('predicted-sales', { forecast_level: 'NOBODY', as_of: '2025-02-10' })).status).not.toBe(200)
})

test('a forecast is computed by the queue and kept; what was entered stays, a second run replaces the first', async () => {
  await app.post('sales-forecast-level', level('KEPT', { method: 'holt_winters_additive' }))
  const entered = { forecast_version: 'KEPT', product_line: 'Lamps', ...quarter(13), net_value: '7' }
  expect((await app.post('sales-forecast', entered)).status).toBe(201)
  const compute = async () => {
    const asked = await app.post('predict-sales', { forecast_level: 'KEPT', as_of: '2025-02-10' })
    expect([asked.status, asked.body.response]).toMatchObject([200, { done: 1, runs: [{ forecast_level: 'KEPT' }] }])
    const [{ id }] = asked.body.response!['runs'] as [{ id: number }]
    for (;;) {
      const run = (await app.get(`batch-job-status?id=${id}`)).body.response!
      if (!['waiting', 'running'].includes(String(run['status']))) return run
      await pause(20)
    }
  }
  expect(await compute()).toMatchObject({
    status: 'complete',
    message: expect.stringContaining('Forecasting is saved.'),
  })
  const kept = async () => recordsOf(await app.get('sales-forecast?forecast_version=KEPT&sort=period_from'))
  expect(figures(await kept(), 'net_value')).toEqual(goesOn.map(([day, one], at) => [day, at === 1 ? 7 : one]))
  expect((await kept()).map((row) => row['origin'])).toEqual(['computed', 'manual', 'computed', 'computed'])
  await compute()
  expect(await kept()).toHaveLength(4)
  expect(recordsOf(await app.get('sales-forecast-level?forecast_level=KEPT'))).toMatchObject([{ computed_series: 1 }])
  expect((await app.post('predict-sales', { forecast_level: 'NOBODY' })).status).toBe(404)
  expect((await app.post('predict-sales', { forecast_level: 'KEPT' }, app.tokens.reader)).status).toBe(403)
})

test('sales are copied into the forecast of a year later, once, and without a span of days all of them', async () => {
  const line = (number: number, day: string, net: string) => ({
    billing_doc_number: 'COPY',
    billing_doc_line: number,
    billing_date: day,
    customer_number: 'C77',
    material_number: 'M77',
    quantity: '2',
    net_value: net,
  })
  for (const one of [line(1, '2030-01-05', '10'), line(2, '2030-01-25', '30'), line(3, '2030-03-01', '50')])
    expect((await app.post('sales_data', one)).status).toBe(201)
  const copy = (billing_date: readonly string[]) =>
    app.post('copy-sales-to-forecast', {
      filters: { billing_date, customer_number: 'C77' },
      forecast_version: 'COPIED',
      growth: '50',
    })
  const copied = async () => recordsOf(await app.get('sales-forecast?forecast_version=COPIED&sort=period_from'))
  expect((await copy(['2030-01-01', '2030-01-31'])).body.response).toMatchObject({ done: 1 })
  expect(await copied()).toMatchObject([
    { period_from: '2031-01-01', period_to: '2031-01-31', net_value: '60.0000', quantity: '6.000', origin: 'copied' },
  ])
  expect((await copy(['2030-01-01', ''])).body.response).toMatchObject({ done: 2 })
  expect(figures(await copied(), 'net_value')).toEqual([
    ['2031-01-01', 60],
    ['2031-03-01', 75],
  ])
  expect((await copy(['2001-01-01', '2001-01-31'])).status).toBe(404)
})

test('historical sales are taken from a file', async () => {
  const file = 'Product line,From,To,Net sales\nDesks,2020-01-01,2020-01-31,12.50\nDesks,2020-02-01,2020-02-29,x\n'
  const refused = await app.send('historical-sales-data-upload', file)
  expect(refused.body.response).toMatchObject({ error_list: { 1: expect.stringContaining('Line 3') } })
  const taken = await app.send('historical-sales-data-upload', file.replace(',x', ',13'))
  expect(taken.body.response).toMatchObject({ messageLog: ['2 added'] })
  expect(recordsOf(await app.get('historical-sales?product_line=Desks&sort=period_from'))).toMatchObject([
    { net_value: '12.5000' },
    { net_value: '13.0000' },
  ])
})
