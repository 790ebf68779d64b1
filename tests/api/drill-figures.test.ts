import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, raw, sql } from '#server/store/sql.ts'
import type { Screen } from '#src/definition'
import { drillParameters } from '#src/engine/result/drill.ts'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>
type Figure = string | ((row: Row) => number)

let it: RebateApp

const lines = [
  ['A1', 'D1', '2026-01-15', '10000', '100', 'EUR', 'M1'],
  ['A2', 'D1', '2026-02-15', '4000', '30', 'EUR', 'M2'],
  ['A3', 'D3', '2026-02-20', '900', '7', 'USD', 'M1'],
  ['A4', 'D1', '2026-05-02', '5000', '45', 'EUR', 'M1'],
  ['A5', 'D2', '2026-01-20', '7000', '64', 'EUR', 'M2'],
  ['A6', 'D2', '2026-03-09', '2500', '21', 'EUR', 'M1'],
  ['A7', 'D2', '2026-04-09', '3500', '33', 'EUR', 'M1'],
  ['A8', 'D2', '2026-06-01', '1200', '12', 'EUR', 'M2'],
  ['R1', 'D1', '2026-02-27', '-500', '-5', 'EUR', 'M1'],
  ['R2', 'D2', '2026-04-22', '-700', '-7', 'EUR', 'M1'],
  ['R3', 'D3', '2026-01-31', '-100', '-1', 'USD', 'M2'],
  ['A9', 'D3', '2026-02-11', '800', '9', 'EUR', 'M1'],
  ['Z1', 'D1', '2026-01-31', '-40', '0', 'EUR', 'M1'],
  ['Z2', 'D1', '2026-03-31', '-90', '2', 'EUR', 'M1'],
] as const

/** A copy of each posting that was made, with what makes it count otherwise. */
const copies = (organizationId: number, suffix: string, changed: Readonly<Record<string, string>>) =>
  it.s.db.system(async (tx) => {
    const columns = await tx.query<{ name: string }>(sql`
      select attname as name from pg_attribute
       where attrelid = 'financial_posting'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id')`)
    const names = columns.map(({ name }) => name)
    const value = (name: string) =>
      name === 'posting_number' ? `posting_number || '${suffix}'` : (changed[name] ?? name)
    const listed = (texts: readonly string[]) =>
      join(
        texts.map((text) => raw(text)),
        ', ',
      )
    await tx.query(sql`
      insert into financial_posting (${listed(names)}) select ${listed(names.map(value))} from financial_posting
       where organization_id = ${organizationId} and length(posting_number) = (select min(length(posting_number)) from financial_posting)`)
  })

beforeAll(async () => {
  it = await rebateApp()
  for (const number of ['D1', 'D2', 'D3']) await it.customer(number)
  await it.sell(
    ...lines.map(([document, customer, date, net, quantity, currency, material]) => ({
      document,
      customer,
      date,
      net,
      quantity,
      currency,
      material,
    })),
  )
  await it.s.db.system((tx) =>
    tx.query(sql`
      update sales_data set transaction_type = case when billing_doc_number like 'R%' then 'Return' else 'Sale' end,
             country = case when customer_number = 'D1' then 'France' when material_number = 'M1' then 'Spain' end,
             uom = case when billing_doc_number <> 'A9' then uom end
       where organization_id = ${it.organizationId}`),
  )
  for (const [number, customer] of [
    ['D-A', 'D1'],
    ['D-B', 'D2'],
  ] as const) {
    const id = await it.agree(number, customer, {
      currency: 'EUR',
      rules: [
        rule({ rate: '10', accrual_rate: '8', evaluation_period: number === 'D-A' ? 'month' : 'quarter' }),
        { ...rule({ rate: '3', accrual_rate: '4' }), rule_no: 2 },
      ],
    })
    for (const [kind, to] of [
      ['Accrual', '2026-06-30'],
      ['Payment', '2026-03-31'],
    ] as const) {
      const { body } = await it.post(id, kind, '2026-01-01', to)
      if ((body.response as { done?: number }).done !== 1) throw new Error(JSON.stringify(body))
    }
  }
  await copies(it.organizationId, '-R', { status: "'rejected'", amount: 'amount * 3' })
  await copies(it.organizationId, '-C', {
    claim_number: "'CLAIM'",
    posting_date: "'2026-10-05'",
    source_key: "'claim'",
  })
  await copies(it.organizationId, '-U', { currency: "'USD'", posting_date: "'2025-12-05'", status: "'posted'" })
  await copies(it.organizationId, '-T', {
    status: "'posted'",
    source_key: "source_key || '|x'",
    posting_date: "'2026-02-05'",
  })
})
afterAll(() => it.s.close())

