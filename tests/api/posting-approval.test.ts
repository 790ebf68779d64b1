import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
const act = (screen: string, action: string, ids: readonly unknown[], token: string, parameters: object = {}) =>
  call('POST', `${screen}/actions/${action}`, token, { ids, parameters })
const open = async (token: string) => recordsIn(await call('GET', 'workflow-requests?status=open&approvers=@me', token))

/** A contract with one payment of a tenth of its sales, posted by the analyst. */
async function posted(number: string, net = '10000'): Promise<Record<string, unknown>> {
  await it.customer(number)
  await it.sell({ document: 'A', customer: number, date: '2026-01-05', net })
  const id = await it.agree(number, number, { rules: [rule({ rate: '10' })] })
  await it.post(id, 'Payment')
  return (await it.listed(`financial_postings?contract_number=${number}`))[0]!
}
const stateOf = async ({ id }: Record<string, unknown>) =>
  (await call('GET', `get-postings/${String(id)}`, it.analyst)).body.response!

describe('a posting', () => {
  test('is submitted, approved by somebody else, and posted to the ledger', async () => {
    const posting = await posted('A1')
    expect(posting).toMatchObject({ status: 'new', approval_status: 'new', application_type: 'Customer Rebate' })
    expect((await act('financial_postings', 'release', [posting['id']], it.analyst)).body.response).toMatchObject({
      done: 0,
    })
    await act('financial_postings', 'submit-approval', [posting['id']], admin)
    expect(await stateOf(posting)).toMatchObject({ status: 'submit_approval', submitted_by: 'admin@northgate.example' })
    const bulk = (token: string, approval_status: string, notes?: string) =>
      call('POST', 'approval-request/bulk-approval/financial-posting', token, {
        financial_posting_ids: [posting['id']],
        approval_status,
        ...(notes ? { notes } : {}),
      })
    const own = await bulk(it.analyst, 'approved')
    expect([own.status, own.body.message]).toEqual([
      409,
      'You changed or submitted this yourself: somebody else has to approve it.',
    ])
    expect((await bulk(it.reader, 'approved')).status).toBe(403)
    expect((await bulk(it.approver, 'approved', 'Fine')).body.response).toMatchObject({ done: 1 })
    expect(await stateOf(posting)).toMatchObject({ status: 'approved', approval_note: 'Fine' })
    const release = await act('financial_postings', 'release', [posting['id']], it.analyst, {
      external_reference: 'FI-77',
    })
    expect(release.body.response).toMatchObject({ done: 1 })
    expect(await stateOf(posting)).toMatchObject({
      status: 'posted',
      external_reference: 'FI-77',
      posted_by: 'ana@northgate.example',
    })
    const history = await call(
      'GET',
      `approval-decisions?document=${String(posting['posting_number'])}&sort=decided_at`,
      it.reader,
    )
    expect(recordsIn(history).map((one) => [one['document_type'], one['decision']])).toEqual([
      ['financial_posting', 'submit'],
      ['financial_posting', 'approve'],
    ])
  })

  test('that is rejected counts no more and is posted anew; so is one that is deleted before it counts', async () => {
    const posting = await posted('A2')
    await act('financial_postings', 'submit-approval', [posting['id']], it.analyst)
    await act('financial_postings', 'reject', [posting['id']], it.approver, { note: 'Wrong period' })
    expect(await stateOf(posting)).toMatchObject({ status: 'rejected', approval_note: 'Wrong period' })
    const [contract] = await it.listed('contracts?contract_number=A2')
    await it.post(contract!['id'] as number, 'Payment')
    const second = (await it.listed('financial_postings?contract_number=A2&sort=-posting_number'))[0]!
    expect(second).toMatchObject({ posting_number: 'A2-0002', amount: '1000.0000', status: 'new' })
    const remove = await call('POST', 'postings-delete', it.analyst, { ids: [second['id']], reason: 'Asked twice' })
    expect(remove.body.response).toMatchObject({ done: 1 })
    expect(await stateOf(second)).toMatchObject({ status: 'rejected', reason: 'Asked twice' })
    expect((await call('POST', 'postings-delete', it.analyst, { ids: [second['id']] })).status).toBe(422)
    expect((await call('POST', 'postings-delete', it.analyst, { ids: [second['id']], reason: 'Again' })).status).toBe(
      409,
    )
  })

  test('that was taken back is not approved any more', async () => {
    const posting = await posted('A3')
    await act('financial_postings', 'reverse', [posting['id']], it.analyst, { reason: 'Wrong rate' })
    const pair = await it.listed('financial_postings?contract_number=A3')
    expect(pair.map((one) => one['status'])).toEqual(['reversed', 'reversed'])
    const told = await act(
      'financial_postings',
      'submit-approval',
      pair.map((one) => one['id']),
      it.analyst,
    )
    expect(told.body.response).toMatchObject({ done: 0, failed: [{ message: 'This posting is taken back.' }, {}] })
    expect(await stateOf(posting)).toMatchObject({ approval_status: 'new' })
  })

  test('waits for those whom limits name by its amount', async () => {
    const limit = (code: string, more: object) =>
      call('POST', 'workflow-setup', admin, {
        limit_code: code,
        document_type: 'financial_posting',
        currency: 'EUR',
        ...more,
      })
    await limit('P1', { amount_from: '0', approver_type: 'user', approver_user: 'bea@northgate.example' })
    await limit('P2', {
      amount_from: '5000',
      level: 2,
      approver_type: 'user',
      approver_user: 'admin@northgate.example',
    })
    const [small, large] = [await posted('A4'), await posted('A5', '90000')]
    const ids = [small['id'], large['id']]
    await act('financial_postings', 'submit-approval', ids, it.analyst)
    expect((await open(it.approver)).map((one) => one['document'])).toEqual(
      expect.arrayContaining(['A4-0001', 'A5-0001']),
    )
    expect((await act('financial_postings', 'approve', ids, it.approver)).body.response).toMatchObject({ done: 2 })
    expect([(await stateOf(small))['status'], (await stateOf(large))['status']]).toEqual([
      'approved',
      'submit_approval',
    ])
    const waiting = await open(admin)
    expect(waiting.find((one) => one['document'] === 'A5-0001')).toMatchObject({ level: 2, amount: '9000.0000' })
    expect((await open(it.approver)).map((one) => one['document'])).not.toContain('A5-0001')
    await act('financial_postings', 'approve', [large['id']], admin)
    expect((await stateOf(large))['status']).toBe('approved')
    for (const one of recordsIn(await call('GET', 'workflow-setup', admin)))
      await call('DELETE', `workflow-setup/${String(one['id'])}`, admin)
  })
})

