import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let organizationId: number
const tokens: Record<string, string> = {}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, as: string, body?: object) =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

const exception = (impact: string, more: object = {}) => ({
  description: 'Other rate for the tender',
  contract_number: 'CR-1',
  override_rate: '7',
  impact,
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
  justification: 'Offer of a competitor',
  ...more,
})

async function made(as: string, impact: string, more: object = {}): Promise<number> {
  const answer = await call('POST', 'incentive-override', as, exception(impact, more))
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response!['id'] as number
}

const act = (id: number | readonly number[], name: string, as: string, parameters: object = {}) =>
  call('POST', `incentive-override/actions/${name}`, as, { ids: [id].flat(), parameters })
const read = async (id: number) => (await call('GET', `incentive-override/${id}`, 'ada')).body.response!
const stateOf = async (id: number) => (await read(id))['approval_status']

interface Told {
  done: number
  failed: { message: string }[]
  skipped: { reason: string }[]
}
const told = async (answer: ReturnType<typeof act>) => (await answer).body.response as unknown as Told

beforeAll(async () => {
  product = await sessionApp()
  organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  for (const [name, role] of [
    ['ada', 'ADMINISTRATOR'],
    ['ann', 'ANALYST'],
    ['bob', 'ANALYST'],
    ['cy', 'ANALYST'],
    ['rex', 'READER'],
  ] as const) {
    await product.user({ organizationId, email: `${name}@here.test`, name: name.toUpperCase(), role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
})

afterAll(() => product.close())

describe('before there are limits', () => {
  test('a record goes from new to approved, by somebody else', async () => {
    const id = await made('ann', '100')
    expect(await read(id)).toMatchObject({
      approval_status: 'new',
      exception_number: expect.stringMatching(/^EX-\d{6}$/),
    })
    expect(await told(act(id, 'approve', 'bob'))).toMatchObject({ done: 0, skipped: [{}] })
    expect(await told(act(id, 'submit-approval', 'ann', { note: 'Urgent' }))).toMatchObject({ done: 1 })
    expect(await told(act(id, 'approve', 'ann'))).toMatchObject({
      done: 0,
      failed: [{ message: 'You changed or submitted this yourself: somebody else has to approve it.' }],
    })
    expect((await act(id, 'approve', 'rex')).status).toBe(403)
    expect((await act(id, 'approve', 'bob')).body.message).toBe('Successfully approved')
    expect(await read(id)).toMatchObject({
      approval_status: 'approved',
      decided_by: 'bob@here.test',
      waiting_for: null,
    })
    const decisions = await call('GET', `approval-decisions?record_number=${id}&sort=decided_at`, 'rex')
    expect(
      (decisions.body.response!['records'] as Record<string, unknown>[]).map((one) => [one['decision'], one['note']]),
    ).toEqual([
      ['submit', 'Urgent'],
      ['approve', null],
    ])
  })

  test('what waits is not changed or deleted; what was approved is new again once it is', async () => {
    const id = await made('ann', '100')
    const put = async (body: object, as = 'ann') => {
      const { row_version } = await read(id)
      return call('PUT', `incentive-override/${id}`, as, { row_version, ...body })
    }
    await act(id, 'submit-approval', 'ann')
    expect((await put({ impact: '900' })).body.error?.issues?.[0]).toMatchObject({ path: ['impact'], code: 'waiting' })
    expect((await put({ internal_notes: 'Called them' })).status).toBe(200)
    expect((await call('DELETE', `incentive-override/${id}`, 'ann')).status).toBe(409)
    await act(id, 'approve', 'bob')
    expect((await put({ internal_notes: 'Told them' })).status).toBe(200)
    expect(await stateOf(id)).toBe('approved')
    expect((await put({ impact: '900' }, 'bob')).status).toBe(200)
    expect(await read(id)).toMatchObject({ approval_status: 'new_changes', decided_by: null })
    // The eyes that changed it are not the ones that approve it, whoever submits.
    await act(id, 'submit-approval', 'ann')
    expect(await told(act(id, 'approve', 'bob'))).toMatchObject({ done: 0 })
    expect(await told(act(id, 'approve', 'cy'))).toMatchObject({ done: 1 })
  })

  test('the state is written by decisions only', async () => {
    const id = await made('ann', '100')
    const answer = await call('PUT', `incentive-override/${id}`, 'ann', { row_version: 1, approval_status: 'approved' })
    expect([answer.status, answer.body.error?.issues?.[0]?.code]).toEqual([422, 'denied'])
    const bulk = await call('POST', 'incentive-override/bulk-update', 'ann', {
      ids: [id],
      changes: { approval_status: 'approved' },
    })
    expect(bulk.status).toBe(422)
    expect((await call('POST', 'approval-decisions', 'ada', { decision: 'approve' })).status).toBe(403)
  })

  test('a rejection has a reason, a question comes back, and who submitted may withdraw', async () => {
    const [rejected, asked, withdrawn] = [await made('ann', '1'), await made('ann', '1'), await made('ann', '1')]
    await act([rejected, asked, withdrawn], 'submit-approval', 'ann')
    expect((await act(rejected, 'reject', 'bob')).status).toBe(422)
    await act(rejected, 'reject', 'bob', { note: 'Covered already' })
    await act(asked, 'question', 'bob', { note: 'Which letter?' })
    await act(withdrawn, 'withdraw', 'ann')
    expect(await read(rejected)).toMatchObject({ approval_status: 'rejected', approval_note: 'Covered already' })
    expect(await read(asked)).toMatchObject({ approval_status: 'Issue Resolution', approval_note: 'Which letter?' })
    expect(await stateOf(withdrawn)).toBe('new')
    expect(await told(act(asked, 'submit-approval', 'ann'))).toMatchObject({ done: 1 })
    expect(await told(act(rejected, 'submit-approval', 'ann'))).toMatchObject({ done: 0, skipped: [{}] })
  })

  test('many are decided by one call, each told by itself', async () => {
    const [own, other] = [await made('bob', '1'), await made('ann', '1')]
    const bulk = (as: string, body: object) => call('POST', 'approval-request/bulk-approval/exception', as, body)
    const ids = [own, other]
    expect((await bulk('bob', { exception_ids: ids, approval_status: 'submit_approval' })).body.response).toMatchObject(
      { done: 2 },
    )
    const answer = await bulk('ann', { exception_ids: ids, approval_status: 'approved', notes: 'Fine' })
    expect(answer.body.response).toMatchObject({ done: 1, failed: [{ id: other }] })
    expect([await stateOf(own), await stateOf(other)]).toEqual(['approved', 'submit_approval'])
    expect((await bulk('ann', { exception_ids: [other], approval_status: 'approved' })).status).toBe(409)
    expect((await bulk('rex', { exception_ids: [other], approval_status: 'approved' })).status).toBe(403)
    expect((await bulk('ann', { exception_ids: [other], approval_status: 'posted' })).status).toBe(422)
  })

  test('two records made at the same moment get numbers of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', 'incentive-override', 'ann', exception('1'))),
    )
    const numbers = answers.map(({ body }) => body.response!['exception_number'])
    expect(new Set(numbers).size).toBe(6)
  })
})