const screenNamed = (name: string): Screen => it.s.screens.find((screen) => screen.name === name)!

async function ask(screen: Screen, criteria: Row): Promise<readonly Row[]> {
  const answer = await it.s.call('POST', `/api/${screen.endpoint!}`, {
    token: it.analyst,
    body: { limit: 0, ...criteria },
  })
  expect([screen.name, answer.status, answer.body.error]).toEqual([screen.name, 200, undefined])
  return recordsIn(answer)
}

/** The rows behind a row, as the link on it asks for them; null where it has no link. */
async function behind(screen: Screen, row: Row, criteria: Row): Promise<readonly Row[] | null> {
  const drill = screen.result!.drill!
  if (drill.needs?.some((column) => row[column] === null)) return null
  const target = screenNamed(drill.screen)
  const address = drillParameters(drill, row, criteria as never)
  if (target.result) {
    for (const { name, default: own } of target.result.parameters)
      if (own !== undefined && own !== null && !address.has(name))
        throw new Error(`${name} would be ${String(own)} there`)
    return ask(target, Object.fromEntries(address))
  }
  const answer = await it.s.call('GET', `/api/${target.endpoint!}?${address.toString()}&limit=0`, { token: it.analyst })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}

const total = (rows: readonly Row[], figure: Figure): number =>
  Math.round(
    rows.reduce((sum, row) => sum + (typeof figure === 'string' ? Number(row[figure] ?? 0) : figure(row)), 0) * 100,
  ) / 100

const one = (): number => 1
/** Of a row of accruals and payments: what its postings come to. */
const all = (row: Row): number => Number(row['accrued']) - Number(row['released']) + Number(row['paid'])