describe('the approval inbox', () => {
  test('holds every kind of record, is decided there singly and in bulk, and tells those it concerns by mail', async () => {
    const posting = await posted('I1')
    await act('financial_postings', 'submit-approval', [posting['id']], it.analyst, { note: 'Please soon' })
    const exception = await it.create('incentive-override', {
      description: 'Other rate',
      contract_number: 'I1',
      override_rate: '7',
      impact: '100',
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
      justification: 'Offer',
    })
    await act('incentive-override', 'submit-approval', [(exception.body.response as { id: number }).id], it.analyst)
    const mine = (await open(it.approver)).filter((one) => String(one['submitted_by']).startsWith('ana'))
    expect(new Set(mine.map((one) => one['document_type']))).toEqual(new Set(['Exception', 'Financial posting']))
    expect(mine.find((one) => one['document'] === 'I1-0001')).toMatchObject({
      amount: '1000.0000',
      currency: 'EUR',
      submit_note: 'Please soon',
      description: 'Payment, I1, 1 Jan 2026',
      address: `/financial-postings/view/${String(posting['id'])}`,
    })
    expect((await open(it.analyst)).filter((one) => one['document'] === 'I1-0001')).toEqual([])

    const counted = await call('GET', 'home', it.approver)
    expect(counted.body.response!['attention']).toContainEqual(
      expect.objectContaining({ screen: 'workflow-request', view: 'Waiting for me', count: mine.length }),
    )
    const [first, second] = mine
    const denied = await call('POST', 'workflow-status', it.reader, { id: first!['id'], approve: true })
    expect([denied.status, denied.body.message]).toEqual([409, 'Only where Status is Open and May decide contains me'])
    expect((await call('POST', 'workflow-status', it.approver, { id: first!['id'], approve: false })).status).toBe(422)
    expect((await call('POST', 'workflow-status', it.approver, { id: first!['id'], approve: true })).status).toBe(200)
    expect((await call('POST', 'workflow-status', it.approver, { id: first!['id'], approve: true })).status).toBe(409)
    const rejected = await act('workflow-requests', 'reject', [second!['id']], it.approver, { note: 'Not this year' })
    expect(rejected.body.response).toMatchObject({ done: 1 })
    const after = await call('GET', `get-workflow_requests/${String(second!['id'])}`, it.reader)
    expect(after.body.response).toMatchObject({
      status: 'rejected',
      note: 'Not this year',
      decided_by: 'bea@northgate.example',
    })

    const mails = await it.s.mails()
    const to = (person: string, words: string) =>
      mails.filter((mail) => mail.includes(`To: ${person}@northgate.example`) && mail.includes(words))
    expect(to('bea', 'Financial posting I1-0001')).toHaveLength(1)
    expect(to('ana', 'Not this year')).toHaveLength(1)
    expect(to('rea', 'I1-0001')).toHaveLength(0)
  })

  test('many at once are one mail each, and a request is withdrawn by who made it', async () => {
    const postings = [await posted('I2'), await posted('I3')]
    await act(
      'financial_postings',
      'submit-approval',
      postings.map((one) => one['id']),
      it.analyst,
    )
    const mine = (await open(it.approver)).filter((one) => /^I[23]-/.test(String(one['document'])))
    expect(mine).toHaveLength(2)
    const withdrawn = await call('POST', 'workflow-delete', it.analyst, { ids: [mine[0]!['id']] })
    expect(withdrawn.body.response).toMatchObject({ done: 1 })
    const all = await act(
      'workflow-requests',
      'approve',
      mine.map((one) => one['id']),
      it.approver,
    )
    expect(all.body.response).toMatchObject({
      done: 1,
      skipped: [{ reason: 'Only where Status is Open and May decide contains me' }],
    })
    expect(new Set(await Promise.all(postings.map(async (one) => (await stateOf(one))['status'])))).toEqual(
      new Set(['new', 'approved']),
    )
    const mails = await it.s.mails()
    expect(
      mails.filter((mail) => mail.includes('To: bea@') && mail.includes('2 documents') && mail.includes('I2-0001')),
    ).toHaveLength(1)
  })
})

