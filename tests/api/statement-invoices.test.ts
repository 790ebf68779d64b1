import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'
import { recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
  await it.sell(
    { document: 'W-1', customer: 'HOSP-1', date: '2026-02-10', net: '1000', quantity: '10' },
    { document: 'W-2', customer: 'HOSP-1', date: '2026-05-10', net: '3000', quantity: '20' },
    { document: 'W-3', customer: 'HOSP-2', date: '2026-02-11', net: '700', quantity: '7' },
  )
  const first = await it.agree('REB-1', 'HOSP-1', { rules: [rule({ rate: '2' })] })
  const second = await it.agree('REB-2', 'HOSP-1', {
    rules: [rule({ rate_type: 'amount_per_unit', benefit_basis: 'quantity', rate: '0.5' })],
  })
  await it.post(first, 'Accrual', '2026-01-01', '2026-03-31')
  await it.post(second, 'Accrual', '2026-04-01', '2026-06-30')
})
afterAll(() => it?.s.close())

/** The invoices of a partner's statement of November as its workbook holds them: heading, rows, sums. */
async function invoicesOf(partner: string) {
  const made = await it.create('partner-statement', {
    partner_customer: partner,
    period_from: '2026-11-01',
    period_to: '2026-11-30',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await it.act('partner-statement', [(made.body.response as { id: number }).id], 'issue')
  const { sheet } = await it.one(`partner-statement?partner_number=${partner}`)
  const answer = await it.s.app.inject({
    method: 'GET',
    url: `/api/files/${(sheet as { id: string }).id}`,
    headers: { authorization: `Bearer ${it.analyst}` },
  })
  const { sheets } = await readXlsx(answer.rawPayload)
  const [head, ...rows] = sheets.find(({ name }) => name === 'Invoices')!.rows
  const pick = (...labels: string[]) => rows.map((row) => labels.map((label) => row[head!.indexOf(label)] ?? null))
  return { pick, statement: await it.one(`partner-statement?partner_number=${partner}`) }
}

test('a statement lists the invoices of the periods each rule earned in, and adds no different bases up', async () => {
  const { pick } = await invoicesOf('HOSP-1')
  // REB-1 has earned in the first quarter only, REB-2 in the second; 1,000 EUR and 20 pieces are no 1,020 of anything.
  expect(pick('Contract', 'Invoice', 'Customer', 'Basis')).toEqual([
    ['REB-1', 'W-1', 'HOSP-1', 1000],
    ['REB-2', 'W-2', 'HOSP-1', 20],
  ])
})

test('a statement lists for claims the lines that were paid, not what the contract would speak of', async () => {
  const id = await it.claim('PAID', {}, { customer_id: 'SHOP-9' })
  await it.checked(id, 'PAID')
  await it.act('supplier-incoming-claims', [id], 'review')
  await it.act('supplier-incoming-claims', [id], 'approve', {}, it.approver)
  const posted = await it.act('supplier-incoming-claims', [id], 'reconcile', { posting_date: '2026-11-20' })
  expect(posted.body.response, JSON.stringify(posted.body)).toMatchObject({ done: 1 })
  const { pick, statement } = await invoicesOf('DIST-1')
  expect(statement).toMatchObject({ claims: '29.6000' })
  expect(pick('Contract', 'Claim', 'Invoice', 'Customer', 'Quantity', 'Approved')).toEqual([
    ['CB-100', 'PAID', 'PAID-1', 'HOSP-1', 40, 29.6],
    ['Total', null, null, null, null, 29.6],
  ])
})

test('what was posted in another currency stands beside what was calculated in a row of its own', async () => {
  await it.s.db.system((tx) =>
    tx.query(sql`
      insert into financial_posting (organization_id, posting_number, posting_type, status, approval_status, application_type, contract_number, contract_version, rule_no,
             payee, period_from, period_to, posting_date, lines, qualifier, basis, amount, currency, explanation, source_key)
      select f.organization_id, 'USD-1', f.posting_type, f.status, f.approval_status, f.application_type, f.contract_number, f.contract_version, f.rule_no,
             f.payee, f.period_from, f.period_to, f.posting_date, f.lines, f.qualifier, f.basis, 500, 'USD', f.explanation, f.source_key
        from financial_posting f where f.contract_number = 'REB-1'`),
  )
  const answer = await it.create('calculation-results', {
    contract_number: 'REB-1',
    period_from: '2026-01-01',
    period_to: '2026-03-31',
    kind: 'Accrual',
    limit: 10,
  })
  expect(
    recordsIn(answer)
      .map((row) => [row['currency'], Number(row['amount']), Number(row['accrued']), row['state']])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['EUR', 20, 20, 'posted'],
    ['USD', 0, 500, 'gone'],
  ])
})