/** Result, criteria, the least of its rows that are meant to have a link, and figure here: figure there. */
const cases: readonly (readonly [string, Row, number, readonly (readonly [Figure, Figure])[]])[] = [
  [
    'posting-summary',
    {},
    6,
    [
      ['amount', 'amount'],
      ['postings', one],
    ],
  ],
  [
    'posting-summary',
    { posted_from: '2026-03-01', contract: 'D-A', type: 'Accrual' },
    1,
    [
      ['amount', 'amount'],
      ['postings', one],
    ],
  ],
  [
    'posting-aggregation',
    { posted_from: '2025-01-01' },
    8,
    [
      ['amount', 'amount'],
      ['postings', one],
    ],
  ],
  [
    'customer-payment-summary',
    { posted_from: '2025-01-01' },
    4,
    [
      ['paid', 'amount'],
      ['postings', one],
    ],
  ],
  [
    'contract-trends',
    { type: 'Accrual' },
    4,
    [
      ['amount', 'amount'],
      ['postings', one],
    ],
  ],
  ['accrual-vs-payment', { posted_from: '2026-02-01' }, 5, [[all, 'amount']]],
  ['accrual-vs-payment', { posted_from: '2025-01-01', posted_to: '2026-02-28' }, 4, [[all, 'amount']]],
  [
    'contract-trends-multiple',
    { period_from: '2026-02-01' },
    4,
    [
      ['cost', (row) => Number(row['amount'])],
      ['postings', one],
    ],
  ],
  [
    'contract-accuracy',
    { period_from: '2026-01-01' },
    2,
    [
      ['accrued', 'accrued'],
      ['paid', 'paid'],
    ],
  ],
  [
    'contract-accuracy',
    { period_from: '2026-01-01', period_to: '2026-02-28' },
    1,
    [
      ['accrued', 'accrued'],
      ['paid', 'paid'],
    ],
  ],
  ...['payee', 'customer', 'material', 'rule', 'period', null].map(
    (level) =>
      [
        'contract-accuracy-by-level',
        { level, period_from: '2026-01-01' },
        2,
        [
          ['accrued', 'accrued'],
          ['paid', 'paid'],
        ],
      ] as const,
  ),
  [
    'contract-accuracy-by-month',
    { period_from: '2026-01-15' },
    1,
    [
      ['accrued', 'accrued'],
      ['paid', 'paid'],
      ['periods', 'periods'],
      ['contracts', one],
    ],
  ],
  [
    'contract-accuracy-by-month',
    { period_from: '2026-01-01' },
    3,
    [
      ['accrued', 'accrued'],
      ['paid', 'paid'],
      ['periods', 'periods'],
      ['contracts', one],
    ],
  ],
  [
    'settled-posting',
    { period_from: '2026-01-01' },
    4,
    [[(row) => Number(row['accrued']) + Number(row['paid']), 'amount']],
  ],
  [
    'accrual-roll-forward',
    { from: '2026-03-01', to: '2026-12-31' },
    3,
    [
      [
        (row) =>
          row['period'] === 'Carried forward'
            ? Number(row['closing'])
            : Number(row['accrued']) + Number(row['released']) + Number(row['reversed']) + Number(row['paid']),
        'amount',
      ],
    ],
  ],
  ['rebate-trends', { contract: 'D-A', period_from: '2026-01-01', period_to: '2026-06-30' }, 3, [[all, 'amount']]],
  [
    'posting-simulation',
    { period_from: '2026-01-01', period_to: '2026-06-30', kind: 'Payment' },
    2,
    [['posted', 'amount']],
  ],
  ['posting-reconciliation', { posted_from: '2025-01-01', posted_to: '2026-12-31' }, 4, [['ours', 'amount']]],
  [
    'duplicate-payment',
    { posted_from: '2025-01-01', posted_to: '2026-12-31', within_days: 90, tolerance: '10', min_amount: '0' },
    1,
    [[(row) => Number(row['amount']) + Number(row['other_amount']), 'amount']],
  ],
  ...['country', 'customer_number', 'transaction_type'].map(
    (attribute) =>
      [
        'returns-analysis',
        { attribute },
        1,
        [
          ['lines', one],
          [(row: Row) => -Number(row['returned_value']), 'net_value'],
          [(row: Row) => -Number(row['returned_quantity']), 'quantity'],
        ],
      ] as const,
  ),
  ...['country', null].map(
    (attribute) =>
      [
        'price-analytics',
        { attribute, period: 'month', billing_date_from: '2026-01-10' },
        6,
        [
          ['lines', one],
          ['net_value', 'net_value'],
          ['quantity', 'quantity'],
        ],
      ] as const,
  ),
  ['price-elasticity', { period: 'month', least: 3 }, 1, [['net_value', 'net_value']]],
]

test.each(cases.map((given) => [given[0], JSON.stringify(given[1]), given] as const))(
  'the lines behind each row of %s %s add up to its figures',
  async (name, _criteria, [, criteria, least, figures]) => {
    const screen = screenNamed(name)
    const rows = await ask(screen, criteria)
    const asked = Object.fromEntries(
      screen.result!.parameters.map((field) => [
        field.name,
        field.name in criteria ? criteria[field.name] : resolved(field.default),
      ]),
    )
    let linked = 0
    for (const row of rows) {
      const found = await behind(screen, row, asked)
      if (!found) continue
      linked += 1
      const [here, there] = [0, 1].map((side) =>
        figures.map((pair) => (side === 0 ? total([row], pair[0]) : total(found, pair[1]))),
      )
      expect([JSON.stringify(row), there]).toEqual([JSON.stringify(row), here])
    }
    expect(linked).toBeGreaterThanOrEqual(least)
  },
)

const resolved = (own: unknown): unknown =>
  own === '@yearStart' ? '2026-01-01' : own === '@today' ? '2026-11-23' : own === '@monthStart-12m' ? '2025-11-01' : own
