import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

let it: RebateApp

beforeAll(async () => {
  it = await rebateApp()
})
afterAll(() => it.s.close())

describe('a posting run', () => {
  test('D8, D11: accrues, releases and pays, pays only the difference of late data, and posts nothing twice', async () => {
    await it.customer('P8')
    await it.sell({ document: 'A', customer: 'P8', date: '2026-01-05', net: '100000' })
    const id = await it.agree('P8', 'P8', {
      rules: [rule({ tier_mode: 'retro', accrual_rate: '2.5' })],
      tiers: [tier('0', '100000', '2'), tier('100000', null, '3')],
    })
    expect((await it.post(id, 'Accrual')).body.response).toMatchObject({ done: 1 })
    expect(await it.postings('P8')).toEqual([['Accrual', '2500']])
    expect((await it.post(id, 'Accrual')).body.response).toMatchObject({
      done: 0,
      skipped: [{ reason: expect.stringContaining('posted already') }],
    })
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 1 })
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 0 })
    expect((await it.post(id, 'Accrual')).body.response).toMatchObject({ done: 0 })
    await it.sell({ document: 'Z', customer: 'P8', date: '2026-03-05', net: '-5000' })
    await it.post(id, 'Payment')
    expect(await it.postings('P8')).toEqual([
      ['Accrual', '2500'],
      ['Accrual Reversal', '-2500'],
      ['Payment', '3000'],
      ['Delta Payment', '-1100'],
    ])
  })

  test('holds what it owes against postings of its own currency alone, and takes others back in theirs', async () => {
    await it.customer('PMIX')
    await it.sell({ document: 'A', customer: 'PMIX', date: '2026-01-05', net: '1000' })
    const id = await it.agree('PMIX', 'PMIX', { rules: [rule({ rate: '10' })] })
    await it.post(id, 'Accrual')
    await it.s.db.system((tx) =>
      tx.query(sql`update financial_posting set currency = 'USD' where contract_number = 'PMIX'`),
    )
    const year = { period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }
    const simulated = await it.create('financial_posting_sim', { ...year, contract_number: 'PMIX', limit: 10 })
    const told = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => [row['posting_type'], Number(row['amount']), row['currency']])
    expect(told(recordsIn(simulated))).toEqual(
      expect.arrayContaining([
        ['Payment', 100, 'EUR'],
        ['Accrual Reversal', -100, 'USD'],
      ]),
    )
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 1 })
    expect(told(await it.listed('financial_postings?contract_number=PMIX&sort=posting_number'))).toEqual([
      ['Accrual', 100, 'USD'],
      ['Payment', 100, 'EUR'],
      ['Accrual Reversal', -100, 'USD'],
    ])
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 0 })
  })

  test('E7: settles a running year each quarter, less what was paid; a period that is not settled so is paid once it is over', async () => {
    await it.customer('E7')
    await it.sell(
      { document: 'A', customer: 'E7', date: '2026-01-05', net: '3000' },
      { document: 'B', customer: 'E7', date: '2026-04-05', net: '4000' },
      { document: 'C', customer: 'E7', date: '2026-07-05', net: '20000' },
    )
    const terms = {
      rules: [rule({ tier_mode: 'retro', evaluation_period: 'year' })],
      tiers: [tier('5000', '10000', '2'), tier('10000', null, '4')],
    }
    const interim = await it.agree('E7', 'E7', { ...terms, payment_frequency: 'quarter' })
    const yearly = await it.agree('E7Y', 'E7', { ...terms, payment_frequency: 'year' })
    expect((await it.simulate('E7', { period_to: '2026-09-30' })).map((row) => row['is_due'])).toEqual([true])
    expect((await it.simulate('E7Y', { period_to: '2026-09-30' })).map((row) => row['is_due'])).toEqual([false])
    await it.s.db.system((tx) =>
      tx.query(
        sql`update sales_data set billing_date = billing_date + 365 where billing_doc_number = 'C' and customer_number = 'E7'`,
      ),
    )
    await it.post(interim, 'Payment', '2026-01-01', '2026-06-30')
    await it.s.db.system((tx) =>
      tx.query(
        sql`update sales_data set billing_date = billing_date - 365 where billing_doc_number = 'C' and customer_number = 'E7'`,
      ),
    )
    await it.post(interim, 'Payment', '2026-01-01', '2026-09-30')
    await it.post(yearly, 'Payment', '2026-01-01', '2026-09-30')
    expect(await it.postings('E7')).toEqual([
      ['Payment', '140'],
      ['Delta Payment', '940'],
    ])
    expect(await it.postings('E7Y')).toEqual([])
    await it.post(yearly, 'Payment')
    expect(await it.postings('E7Y')).toEqual([['Payment', '1080']])
  })

  test('is for approved contracts only', async () => {
    await it.customer('P12')
    await it.sell({ document: 'A', customer: 'P12', date: '2026-01-05', net: '10000' })
    await it.create('contracts', it.contract('P12', 'P12', { rules: [rule({ rate: '10' })] }))
    const [draft] = await it.listed('contracts?contract_number=P12')
    expect((await it.post(Number(draft!['id']), 'Payment')).body.response).toMatchObject({
      done: 0,
      skipped: [{ reason: expect.stringContaining('Approved') }],
    })
    expect(await it.postings('P12')).toEqual([])
  })

  test('owes nothing any more where the sales are gone', async () => {
    await it.customer('P9')
    await it.sell({ document: 'GONE', customer: 'P9', date: '2026-01-05', net: '1000' })
    const id = await it.agree('P9', 'P9', { rules: [rule({ rate: '10' })] })
    await it.post(id, 'Payment')
    await it.s.db.system((tx) => tx.query(sql`delete from sales_data where billing_doc_number = 'GONE'`))
    await it.post(id, 'Payment')
    expect(await it.postings('P9')).toEqual([
      ['Payment', '100'],
      ['Delta Payment', '-100'],
    ])
  })

  test('D9: is taken back by an opposite posting, and then paid anew', async () => {
    await it.customer('P10')
    await it.sell({ document: 'A', customer: 'P10', date: '2026-01-05', net: '10000' })
    const id = await it.agree('P10', 'P10', { rules: [rule({ rate: '10' })] })
    await it.post(id, 'Payment')
    const [posted] = await it.listed('financial_postings?contract_number=P10')
    const back = { ids: [posted!['id']], parameters: { posting_date: '2026-11-21', reason: 'Wrong rate' } }
    const takeBack = () =>
      it.s.call('POST', '/api/financial_postings/actions/reverse', { token: it.analyst, body: back })
    expect((await takeBack()).body.response).toMatchObject({ done: 1 })
    expect((await takeBack()).body.response).toMatchObject({ done: 0 })
    await it.post(id, 'Payment')
    expect(await it.postings('P10')).toEqual([
      ['Payment', '1000'],
      ['Payment Reversal', '-1000'],
      ['Payment', '1000'],
    ])
    const changed = await it.s.call('PUT', `/api/financial_postings/${String(posted!['id'])}`, {
      token: it.analyst,
      body: { amount: '1', row_version: 2 },
    })
    expect(changed.status).toBe(403)
  })

  test('two at once post once', async () => {
    await it.customer('P11')
    await it.sell({ document: 'A', customer: 'P11', date: '2026-01-05', net: '10000' })
    const id = await it.agree('P11', 'P11', { rules: [rule({ rate: '10' })] })
    const answers = await Promise.all([1, 2, 3, 4].map(() => it.post(id, 'Payment')))
    expect(answers.map((answer) => (answer.body.response as { done: number }).done).toSorted((a, b) => a - b)).toEqual([
      0, 0, 0, 1,
    ])
    expect(await it.postings('P11')).toEqual([['Payment', '1000']])
  })

  test('two people at once: one posts, the other is told who was first', async () => {
    await it.customer('P14')
    await it.sell({ document: 'A', customer: 'P14', date: '2026-01-05', net: '10000' })
    const id = await it.agree('P14', 'P14', { rules: [rule({ rate: '10' })] })
    const parameters = {
      kind: 'Payment',
      period_from: '2026-01-01',
      period_to: '2026-12-31',
      posting_date: '2026-11-21',
    }
    const answers = await Promise.all(
      [it.analyst, it.approver].map(async (token) => {
        const { body } = await it.s.call('POST', '/api/contracts/actions/post', {
          token,
          body: { ids: [id], parameters },
        })
        return body.response as { done: number; skipped: { reason: string }[] }
      }),
    )
    const [won, lost] = answers.toSorted((a, b) => b.done - a.done)
    expect(won).toMatchObject({ done: 1, skipped: [] })
    const winner = answers[0] === won ? 'ana@northgate.example' : 'bea@northgate.example'
    expect(lost).toMatchObject({
      done: 0,
      skipped: [{ reason: `There is nothing left to post: ${winner} has just posted it` }],
    })
    expect(await it.postings('P14')).toEqual([['Payment', '1000']])
  })

  test('a contract with postings stays', async () => {
    const [kept] = await it.listed('contracts?contract_number=P11')
    expect((await it.s.call('DELETE', `/api/contracts/${String(kept!['id'])}`, { token: it.analyst })).status).toBe(409)
  })
})
