import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'
import { madePaymentFile } from '#tests/support/payment-file.ts'
import { recordsIn, rule } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: ClaimsApp
let admin: string

beforeAll(async () => {
  it = await claimsApp()
  admin = await it.admin()
})
afterAll(() => it?.s.close())

const act = async (row: Row, name: string, parameters: object = {}, token = it.analyst) => {
  const answer = await it.act('financial_postings', [Number(row['id'])], name, parameters, token)
  return answer.body.response as { done: number; failed: Row[]; skipped: Row[] }
}
const done = async (row: Row, name: string, parameters: object = {}, token = it.analyst) =>
  expect(await act(row, name, parameters, token)).toMatchObject({ done: 1 })
const takeBack = (row: Row) => done(row, 'reverse', { posting_date: '2026-11-22', reason: 'Wrong rate' })
const approve = async (row: Row) => {
  await done(row, 'submit-approval')
  await done(row, 'approve', {}, it.approver)
}
const release = async (row: Row) => {
  await approve(row)
  await done(row, 'release', { external_reference: `FI-${String(row['posting_number'])}` })
}
const reject = async (row: Row) => {
  await done(row, 'submit-approval')
  return act(row, 'reject', { note: 'It was right' }, it.approver)
}
const postingsOf = (contract: string) =>
  it.listed(`financial_postings?contract_number=${contract}&sort=posting_number&limit=100`)
const standing = async (contract: string) =>
  (await postingsOf(contract)).map((row) => [row['posting_type'], Number(row['amount']), row['status']])
