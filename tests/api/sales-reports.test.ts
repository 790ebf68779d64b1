import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json, sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

// Every report against the same figures worked out here, in cents and line by line.

interface Line {
  readonly doc: string
  readonly line: number
  readonly day: string
  readonly type: 'Sale' | 'Return'
  readonly customer: string | null
  readonly material: string
  readonly country: string
  readonly quantity: number
  readonly gross: number
  readonly discount: number
  readonly net: number
  readonly cost: number
}

let seed = 42
const next = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

const lines: readonly Line[] = Array.from({ length: 600 }, (_, at): Line => {
  const returned = next(12) === 0
  const sign = returned ? -1 : 1
  const material = next(5)
  const quantity = sign * (next(9) + 1)
  const gross = quantity * (1_000 + material * 333)
  const discount = Math.round((gross * next(4)) / 25)
  const customer = next(7)
  return {
    doc: `${returned ? 'R' : 'D'}${Math.floor(at / 3)}`,
    line: at,
    day: new Date(Date.UTC(2025, 0, 1) + next(430) * 86_400_000).toISOString().slice(0, 10),
    type: returned ? 'Return' : 'Sale',
    customer: customer === 6 ? null : `C${customer}`,
    material: `M${material}`,
    country: ['Spain', 'France', 'Malta'][customer % 3]!,
    quantity,
    gross,
    discount,
    net: gross - discount,
    cost: quantity * 700,
  }
})

const total = (some: readonly Line[], of: (line: Line) => number): number =>
  some.reduce((sum, line) => sum + of(line), 0)
const net = (some: readonly Line[]): number => total(some, (line) => line.net)
function by<K>(some: readonly Line[], key: (line: Line) => K): Map<K, Line[]> {
  const groups = new Map<K, Line[]>()
  for (const line of some) groups.set(key(line), [...(groups.get(key(line)) ?? []), line])
  return groups
}
const cents = (value: unknown): number => Math.round(Number(value) * 100)
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)
const monthOf = (line: Line): string => line.day.slice(0, 7)
const close = (got: unknown, wanted: number | null): void => {
  if (wanted === null) expect(got).toBeNull()
  else expect(Math.abs(Number(got) - wanted)).toBeLessThanOrEqual(0.005_001)
}

let s: SessionApp
let token: string
let reader: string
let admin: string

type Row = Record<string, unknown>
interface Result {
  readonly records: readonly Row[]
  readonly total_record: number
  readonly totals: Row
}