describe('groups and limits', () => {
  const limit = (code: string, more: object) =>
    call('POST', 'workflow-setup', 'ada', { limit_code: code, document_type: 'exception', currency: 'EUR', ...more })

  test('are administered, also by callers that know no PUT', async () => {
    const group = await call('POST', 'approval-group', 'ada', {
      group_code: 'TEAM',
      description: 'Team',
      members: [{ user: 'ann@here.test' }],
    })
    expect(group.status).toBe(201)
    const { id } = group.body.response as { id: number }
    const members = ['ann', 'bob', 'cy'].map((name) => ({ user: `${name}@here.test` }))
    const saved = await call('POST', `approval-group/${id}`, 'ada', { row_version: 1, members })
    expect([saved.status, (saved.body.response!['members'] as unknown[]).length]).toEqual([200, 3])
    const four = await call('POST', `approval-group/${id}`, 'ada', { row_version: 2, required_approvals: 4 })
    expect(four.body.error?.issues?.[0]?.path).toEqual(['required_approvals'])
    expect((await call('GET', 'approval-group?group_code=TEAM', 'rex')).body.response!['total_record']).toBe(1)
    expect((await call('POST', 'approval-group', 'ann', { group_code: 'X', description: 'X' })).status).toBe(403)
    const spare = await call('POST', 'approval-group', 'ada', { group_code: 'SPARE', description: 'Spare' })
    expect((await call('DELETE', `approval-group/${String(spare.body.response!['id'])}`, 'ada')).status).toBe(200)
  })

  test('ask level after level, only those named, and say who', async () => {
    expect(
      (
        await limit('L1', {
          level: 1,
          amount_from: '0',
          amount_to: '50000',
          approver_type: 'group',
          approver_group: 'TEAM',
        })
      ).status,
    ).toBe(201)
    expect(
      (
        await limit('L2', {
          level: 2,
          amount_from: '10000',
          amount_to: '50000',
          approver_type: 'user',
          approver_user: 'ada@here.test',
        })
      ).status,
    ).toBe(201)
    expect(
      (await limit('L3', { amount_from: '9', amount_to: '9', approver_type: 'role', approver_role: 'READER' })).status,
    ).toBe(422)
    const own = await made('ada', '12000')
    expect((await told(act(own, 'submit-approval', 'ada'))).failed[0]?.message).toBe(
      'Beside you nobody is left to approve at level 2: ADA. Somebody else has to submit this.',
    )
    const id = await made('ann', '12000')
    await act(id, 'submit-approval', 'ann')
    expect(await read(id)).toMatchObject({ waiting_for: 'Team', approval_level: 1 })
    expect((await told(act(id, 'approve', 'ada'))).failed[0]?.message).toBe(
      'Team may decide about this: ann@here.test, bob@here.test, cy@here.test.',
    )
    expect(await told(act(id, 'approve', 'bob'))).toMatchObject({ done: 1 })
    expect(await read(id)).toMatchObject({ approval_status: 'submit_approval', waiting_for: 'ADA', approval_level: 2 })
    expect((await told(act(id, 'approve', 'cy'))).failed[0]?.message).toContain('ADA may decide')
    expect(await told(act(id, 'approve', 'ada'))).toMatchObject({ done: 1 })
    expect(await stateOf(id)).toBe('approved')
    const levels = await call('GET', 'approval-level?document_type=exception&amount=12000&currency=EUR', 'ann')
    expect(
      (levels.body.response!['records'] as { level: number; names: string[] }[]).map(({ level, names }) => [
        level,
        names,
      ]),
    ).toEqual([
      [1, ['Team']],
      [2, ['ADA']],
    ])
  })

  test('convert amounts, and tell when nothing covers one or no rate is known', async () => {
    const inYen = await made('ann', '100000', { currency: 'JPY' })
    expect((await told(act(inYen, 'submit-approval', 'ann'))).failed[0]?.message).toContain(
      'no exchange rate from JPY to EUR',
    )
    await call('POST', 'currency-rates', 'ada', {
      from_currency: 'EUR',
      to_currency: 'JPY',
      valid_from: '2026-01-01',
      rate: '160',
    })
    expect(await told(act(inYen, 'submit-approval', 'ann'))).toMatchObject({ done: 1 })
    // 625 EUR: one level is enough.
    await act(inYen, 'approve', 'bob')
    expect(await stateOf(inYen)).toBe('approved')
    const large = await made('ann', '50000')
    expect((await told(act(large, 'submit-approval', 'ann'))).failed[0]?.message).toBe(
      'No approval limit covers 50000.00 EUR. An administrator can set one up.',
    )
  })

  test('may need several of a group', async () => {
    const [group] = (await call('GET', 'approval-group?group_code=TEAM', 'ada')).body.response!['records'] as {
      id: number
      row_version: number
    }[]
    await call('PUT', `approval-group/${group!.id}`, 'ada', { row_version: group!.row_version, required_approvals: 2 })
    const id = await made('ada', '10')
    await act(id, 'submit-approval', 'ada')
    expect((await read(id))['waiting_for']).toBe('2 of Team')
    await act(id, 'approve', 'ann')
    expect(await stateOf(id)).toBe('submit_approval')
    expect((await told(act(id, 'approve', 'ann'))).failed[0]?.message).toContain('already')
    await act(id, 'approve', 'bob')
    expect(await stateOf(id)).toBe('approved')
  })
})