const report = async (address: string, body: object): Promise<Row[]> => {
  const answer = await it.create(address, { limit: 100, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const numbers = (row: Row | undefined, ...names: readonly string[]) => names.map((name) => Number(row?.[name]))
const year = { period_from: '2026-01-01', period_to: '2026-12-31' }
const simulated = (contract: string, kind = 'Payment') =>
  report('financial_posting_sim', { ...year, kind, contract_number: contract })

/** A contract that owes a customer a tenth of its sales, posted; answers its id. */
async function posted(number: string, kind: 'Accrual' | 'Payment' = 'Payment', net = '10000'): Promise<number> {
  await it.customer(number)
  await it.sell({ document: 'A', customer: number, date: '2026-01-05', net })
  const id = await it.agree(number, number, { payment_method: 'transfer', rules: [rule({ rate: '10' })] })
  await it.post(id, kind)
  return id
}

const paymentFile = (payee: string): Promise<Row> => madePaymentFile(it.s, admin, { payee })

describe('a payment that is taken back', () => {
  test('leaves nothing to approve or pay where it was in no file yet', async () => {
    const id = await posted('T1')
    const [first] = await postingsOf('T1')
    await approve(first!)
    await takeBack(first!)
    expect(await standing('T1')).toEqual([
      ['Payment', 1000, 'reversed'],
      ['Payment Reversal', -1000, 'reversed'],
    ])
    const [, opposite] = await postingsOf('T1')
    expect(await act(opposite!, 'submit-approval')).toMatchObject({
      failed: [{ message: 'This posting is taken back.' }],
    })
    const { attention } = (await it.s.call('GET', '/api/home', { token: it.analyst })).body.response as {
      attention: readonly Row[]
    }
    expect(attention.filter((row) => row['screen'] === 'financial-posting' && row['view'] === 'To submit')).toEqual([])
    await it.post(id, 'Payment')
    await approve((await postingsOf('T1'))[2]!)
    expect(await paymentFile('T1')).toMatchObject({ status: 'complete', postings: 1, total: '1000.0000' })
  })

  test('is approved as well, and lowers the next file, where it was in one', async () => {
    const id = await posted('T2')
    const [first] = await postingsOf('T2')
    await approve(first!)
    expect(await paymentFile('T2')).toMatchObject({ total: '1000.0000' })
    await takeBack(first!)
    await it.sell({ document: 'B', customer: 'T2', date: '2026-01-06', net: '2000' })
    await it.post(id, 'Payment')
    const [, opposite, anew] = await postingsOf('T2')
    expect([opposite!['status'], anew!['amount']]).toEqual(['new', '1200.0000'])
    await approve(opposite!)
    await approve(anew!)
    expect(await paymentFile('T2')).toMatchObject({ status: 'complete', postings: 2, total: '200.0000' })
  })

  test('counts again once that is rejected, and what was rejected stays so', async () => {
    await posted('T3')
    const [before] = await postingsOf('T3')
    await release(before!)
    const [stood] = await postingsOf('T3')
    await takeBack(stood!)
    expect((await simulated('T3')).map((row) => numbers(row, 'posted', 'amount'))).toEqual([[0, 1000]])
    const [, opposite] = await postingsOf('T3')
    expect(await reject(opposite!)).toMatchObject({ done: 1 })
    expect(await standing('T3')).toEqual([
      ['Payment', 1000, 'posted'],
      ['Payment Reversal', -1000, 'rejected'],
    ])
    const [after] = await postingsOf('T3')
    const { row_version: version, ...same } = stood!
    expect(after).toMatchObject({ posted_by: same['posted_by'], external_reference: 'FI-T3-0001' })
    expect(Number(after!['row_version'])).toBe(Number(version) + 2)
    const history = await it.s.call('GET', `/api/financial_postings/${String(stood!['id'])}/history?field=status`, {
      token: it.analyst,
    })
    expect(recordsIn(history).map((entry) => (entry['changes'] as Row)['status'])).toEqual(
      expect.arrayContaining([
        ['reversed', 'posted'],
        ['posted', 'reversed'],
      ]),
    )
    expect(await simulated('T3')).toEqual([])
    expect(await act(opposite!, 'submit-approval')).toMatchObject({ done: 0 })
    expect(await act(opposite!, 'approve', {}, it.approver)).toMatchObject({ done: 0 })
    // It can be taken back again, by another opposite.
    await takeBack(after!)
    const [, , second] = await postingsOf('T3')
    await approve(second!)
    expect(await standing('T3')).toEqual([
      ['Payment', 1000, 'reversed'],
      ['Payment Reversal', -1000, 'rejected'],
      ['Payment Reversal', -1000, 'approved'],
    ])
  })

  test('does not count again beside what was posted in its place', async () => {
    const id = await posted('T4')
    const [first] = await postingsOf('T4')
    await release(first!)
    await takeBack(first!)
    await it.post(id, 'Payment')
    const [, opposite, anew] = await postingsOf('T4')
    expect(await reject(opposite!)).toMatchObject({
      done: 0,
      failed: [
        { message: 'T4-0003 was posted in place of T4-0001, which would count again. Take T4-0003 back first.' },
      ],
    })
    await takeBack(anew!)
    await done(opposite!, 'reject', { note: 'It was right' }, it.approver)
    expect((await standing('T4')).map(([, , status]) => status)).toEqual(['posted', 'rejected', 'reversed', 'reversed'])
    expect(await simulated('T4')).toEqual([])
  })
})

describe('a claim whose payment is taken back', () => {
  const claimOf = (number: string) => it.one(`supplier-incoming-claims?claim_number=${number}`)
  const settlement = ({ claim_status, paid_amount, reconciled_at, posting_date, payment_reference, paid_on }: Row) => ({
    claim_status,
    paid_amount,
    reconciled_at,
    posting_date,
    payment_reference,
    paid_on,
  })
  const reconciled = async (number: string) => {
    const id = await it.claim(number, {}, {})
    const move = (name: string, parameters: object = {}, token?: string) =>
      it.act('supplier-incoming-claims', [id], name, parameters, token)
    await it.checked(id, number)
    await move('review')
    await move('approve', {}, it.approver)
    expect((await move('reconcile', { posting_date: '2026-04-02' })).body.response).toMatchObject({ done: 1 })
    return move
  }
  const paymentsOf = (number: string) => it.listed(`financial_postings?claim_number=${number}&sort=posting_number`)

  test('is settled again as it was once that is rejected', async () => {
    const move = await reconciled('RJ')
    await release((await paymentsOf('RJ'))[0]!)
    await move('paid', { payment_reference: 'BANK-7', paid_on: '2026-04-09' })
    const before = settlement(await claimOf('RJ'))
    expect(before).toMatchObject({ claim_status: 'paid', paid_amount: '59.2000', payment_reference: 'BANK-7' })
    await takeBack((await paymentsOf('RJ'))[0]!)
    expect(await claimOf('RJ')).toMatchObject({ claim_status: 'approved', paid_amount: '0.0000', paid_on: null })
    expect(await reject((await paymentsOf('RJ'))[1]!)).toMatchObject({ done: 1 })
    expect(settlement(await claimOf('RJ'))).toEqual(before)
  })

  test('waits to be reconciled where something else is approved of it meanwhile', async () => {
    const move = await reconciled('RC')
    await release((await paymentsOf('RC'))[0]!)
    await takeBack((await paymentsOf('RC'))[0]!)
    await move('reopen', {}, it.approver)
    const [line] = await it.listed('incoming-claim-lines?claim_number=RC&sort=line_no')
    await it.act('incoming-claim-lines', [Number(line!['id'])], 'deny', { rejection_reason_code: 'MAN' })
    await move('review')
    await move('approve', {}, it.approver)
    expect(await reject((await paymentsOf('RC'))[1]!)).toMatchObject({ done: 1 })
    expect(await claimOf('RC')).toMatchObject({ claim_status: 'partially_approved', paid_amount: '59.2000' })
    await move('reconcile', { posting_date: '2026-04-20' })
    expect((await paymentsOf('RC')).map((row) => [row['posting_type'], Number(row['amount']), row['status']])).toEqual([
      ['Payment', 59.2, 'posted'],
      ['Payment Reversal', -59.2, 'rejected'],
      ['Delta Payment', -29.6, 'new'],
    ])
  })

  test('is open again where it was reconciled without what counts again', async () => {
    const move = await reconciled('RN')
    await release((await paymentsOf('RN'))[0]!)
    await takeBack((await paymentsOf('RN'))[0]!)
    await move('reopen', {}, it.approver)
    await move('reject', { rejection_reason_code: 'MAN' }, it.approver)
    expect((await move('reconcile', { posting_date: '2026-04-20' })).body.response).toMatchObject({ done: 1 })
    expect(await claimOf('RN')).toMatchObject({ claim_status: 'reconciled', paid_amount: '0.0000' })
    expect(await reject((await paymentsOf('RN'))[1]!)).toMatchObject({ done: 1 })
    expect(await claimOf('RN')).toMatchObject({ claim_status: 'rejected', paid_amount: '59.2000', reconciled_at: null })
  })

  test('is open again where its payment is deleted before it counts', async () => {
    await reconciled('RD')
    await done((await paymentsOf('RD'))[0]!, 'discard', { reason: 'Asked twice' })
    expect(await claimOf('RD')).toMatchObject({ claim_status: 'approved', paid_amount: '0.0000' })
  })

  test('is paid beside what is calculated: a posting run leaves it alone, and so do the results of calculations', async () => {
    await it.sell({ document: 'H', customer: 'HOSP-1', date: '2026-02-10', net: '500', quantity: '100' })
    const paidByClaims = (await postingsOf('CB-100'))
      .filter((row) => row['status'] !== 'rejected')
      .reduce((sum, row) => sum + Number(row['amount']), 0)
    const toPost = (await simulated('CB-100')).reduce((sum, row) => sum + Number(row['amount']), 0)
    expect([paidByClaims > 0, toPost]).toEqual([true, 74])
    const results = await report('calculation-results', { ...year, kind: 'Payment', contract_number: 'CB-100' })
    const sum = (name: string) => results.reduce((total, row) => total + Number(row[name]), 0)
    expect([sum('open'), sum('paid')].map((value) => value.toFixed(2))).toEqual([
      toPost.toFixed(2),
      paidByClaims.toFixed(2),
    ])
    expect(new Set(results.filter((row) => row['rule_no'] === null).map((row) => row['state']))).toEqual(
      new Set(['posted']),
    )
    const [master] = await report('master-report', { ...year, contract_number: 'CB-100' })
    expect(numbers(master, 'to_pay', 'paid').map((value) => value.toFixed(2))).toEqual([
      toPost.toFixed(2),
      paidByClaims.toFixed(2),
    ])
  })
})

describe('an accrual that is taken back and accrued anew', () => {
  beforeAll(async () => {
    const id = await posted('T8', 'Accrual', '204')
    const [first] = await postingsOf('T8')
    await release(first!)
    await takeBack(first!)
    await it.post(id, 'Accrual')
  })

  test('is accrued once, and not released', async () => {
    expect(await standing('T8')).toEqual([
      ['Accrual', 20.4, 'reversed'],
      ['Accrual Reversal', -20.4, 'new'],
      ['Accrual', 20.4, 'new'],
    ])
    const figures = ['accrued', 'released', 'open', 'paid']
    const [beside] = await report('financial_postings/accrual-vs-payment', { contract: 'T8' })
    expect(numbers(beside, ...figures)).toEqual([20.4, 0, 20.4, 0])
    const [trend] = await report('contract-trends-multiple-report', { contracts: ['T8'] })
    expect(numbers(trend, ...figures)).toEqual([20.4, 0, 20.4, 0])
    const [master] = await report('master-report', { ...year, contract_number: 'T8' })
    expect(numbers(master, 'accrued', 'released', 'open_accrual')).toEqual([20.4, 0, 20.4])
    const periods = await report('rebate-trends-report', { ...year, contract: 'T8' })
    expect(numbers(periods[0], ...figures)).toEqual([20.4, 0, 20.4, 0])
  })

  test('is held against its payment once, and not against one that was taken back', async () => {
    const accuracy = () => report('contract-accuracy/v2', { ...year, contract: 'T8', level: 'payee' })
    const [contract] = await it.listed('contracts?contract_number=T8')
    await it.post(Number(contract!['id']), 'Payment')
    const names = ['accrued', 'paid', 'deviation', 'accuracy']
    expect((await accuracy()).map((row) => numbers(row, ...names))).toEqual([[20.4, 20.4, 0, 100]])
    const [beside] = await report('financial_postings/accrual-vs-payment', { contract: 'T8' })
    expect(numbers(beside, 'accrued', 'released', 'open', 'paid')).toEqual([20.4, 20.4, 0, 20.4])
    await takeBack((await postingsOf('T8')).at(-1)!)
    expect(await accuracy()).toEqual([])
  })
})

test('what was rejected is in no sum of postings', async () => {
  await posted('T9')
  const [first] = await postingsOf('T9')
  expect(await reject(first!)).toMatchObject({ done: 1 })
  const asked = { contract: 'T9', type: 'Payment' }
  for (const address of [
    'financial_postings/grouped',
    'contract-trends-report',
    'financial_postings/formula-aggregation/v2',
  ])
    expect([address, await report(address, asked)]).toEqual([address, []])
})
