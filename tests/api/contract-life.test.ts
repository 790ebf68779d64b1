import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/store/migrate.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { rebateApp, rule, tier, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Row = Record<string, unknown>

const call = (method: Method, path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const read = async (path: string): Promise<Row> => (await call('GET', path)).body.response!
const records = async (path: string): Promise<Row[]> => (await read(path))['records'] as Row[]

/** An approved contract of a customer of its own, with a percentage. */
async function agreed(number: string, more: object = {}): Promise<number> {
  await it.customer(number)
  return it.agree(number, number, { rules: [rule({ rate: '2' })], ...more })
}

const changeOf = async (number: string, changes: object) => {
  const answer = await call('POST', 'contracts/update-request', {
    contract_number: number,
    reason: 'Talks',
    ...changes,
  })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response!
}

const decide = (ids: object, approval_status: string, token: string, more: object = {}) =>
  call('POST', 'approval-request/bulk-approval/contract', { ...ids, approval_status, ...more }, token)

async function approveChange(id: unknown): Promise<void> {
  expect((await decide({ update_contract_ids: [id] }, 'submit_approval', it.analyst)).status).toBe(200)
  const approved = await decide({ update_contract_ids: [id] }, 'approved', it.approver)
  expect([approved.status, approved.body.error]).toEqual([200, undefined])
}

beforeAll(async () => {
  it = await rebateApp()
})
afterAll(() => it.s.close())

describe('a contract that looks like another one', () => {
  test('is asked back for with 208, names the other, and is saved with force', async () => {
    await it.customer('D1')
    const body = it.contract('D1', 'D1', { rules: [rule({ rate: '1' })] })
    expect((await call('POST', 'contracts', body)).status).toBe(201)
    const again = { ...body, contract_number: 'D1-B' }
    const asked = await call('POST', 'contracts', again)
    expect([asked.status, asked.body.error?.code]).toEqual([208, 'CONFIRM'])
    expect(asked.body.error?.details).toMatchObject({ duplicates: [{ contract_number: 'D1' }] })
    expect(await records('contracts?contract_number=D1-B')).toEqual([])
    const other = { ...again, eligibility: [{ attribute: 'material.product_line', value: 'X' }] }
    expect((await call('POST', 'contracts', { ...other, contract_number: 'D1-C' })).status).toBe(201)
    expect((await call('POST', 'contracts?force=true', again)).status).toBe(201)
    const [made] = await records('contracts?contract_number=D1-B')
    // What does not touch the question is saved without one; POST saves as PUT does.
    const saved = await call('POST', `contracts/${String(made!['id'])}`, {
      row_version: made!['row_version'],
      contract_header: 'Second',
    })
    expect([saved.status, saved.body.response?.['contract_header']]).toEqual([200, 'Second'])
  })

  test('tells what is to be known about dates and condition ids once it is saved', async () => {
    await it.customer('D2')
    const rules = [rule({ rate: '1', condition_id: 'ZB01' })]
    await call('POST', 'contracts', it.contract('D2', 'D2', { rules }))
    const second = await call(
      'POST',
      'contracts?force=true',
      it.contract('D2-B', 'D2', { rules, valid_from: '2020-01-01' }),
    )
    expect(second.body.response).toMatchObject({
      condition_id_message: 'Condition ZB01 stands in D2 as well.',
      date_message: expect.stringContaining('It begins on 2020-01-01'),
    })
  })
})

describe('an approved contract', () => {
  test('is not edited itself, and says how it is', async () => {
    const id = await agreed('L1')
    const contract = await read(`contracts/${id}`)
    expect(contract).toMatchObject({ version: 1, open_change: null })
    expect(await read(`contracts/is-editable?contract_number=L1`)).toMatchObject({
      editable: true,
      by: 'change_request',
    })
    const change = (body: object) => call('PUT', `contracts/${id}`, { row_version: contract['row_version'], ...body })
    expect((await change({ contract_header: 'Other' })).body.error?.issues).toEqual([
      { path: ['contract_header'], code: 'approved', message: expect.stringContaining('Press Change') },
    ])
    expect((await change({ notes: 'Spoke to them' })).status).toBe(200)
  })

  test('becomes its next version by a change request; the old one is kept and stays in force until then', async () => {
    const id = await agreed('L2')
    const request = await changeOf('L2', {
      rules: [rule({ rate: '3', description: 'More' })],
      payment_frequency: 'month',
    })
    expect(request).toMatchObject({
      base_version: 1,
      update_contract_id: id,
      update_request_closed: false,
      changes: [
        { place: 'Payment frequency', old_value: 'Quarterly', new_value: 'Monthly' },
        { place: 'Rules 1: Description', old_value: null, new_value: 'More' },
        { place: 'Rules 1: Rate', old_value: '2', new_value: '3' },
      ],
    })
    expect(await read(`contracts/${id}`)).toMatchObject({
      approval_status: 'approved',
      open_change: request['request_number'],
      payment_frequency: 'quarter',
    })
    const second = await call('POST', 'contracts/update-request', { contract_number: 'L2', reason: 'Again' })
    expect([second.status, second.body.message]).toEqual([
      409,
      `L2 is being changed by ${String(request['request_number'])} already.`,
    ])

    await decide({ update_contract_ids: [request['id']] }, 'submit_approval', it.analyst)
    expect(await read(`contracts/is-editable?id=${id}`)).toMatchObject({
      editable: false,
      message: 'This is something that is being worked on at the moment.Please try again later !!',
    })
    const own = await decide({ update_contract_ids: [request['id']] }, 'approved', it.analyst)
    expect([own.status, own.body.message]).toEqual([409, expect.stringContaining('somebody else')])
    const approved = await decide({ update_contract_ids: [request['id']] }, 'approved', it.approver)
    expect(approved.body.response).toMatchObject({ done: 1 })

    expect(await read(`contracts/${id}`)).toMatchObject({
      version: 2,
      approval_status: 'approved',
      open_change: null,
      is_update_approval_contract: false,
      payment_frequency: 'month',
    })
    expect(await read(`contracts/update-request/${String(request['id'])}`)).toMatchObject({
      update_request_closed: true,
      new_version: 2,
      approval_status: 'approved',
    })
    const versions = await records('contract-versions?contract_number=L2&sort=version')
    expect(
      versions.map((one) => [one['version'], one['is_current'], one['payment_frequency'], one['change_count']]),
    ).toEqual([
      [1, false, 'quarter', 0],
      [2, true, 'month', 3],
    ])
    expect(versions[1]).toMatchObject({
      request_number: request['request_number'],
      reason: 'Talks',
      approved_by: 'bea@northgate.example',
    })
    const closed = await call('PUT', `contracts/update-request/${String(request['id'])}`, { reason: 'Late' })
    expect(closed.body.error?.issues?.[0]?.message).toContain('closed')
  })

  test('can be simulated in a former version', async () => {
    await agreed('L3')
    await it.sell({ document: 'L3', customer: 'L3', date: '2026-02-01', net: '10000' })
    await approveChange((await changeOf('L3', { rules: [rule({ rate: '5' })] }))['id'])
    expect((await it.simulate('L3')).map((row) => Number(row['amount']))).toEqual([500])
    expect((await it.simulate('L3', { contract_version: 1 })).map((row) => Number(row['amount']))).toEqual([200])
    expect((await it.simulate('L3', { contract_version: 2 })).map((row) => Number(row['amount']))).toEqual([500])
  })

  test('is named on its postings by the version that was in force, those of before as well', async () => {
    const id = await agreed('L3-B')
    await it.sell({ document: 'L3-B', customer: 'L3-B', date: '2026-02-01', net: '10000' })
    const contract = await read(`contracts/${id}`)
    await call('PUT', `contracts/${id}`, { row_version: contract['row_version'], notes: 'Spoke to them' })
    await it.post(id, 'Accrual')
    await approveChange((await changeOf('L3-B', { rules: [rule({ rate: '5' })] }))['id'])
    await it.post(id, 'Payment')
    const told = async () =>
      (await records('financial_postings?contract_number=L3-B&sort=posting_number')).map((one) => [
        one['posting_type'],
        one['contract_version'],
      ])
    const versions = [
      ['Accrual', 1],
      ['Accrual Reversal', 2],
      ['Payment', 2],
    ]
    expect(await told()).toEqual(versions)
    await it.s.db.system(async (tx) => {
      await tx.query(sql`update financial_posting set contract_version = 9 where contract_number = 'L3-B'`)
      await tx.query(sql`delete from migration where name = '192-contract-versions-of-postings.sql'`)
    })
    expect(await migrate(it.s.db)).toEqual(['192-contract-versions-of-postings.sql'])
    expect(await told()).toEqual(versions)
  })

  test('stays as it is when a change is rejected, closed or wrong', async () => {
    const id = await agreed('L4')
    const wrong = await call('POST', 'contracts/update-request', {
      contract_number: 'L4',
      reason: 'Tiers',
      rules: [rule({ tier_mode: 'retro' })],
      tiers: [tier('0', null, '1'), tier('5', null, '2')],
    })
    expect(wrong.body.error?.issues).toMatchObject([{ path: ['tiers', 0, 'to_value'] }])
    expect(await read(`contracts/${id}`)).toMatchObject({ open_change: null })
    const rejected = await changeOf('L4', { contract_header: 'Other' })
    await decide({ update_contract_ids: [rejected['id']] }, 'submit_approval', it.analyst)
    await decide({ update_contract_ids: [rejected['id']] }, 'rejected', it.approver, { notes: 'No' })
    expect(await read(`contracts/${id}`)).toMatchObject({
      open_change: null,
      contract_header: 'Contract L4',
      version: 1,
    })
    const given = await changeOf('L4', { contract_header: 'Third' })
    const close = await call('POST', 'contracts/update-request/actions/close', { ids: [given['id']] })
    expect(close.body.response).toMatchObject({ done: 1 })
    expect(await read(`contracts/${id}`)).toMatchObject({ open_change: null, contract_header: 'Contract L4' })
    const empty = await changeOf('L4', {})
    const submitted = await decide({ update_contract_ids: [empty['id']] }, 'submit_approval', it.analyst)
    expect([submitted.status, submitted.body.message]).toEqual([409, expect.stringContaining('changes nothing')])
    expect((await call('DELETE', `contracts/update-request/${String(empty['id'])}`)).status).toBe(200)
    expect(await read(`contracts/${id}`)).toMatchObject({ open_change: null })
  })

  test('returns with a question, and what was asked for is kept', async () => {
    await agreed('L5')
    const request = await changeOf('L5', { contract_header: 'Asked about' })
    await decide({ update_contract_ids: [request['id']] }, 'submit_approval', it.analyst)
    const asked = await decide({ update_contract_ids: [request['id']] }, 'Issue Resolution', it.approver, {
      notes: 'Why?',
    })
    expect(asked.body.response).toMatchObject({ done: 1 })
    expect(await read(`contracts/update-request/${String(request['id'])}`)).toMatchObject({
      approval_status: 'Issue Resolution',
      approval_note: 'Why?',
      update_request_closed: false,
    })
    await approveChange(request['id'])
    expect((await records('contracts?contract_number=L5'))[0]).toMatchObject({
      contract_header: 'Asked about',
      version: 2,
    })
  })
})

test('contracts with a pending change are posted in the version in force, unless the document assignment says no', async () => {
  const id = await agreed('L6')
  await it.sell({ document: 'L6', customer: 'L6', date: '2026-02-01', net: '10000' })
  const request = await changeOf('L6', { rules: [rule({ rate: '5' })] })
  const administrator = await it.admin()
  const line = await call(
    'POST',
    'document-assignment-config',
    { document_type: 'contract', application_type: 'Customer Rebate', enable_accrual_post_with_pending_changes: true },
    administrator,
  )
  expect(line.status).toBe(201)
  expect((await it.post(id, 'Payment')).body.response).toMatchObject({
    done: 0,
    skipped: [
      { reason: `${String(request['request_number'])} is not decided yet, and payments wait for pending changes` },
    ],
  })
  expect((await it.post(id, 'Accrual')).body.response).toMatchObject({ done: 1 })
  expect(await it.postings('L6')).toEqual([['Accrual', '200']])
  await call('DELETE', `document-assignment-config/${String(line.body.response!['id'])}`, undefined, administrator)
  expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 1 })
})

