import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amountsSql } from '#server/calculation/amounts-sql.ts'
import { readSurroundings } from '#server/calculation/surroundings.ts'
import type { ContractTerms, RuleTerm } from '#server/calculation/terms.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

// A contract for every customer, 1, 2 and 3 % from 0, 25,000 and 50,000 a quarter, beside plain SQL that was written apart from it.
// RETAIL_DATA names a gzipped CSV of the Online Retail columns; without it a slice of that shape is made.
interface Line {
  readonly document: string
  readonly material: string
  readonly quantity: string
  readonly date: string
  readonly price: string
  readonly customer: string
}

const cells = (row: string): string[] =>
  [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''))

function givenLines(path: string): Line[] {
  const [header = '', ...rows] = gunzipSync(readFileSync(path)).toString('utf8').trim().split(/\r?\n/)
  const names = cells(header)
  const at = (name: string): number => names.indexOf(name)
  return rows.map((row) => {
    const cell = cells(row)
    return {
      document: cell[at('InvoiceNo')]!,
      material: cell[at('StockCode')]!,
      quantity: cell[at('Quantity')]!,
      date: cell[at('InvoiceDate')]!.slice(0, 10),
      price: cell[at('UnitPrice')]!,
      customer: cell[at('CustomerID')]!,
    }
  })
}

function madeLines(): Line[] {
  return Array.from({ length: 12_000 }, (_, at) => {
    const returned = at % 23 === 0
    const customer = (at * 7) % 60
    return {
      document: `${returned ? 'C' : ''}${536_000 + Math.floor(at / 12)}`,
      material: `M${at % 400}`,
      quantity: String((returned ? -1 : 1) * (1 + ((at * 13) % 48) * (customer < 8 ? 9 : 1))),
      date: new Date(Date.UTC(2010, 11, 1) + (at % 210) * 86_400_000).toISOString().slice(0, 10),
      price: ((85 + ((at * 37) % 2_400)) / 100).toFixed(2),
      customer: customer === 59 ? '' : String(12_000 + customer),
    }
  })
}

let s: SessionApp
let organizationId: number
const path = process.env['RETAIL_DATA']
const lines = path && existsSync(path) ? givenLines(path) : madeLines()
const customers = [...new Set(lines.map((line) => line.customer))].filter((customer) => customer !== '').toSorted()

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  for (let start = 0; start < lines.length; start += 20_000) {
    const part = lines.slice(start, start + 20_000).map((line, at) => ({ ...line, no: start + at + 1 }))
    await s.db.system((tx) =>
      tx.query(sql`
        insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, quantity, net_value, uom, currency)
        select ${organizationId}, x.document, x.no, x.date, nullif(x.customer, ''), x.material, x.quantity, x.quantity * x.price, 'EA', 'GBP'
          from jsonb_to_recordset(${json(part)}) as x (document text, no bigint, date date, customer text, material text, quantity numeric, price numeric)`),
    )
  }
})
afterAll(() => s.close())

const contractOf = (customer: string, mode: 'retro' | 'marginal'): ContractTerms => ({
  id: 1,
  row_version: 1,
  contract_number: `${customer}-${mode}`,
  application_type: 'Customer Rebate',
  currency: 'GBP',
  partner_type: 'customer',
  partner_number: customer,
  own_sales_only: true,
  payment_frequency: 'quarter',
  valid_from: '2010-10-01',
  valid_to: '2011-06-30',
  eligibility: [],
  rules: [
    {
      rule_no: 1,
      rule_type: 'Both',
      rate_type: 'percent',
      benefit_basis: 'net',
      qualifier_basis: 'net',
      tier_mode: mode,
      bound: 'lower',
      evaluation_period: 'quarter',
      aggregation_level: 'contract',
    } as RuleTerm,
  ],
  tiers: [
    { rule_no: 1, from_value: '0', to_value: '25000', rate: '1' },
    { rule_no: 1, from_value: '25000', to_value: '50000', rate: '2' },
    { rule_no: 1, from_value: '50000', rate: '3' },
  ],
  payees: [],
})

async function reckoned(mode: 'retro' | 'marginal'): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  await s.db.tenant({ organizationId, userId: 1 }, async (tx) => {
    const around = await readSurroundings(tx, organizationId, s.screens)
    for (let start = 0; start < customers.length; start += 500) {
      const contracts = customers.slice(start, start + 500).map((customer) => contractOf(customer, mode))
      const calculation = {
        around,
        contracts,
        window: { from: '2010-10-01', to: '2011-06-30' },
        kind: 'Payment' as const,
      }
      const rows = await tx.query<Record<'payee' | 'period_from' | 'amount', string>>(
        sql`select a.payee, a.period_from::text as period_from, a.amount::text as amount from (${amountsSql(calculation)}) a`,
      )
      for (const row of rows) found.set(`${row.payee} ${row.period_from}`, Number(row.amount).toFixed(2))
    }
  })
  return found
}

/** The same in the plainest SQL: add up by customer and quarter, then a case. */
async function byHand(mode: 'retro' | 'marginal'): Promise<Map<string, string>> {
  const paid =
    mode === 'retro'
      ? sql`t.net * case when t.net < 25000 then 0.01 when t.net < 50000 then 0.02 else 0.03 end`
      : sql`case when t.net < 25000 then t.net * 0.01 when t.net < 50000 then 250 + (t.net - 25000) * 0.02 else 750 + (t.net - 50000) * 0.03 end`
  const rows = await s.db.tenant({ organizationId, userId: 1 }, (tx) =>
    tx.query<Record<'customer_number' | 'quarter' | 'amount', string>>(sql`
      select t.customer_number, t.quarter::text as quarter, round(${paid}, 2)::text as amount
        from (select customer_number, date_trunc('quarter', billing_date::timestamp)::date as quarter, sum(net_value) as net
                from sales_data where customer_number is not null and billing_date between '2010-10-01' and '2011-06-30' group by 1, 2) t`),
  )
  return new Map(rows.map((row) => [`${row.customer_number} ${row.quarter}`, Number(row.amount).toFixed(2)]))
}

const total = (of: Map<string, string>): number =>
  [...of.values()].reduce((sum, one) => sum + Math.round(Number(one) * 100), 0) / 100

test.each(['retro', 'marginal'] as const)(
  'every customer is owed by quarter what plain SQL says, %s',
  async (mode) => {
    const [found, wanted] = [await reckoned(mode), await byHand(mode)]
    expect(found.size).toBeGreaterThan(customers.length)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
    expect(total(found)).toBe(total(wanted))
  },
  180_000,
)