const run = async (endpoint: string, body: object, as = token): Promise<Result> => {
  const answer = await s.call('POST', `/api/${endpoint}`, { token: as, body: { ...body, limit: 0 } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.response as unknown as Result
}

/** How many sales lines the list finds with a row's own way back, and what they are worth. */
const drilled = async (screenName: string, row: Row, criteria: Row): Promise<{ count: number; net: number }> => {
  const { drill } = s.screens.find(({ name }) => name === screenName)!.result!
  const query = new URLSearchParams({ limit: '1', totals: 'true' })
  for (const [filter, sources] of Object.entries(drill!.filters)) {
    const value = sources
      .map((source) => row[source] ?? criteria[source])
      .find((one) => one !== null && one !== undefined)
    if (value !== undefined) query.set(filter, String(value))
  }
  for (const source of drill!.absent) if (row[source]) query.set(`${String(row[source])}.empty`, 'true')
  const { body } = await s.call('GET', `/api/sales_data?${query.toString()}`, { token })
  const answer = body.response as unknown as Result
  return { count: answer.total_record, net: cents(answer.totals['net_value']) }
}

beforeAll(async () => {
  s = await sessionApp()
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  await s.user({ organizationId, email: 'ana@northgate.example', name: 'Ana', role: 'ANALYST' })
  await s.user({ organizationId, email: 'rea@northgate.example', name: 'Rea', role: 'READER' })
  await s.user({ organizationId, email: 'ada@northgate.example', name: 'Ada', role: 'ADMINISTRATOR' })
  token = (await s.signIn('ana@northgate.example')).token
  admin = (await s.signIn('ada@northgate.example')).token
  reader = (await s.signIn('rea@northgate.example')).token
  const money = (value: number): string => (value / 100).toFixed(2)
  const rows = lines.map((line) => ({
    ...line,
    gross: money(line.gross),
    discount: money(line.discount),
    net: money(line.net),
    cost: money(line.cost),
  }))
  await s.db.system(async (tx) => {
    await tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, transaction_type, customer_number, material_number, country, quantity, gross_value, discount_value, net_value, cost_value)
      select ${organizationId}, x.* from jsonb_to_recordset(${json(rows)}) as x (doc text, line bigint, day date, type text, customer text, material text, country text,
        quantity numeric, gross numeric, discount numeric, net numeric, cost numeric)`)
    await tx.query(
      sql`insert into customer (organization_id, customer_number, customer_name) values (${organizationId}, 'C1', 'Miller')`,
    )
  })
})
afterAll(() => s.close())

describe('sales trends', () => {
  test('of two quarters side by side by place: the first month of one beside the first of the other', async () => {
    const quarter = (from: string, to: string) => ({
      period: 'month',
      billing_date_from: from,
      billing_date_to: to,
    })
    const months = by(lines, monthOf)
    const asked = {
      first: quarter('2025-01-01', '2025-03-31'),
      second: quarter('2025-04-01', '2025-05-31'),
      measure: 'net_value',
      match: 'period,key',
    }
    const { records } = await run('sales-trends-report', { ...asked, by: 'place' })
    const value = (month: string | null) => (month === null ? null : net(months.get(month)!))
    const pairs = [
      ['2025-01', '2025-04'],
      ['2025-02', '2025-05'],
      ['2025-03', null],
    ] as const
    expect(records.map((row) => [row['place'], row['placed_first'], row['placed_second'], row['found']])).toEqual(
      pairs.map(([a, b], at) => [at + 1, a, b, b === null ? 'first' : 'both']),
    )
    for (const [at, [a, b]] of pairs.entries()) {
      const row = records[at]!
      expect(cents(row['first'])).toBe(value(a))
      expect(row['second'] === null ? null : cents(row['second'])).toBe(value(b))
      expect(cents(row['difference'])).toBe((value(b) ?? 0) - value(a)!)
    }
    // By value, no month of one quarter is in the other.
    expect((await run('sales-trends-report', asked)).records).toHaveLength(5)
    const unordered = { ...asked, match: 'key', by: 'place' }
    const refused = await s.call('POST', '/api/sales-trends-report', { token, body: unordered })
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'BAD_FILTER' } } })
  })

  test('by month: values, the month before, totals, and the way to the lines', async () => {
    const criteria = { period: 'month', billing_date_from: '2025-02-10', billing_date_to: '2025-11-20' }
    const { records, totals } = await run('sales-trends-report', criteria)
    const wanted = lines.filter(({ day }) => day >= '2025-02-10' && day <= '2025-11-20')
    const months = by(wanted, monthOf)
    expect(records.map((row) => row['period'])).toEqual([...months.keys()].toSorted((a, b) => a.localeCompare(b)))
    for (const [at, row] of records.entries()) {
      const own = months.get(String(row['period']))!
      const before = at === 0 ? null : net(months.get(String(records[at - 1]!['period']))!)
      expect(cents(row['net_value'])).toBe(net(own))
      expect(row['documents']).toBe(new Set(own.map(({ doc }) => doc)).size)
      expect(row['before'] === null ? null : cents(row['before'])).toBe(before)
      close(row['change_percent'], before === null ? null : percent(net(own) - before, before))
      expect(await drilled('sales-trends', row, criteria)).toEqual({ count: own.length, net: net(own) })
    }
    expect(cents(totals['net_value'])).toBe(net(wanted))
  })

  test('split by customer, by quarter', async () => {
    const { records } = await run('sales-trends-report', {
      period: 'quarter',
      attribute: 'customer_number',
      country: 'France',
    })
    const french = lines.filter(({ country }) => country === 'France')
    const quarter = (line: Line) =>
      `${line.day.slice(0, 4)}-Q${Math.ceil(Number(line.day.slice(5, 7)) / 3)} ${line.customer}`
    const groups = by(french, quarter)
    expect(records).toHaveLength(groups.size)
    for (const row of records) {
      expect(cents(row['net_value'])).toBe(net(groups.get(`${String(row['period'])} ${String(row['key'])}`)!))
    }
    expect(records.find(({ key }) => key === 'C1')).toMatchObject({ name: 'Miller' })
  })
})

test('sales variance: difference, its parts add up, a ratio as total', async () => {
  const criteria = {
    attribute: 'material_number',
    first_from: '2025-01-01',
    first_to: '2025-03-31',
    billing_date_from: '2025-04-01',
    billing_date_to: '2025-06-30',
  }
  const { records, totals } = await run('sales-variance-report', criteria)
  const between = (from: string, to: string) => lines.filter(({ day }) => day >= from && day <= to)
  const [first, second] = [between('2025-01-01', '2025-03-31'), between('2025-04-01', '2025-06-30')]
  for (const row of records) {
    const [a, b] = [first, second].map((some) => some.filter(({ material }) => material === row['key']))
    const [p, q] = [net(a!), net(b!)]
    expect([cents(row['before']), cents(row['net_value']), cents(row['difference'])]).toEqual([p, q, q - p])
    expect(cents(row['quantity_effect']) + cents(row['price_effect'])).toBe(q - p)
    const [m, n] = [total(a!, ({ quantity }) => quantity), total(b!, ({ quantity }) => quantity)]
    const effect = m > 0 && n > 0 ? ((n - m) * p) / m : q - p
    expect(Math.abs(cents(row['quantity_effect']) - effect)).toBeLessThan(1)
    close(row['difference_percent'], percent(q - p, p))
  }
  close(totals['difference_percent'], percent(net(second) - net(first), net(first)))
  const fell = await s.call('POST', '/api/sales-variance-report', {
    token,
    body: { ...criteria, first_to: '2024-01-01' },
  })
  expect(fell.status).toBe(422)
})

test('sales analysis: pairs of attributes with lines that have none', async () => {
  const criteria = { attribute: 'customer_number', second: 'transaction_type' }
  const { records, totals } = await run('sales-analysis-report', criteria)
  const groups = by(lines, (line) => `${line.customer} ${line.type}`)
  expect(records).toHaveLength(groups.size)
  for (const row of records) {
    const own = groups.get(`${String(row['key'])} ${String(row['second_key'])}`)!
    expect(cents(row['net_value'])).toBe(net(own))
    close(
      row['discount_percent'],
      percent(
        total(own, ({ discount }) => discount),
        total(own, ({ gross }) => gross),
      ),
    )
    close(row['share'], percent(net(own), net(lines)))
    expect(await drilled('sales-analysis', row, {})).toEqual({ count: own.length, net: net(own) })
  }
  close(
    totals['discount_percent'],
    percent(
      total(lines, ({ discount }) => discount),
      total(lines, ({ gross }) => gross),
    ),
  )
})

test('returns analysis: what came back, in percent of what was sold', async () => {
  const { records, totals } = await run('returns-analysis-report', { attribute: 'material_number' })
  const value = (some: readonly Line[], type: Line['type']) => Math.abs(net(some.filter((line) => line.type === type)))
  for (const row of records) {
    const own = lines.filter(({ material }) => material === row['key'])
    expect([cents(row['sold_value']), cents(row['returned_value'])]).toEqual([value(own, 'Sale'), value(own, 'Return')])
    close(row['return_rate'], percent(value(own, 'Return'), value(own, 'Sale')))
  }
  expect(records).toHaveLength(5)
  close(totals['return_rate'], percent(value(lines, 'Return'), value(lines, 'Sale')))
})

test('invoice details: the lines of a customer, in the order of their days', async () => {
  const {
    records,
    total_record: count,
    totals,
  } = await run('invoice-details-report', { customer: 'C2', transaction_type: 'Sale' })
  const own = lines.filter(({ customer, type }) => customer === 'C2' && type === 'Sale')
  expect(count).toBe(own.length)
  expect(records.map((row) => row['billing_date'])).toEqual(
    own.map(({ day }) => day).toSorted((a, b) => a.localeCompare(b)),
  )
  expect(cents(totals['net_value'])).toBe(net(own))
})

test('invoice details: each line says what its amounts are in, and several currencies have no total', async () => {
  const written = (currency: string | null, customer: string) =>
    s.db.system((tx) => tx.query(sql`update sales_data set currency = ${currency} where customer_number = ${customer}`))
  await written('CHF', 'C1')
  await written('EUR', 'C2')
  const details = (customer: string) =>
    run('invoice-details-report', { ...(customer ? { customer } : {}), transaction_type: 'Sale' })
  const own = await details('C1')
  expect(new Set(own.records.map((row) => row['currency']))).toEqual(new Set(['CHF']))
  expect(cents(own.totals['net_value'])).toBe(
    net(lines.filter(({ customer, type }) => customer === 'C1' && type === 'Sale')),
  )
  expect((await details('')).totals['net_value'] ?? '').not.toMatch(/\d/)
  await written(null, 'C1')
  await written(null, 'C2')
})

test('ratio key figures', async () => {
  const { records, totals } = await run('ratio-key-figures-report', { attribute: 'country' })
  for (const row of records) {
    const own = lines.filter(({ country }) => country === row['key'])
    const sold = own.filter(({ type }) => type === 'Sale')
    const gross = total(sold, (line) => line.gross)
    expect(cents(row['net_value'])).toBe(net(own))
    close(
      row['discount_ratio'],
      percent(
        total(sold, ({ discount }) => discount),
        gross,
      ),
    )
    close(row['return_ratio'], percent(-net(own.filter(({ type }) => type === 'Return')), gross))
    close(row['document_value'], net(own) / 100 / new Set(own.map(({ doc }) => doc)).size)
  }
  expect(records).toHaveLength(3)
  expect(cents(totals['net_value'])).toBe(net(lines))
})

test('anomalies: months far from what is usual for the customer', async () => {
  const { records } = await run('detect-anamolies', { attribute: 'customer_number', threshold: '1.5' })
  const found = [...by(lines, ({ customer }) => customer)].flatMap(([customer, own]) => {
    const months = [...by(own, monthOf)].map(([month, some]) => [month, net(some)] as const)
    const mean = months.reduce((sum, [, value]) => sum + value, 0) / months.length
    const spread = Math.sqrt(months.reduce((sum, [, value]) => sum + (value - mean) ** 2, 0) / (months.length - 1))
    return months.filter(([, value]) => Math.abs(value - mean) >= 1.5 * spread).map(([month]) => `${month} ${customer}`)
  })
  expect(found.length).toBeGreaterThan(3)
  expect(
    records.map((row) => `${String(row['period'])} ${String(row['key'])}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(found.toSorted((a, b) => a.localeCompare(b)))
})

test('price elasticity: the slope of log quantity on log price', async () => {
  const { records } = await run('price-elasticity-report', { least: 6 })
  expect(records).toHaveLength(5)
  for (const row of records) {
    const own = lines.filter(({ material, type }) => material === row['material_number'] && type === 'Sale')
    const points = [...by(own, monthOf).values()].map((some) => {
      const quantity = total(some, (line) => line.quantity)
      return [Math.log(net(some) / 100 / quantity), Math.log(quantity)] as const
    })
    const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
    const [x, y] = [mean(0), mean(1)]
    const slope =
      points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
    close(row['elasticity'], slope)
    expect(row['periods']).toBe(points.length)
  }
})

test('customer margins, for those who may see costs', async () => {
  const { records, totals } = await run('customer-margin-report', { billing_date_from: '2025-01-01' })
  for (const row of records) {
    const own = lines.filter(({ customer }) => customer === row['key'])
    const margin = net(own) - total(own, ({ cost }) => cost)
    expect(cents(row['margin'])).toBe(margin)
    close(row['margin_percent'], percent(margin, net(own)))
  }
  close(totals['margin_percent'], percent(net(lines) - total(lines, ({ cost }) => cost), net(lines)))
  const denied = await s.call('POST', '/api/customer-margin-report', { token: reader, body: { country: 'Spain' } })
  expect(denied.body.error?.code).toBe('FIELD_DENIED')
})

test('every result shows everything or names what it needs when nothing is asked, refuses what it cannot read and is exported whole', async () => {
  for (const screen of s.screens.filter(({ result }) => result)) {
    const asked = await s.call('POST', `/api/${screen.endpoint}`, { token: admin, body: {} })
    const needed = asked.body.error?.issues?.map(({ path }) => String(path[0])) ?? []
    const names = screen.result!.parameters.map(({ name }) => name)
    expect([asked.status, needed.length > 0], screen.name).toEqual(needed.length > 0 ? [422, true] : [200, false])
    expect(names, screen.name).toEqual(expect.arrayContaining(needed))
    const wrong = await s.call('POST', `/api/${screen.endpoint}`, { token: admin, body: { billing_date_from: 'soon' } })
    expect(wrong.status, screen.name).toBe(422)
  }
  const answer = await s.app.inject({
    method: 'POST',
    url: '/api/invoice-details-report/export?format=csv&columns=billing_doc_number,net_value',
    headers: { authorization: `Bearer ${token}` },
    payload: { country: 'Malta' },
  })
  const [, ...rows] = answer.body.trim().split('\n')
  const own = lines.filter(({ country }) => country === 'Malta')
  expect(rows).toHaveLength(own.length)
  expect(rows.reduce((sum, row) => sum + cents(row.split(',')[1]), 0)).toBe(net(own))
})