describe('many at once', () => {
  test('are submitted, approved and set active, each told by itself', async () => {
    await it.customer('B1')
    const made = async (number: string) =>
      Number(
        (
          await it.create(
            'contracts',
            it.contract(number, 'B1', { contract_status: 'Draft', rules: [rule({ rate: '1' })] }),
          )
        ).body.response!['id'],
      )
    const [one, two] = [await made('B1-1'), await made('B1-2')]
    await decide({ contract_ids: [one] }, 'submit_approval', it.analyst)
    const mixed = await decide({ contract_ids: [one, two] }, 'approved', it.approver, {
      contract_status: 'Active',
      notes: 'Fine',
    })
    expect(mixed.body.response).toMatchObject({ done: 1, skipped: [{ id: two }] })
    expect(await read(`contracts/${one}`)).toMatchObject({
      approval_status: 'approved',
      contract_status: 'Active',
      version: 1,
      approval_note: 'Fine',
    })
    expect(await read(`contracts/${two}`)).toMatchObject({ approval_status: 'new', contract_status: 'Draft' })
    expect((await decide({}, 'approved', it.approver)).status).toBe(422)
    expect((await decide({ contract_ids: [two] }, 'approved', it.reader)).status).toBe(403)
    expect((await decide({ contract_ids: [one] }, 'approved', it.stranger)).status).toBe(409)
  })
})

