import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let analyst: string
let reader: string
let other: string

interface Figure {
  readonly screen: string
  readonly label: string
  readonly path: string
  readonly count: number | null
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[] | null
}

const answered = async (path: string, token: string) => {
  const answer = await product.call('GET', `/api/${path}?application=Customer%20Rebate`, { token })
  expect(answer.status).toBe(200)
  return answer.body.response!
}
const figures = async (token: string) => (await answered('home/figures', token))['records'] as readonly Figure[]
const labelled = async (token: string, label: string) => (await figures(token)).find((one) => one.label === label)

beforeAll(async () => {
  product = await sessionApp()
  const authorizedApps = ['Customer Rebate'] as const
  for (const [code, people] of [
    ['FIG', ['analyst', 'reader']],
    ['FIG2', ['other']],
  ] as const) {
    const organizationId = await product.organization({
      code,
      name: code,
      roles: [
        { code: 'ANALYST', name: 'Analyst', permissions: ['contracts.read', 'transactions.write'], authorizedApps },
        { code: 'READER', name: 'Reader', permissions: ['masters.read'], authorizedApps },
      ],
    })
    for (const name of people)
      await product.user({
        organizationId,
        email: `${name}@${code.toLowerCase()}.test`,
        name,
        role: name === 'reader' ? 'READER' : 'ANALYST',
      })
  }
  analyst = (await product.signIn('analyst@fig.test')).token
  reader = (await product.signIn('reader@fig.test')).token
  other = (await product.signIn('other@fig2.test')).token
  const sales = [
    ['EUR', '100.50'],
    ['EUR', '20'],
    ['USD', '7'],
  ].map(([currency, net_value], at) => ({ currency, net_value, number: `F-${at}`, days: 3 }))
  for (const { number, currency, net_value, days } of [...sales, { ...sales[0]!, number: 'OLD', days: 400 }])
    await product.db.system((tx) =>
      tx.query(sql`insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, net_value, currency)
                   select id, ${number}, 1, current_date - ${days}::int, ${net_value}::numeric, ${currency} from organization where code = 'FIG'`),
    )
})

afterAll(() => product?.close())

test('a figure is what its view adds up to, each currency by itself, and leads to the records behind it', async () => {
  expect(await labelled(analyst, 'Invoiced in 90 days')).toEqual({
    screen: 'sales-data',
    label: 'Invoiced in 90 days',
    path: '/sales-inovoice-query?view=Last+90+days',
    count: 3,
    amounts: [
      { currency: 'EUR', amount: '120.5000' },
      { currency: 'USD', amount: '7.0000' },
    ],
  })
  expect(await labelled(analyst, 'Active contracts')).toMatchObject({ count: 0, amounts: null })
  // Another organisation has figures of its own.
  expect(await labelled(other, 'Invoiced in 90 days')).toMatchObject({ count: 0, amounts: [] })
})

test('nobody is told figures of lists that he may not read, and their room is known before they are', async () => {
  const seen = await figures(reader)
  expect(seen.map(({ screen }) => screen)).not.toContain('contract')
  expect(seen.map(({ screen }) => screen)).toContain('sales-data')
  for (const token of [analyst, reader]) {
    const named = (await answered('bootstrap', token))['figures']
    expect(named).toEqual((await figures(token)).map(({ screen, label, path }) => ({ screen, label, path })))
  }
  expect((await figures(analyst)).length).toBeLessThanOrEqual(6)
})