test('callers that know contracts by number post accruals and payments of them', async () => {
  await it.customer('T1')
  await it.sell({ document: 'A', customer: 'T1', date: '2026-01-05', net: '10000' })
  await it.agree('T1', 'T1', { rules: [rule({ rate: '10' })] })
  const body = {
    contract_numbers: ['T1'],
    period_from: '2026-01-01',
    period_to: '2026-03-31',
    posting_date: '2026-04-02',
  }
  const accrued = await call('POST', 'accrual-posting-api', it.analyst, body)
  expect(accrued.body.response).toMatchObject({
    done: 1,
    'records Processed': 1,
    financial_posting_result: [{ posting_number: 'T1-0001', posting_type: 'Accrual', amount: '1000.0000' }],
  })
  const paid = await call('POST', 'tlp-posting-api', it.analyst, body)
  expect(
    (paid.body.response!['financial_posting_result'] as { posting_type: string }[]).map((one) => one.posting_type),
  ).toEqual(['Accrual Reversal', 'Payment'])
  const again = await call('POST', 'tlp-posting-api', it.analyst, body)
  expect(again.body.response).toMatchObject({ done: 0, messageLog: [{ contract_number: 'T1' }] })
  expect((await call('POST', 'tlp-posting-api', it.analyst, { ...body, contract_numbers: ['NONE'] })).status).toBe(404)
  expect((await call('POST', 'accrual-posting-api', it.reader, body)).status).toBe(403)
  const { contract_numbers: _none, ...unsaid } = body
  expect((await call('POST', 'accrual-posting-api', it.analyst, unsaid)).status).toBe(422)
})