test('a copy takes the terms over, not the state, the documents or the approval', async () => {
  const id = await agreed('C1', { external_number: 'X-1', renewal: 'automatic' })
  const copy = await call('POST', 'contracts/clone', {
    id,
    contract_number: 'C1-27',
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
  })
  expect([copy.status, copy.body.response]).toEqual([
    201,
    expect.objectContaining({
      contract_number: 'C1-27',
      contract_status: 'Draft',
      approval_status: 'new',
      valid_from: '2027-01-01',
      external_number: null,
      renewal: 'automatic',
      version: null,
    }),
  ])
  expect(copy.body.response!['rules']).toMatchObject([{ rule_no: 1, rate: '2' }])
  const twice = await call('POST', 'contracts/clone', {
    id,
    contract_number: 'C1-27',
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
  })
  expect(twice.status).toBe(422)
})

test('a contract that is brought in as it stands is not refused for being approved', async () => {
  await agreed('MOVED')
  const admin = await it.admin()
  const file = (await call('GET', 'migration?table_names=contract', undefined, admin)).body.response!
  const bring = (tables: unknown) =>
    it.s.call('POST', '/api/migration/upload?dry_run=true', {
      token: admin,
      ...multipartFile('migration.json', JSON.stringify({ tables })),
    })
  const [table] = file['tables'] as { records: Row[] }[]
  expect(table!.records.length).toBeGreaterThan(0)
  expect((await bring([table])).body.response).toMatchObject({
    records: [{ created: 0, updated: 0, unchanged: table!.records.length, failed: 0 }],
  })
  const other = table!.records.map((one) =>
    one['contract_number'] === 'MOVED' ? { ...one, valid_to: '2030-12-31' } : one,
  )
  expect((await bring([{ ...table, records: other }])).body.response).toMatchObject({
    records: [
      { updated: 0, failed: 1, problems: [{ key: 'MOVED', message: expect.stringContaining('Press Change') }] },
    ],
  })
})
