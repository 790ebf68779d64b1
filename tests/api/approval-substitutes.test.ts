import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { sql } from '#server/store/sql.ts'
import { recordsIn } from '#tests/support/rebate-app.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let organizationId: number
const tokens: Record<string, string> = {}
const people = {
  ada: 'ADMINISTRATOR',
  una: 'HELPDESK',
  ann: 'ANALYST',
  bob: 'ANALYST',
  cy: 'ANALYST',
  dee: 'ANALYST',
  rex: 'READER',
  pia: 'PRICING',
} as const

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, as: string, body?: object) =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })
const at = (name: string) => `${name}@here.test`
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  product = await sessionApp()
  const analyst = startingRoles.find(({ code }) => code === 'ANALYST')!
  const roles = [
    ...startingRoles,
    { ...analyst, code: 'HELPDESK', name: 'Helpdesk', permissions: ['administration.users'] },
    { ...analyst, code: 'PRICING', name: 'Pricing', authorizedApps: ['Pricing', 'Royalty'] as const },
  ]
  organizationId = await product.organization({ code: 'HERE', name: 'Here', roles })
  const elsewhere = await product.organization({ code: 'THERE', name: 'There' })
  await product.user({ organizationId: elsewhere, email: 'zoe@there.test', name: 'Zoe', role: 'ANALYST' })
  for (const [name, role] of Object.entries(people)) {
    await product.user({ organizationId, email: at(name), name: name.toUpperCase(), role })
    tokens[name] = (await product.signIn(at(name))).token
  }
  await approvedBy({ L1: 'ann' })
})

afterAll(() => product.close())

beforeEach(() =>
  product.db.system((tx) => tx.query(sql`update approval_substitute set ended_at = now(), status = 'ended'`)),
)

/** Sets the approval limits of exceptions: a user or several of a group for each level. */
async function approvedBy(levels: Readonly<Record<string, string | readonly string[]>>, required = 1): Promise<void> {
  await product.db.system((tx) => tx.query(sql`delete from workflow_setup`))
  for (const [at_, [code, who]] of Object.entries(levels).entries()) {
    const group = `G${Date.now().toString(36)}${at_}`
    if (typeof who !== 'string')
      await made('approval-group', 'ada', {
        group_code: group,
        description: 'Team',
        required_approvals: required,
        members: who.map((name) => ({ user: at(name) })),
      })
    await made('workflow-setup', 'ada', {
      limit_code: code,
      document_type: 'exception',
      currency: 'EUR',
      level: at_ + 1,
      amount_from: '0',
      ...(typeof who === 'string'
        ? { approver_type: 'user', approver_user: at(who) }
        : { approver_type: 'group', approver_group: group.toUpperCase() }),
    })
  }
}

async function made(path: string, as: string, body: object): Promise<number> {
  const answer = await call('POST', path, as, body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.response!['id'] as number
}

const naming = (substitute: string, more: object = {}) => ({
  substitute: at(substitute),
  valid_from: day(0),
  valid_to: day(7),
  ...more,
})
const name = (as: string, substitute: string, more: object = {}) =>
  made('approval-substitutes', as, naming(substitute, more))
const refused = async (as: string, body: object) => {
  const { status, body: answer } = await call('POST', 'approval-substitutes', as, body)
  return [status, answer.error?.issues?.[0]?.message ?? answer.error?.message]
}

/** An exception that waits, submitted by somebody. */
async function waiting(by = 'cy', more: object = {}): Promise<number> {
  const id = await made('incentive-override', by, {
    description: 'Other rate for the tender',
    contract_number: 'CR-1',
    override_rate: '7',
    impact: '100',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Offer of a competitor',
    ...more,
  })
  expect(await act(id, 'submit-approval', by)).toMatchObject({ done: 1 })
  return id
}

interface Told {
  done: number
  failed: { message: string }[]
}
const act = async (id: number, action: string, as: string, parameters: object = {}) =>
  (await call('POST', `incentive-override/actions/${action}`, as, { ids: [id], parameters })).body
    .response as unknown as Told
const why = async (...asked: Parameters<typeof act>) => (await act(...asked)).failed[0]?.message
const read = async (id: number) => (await call('GET', `incentive-override/${id}`, 'ada')).body.response!
const requestOf = async (id: number, as = 'ada') =>
  recordsIn(await call('GET', `workflow-requests?record_number=${id}`, as))[0]
const inbox = async (as: string) =>
  recordsIn(await call('GET', 'workflow-requests?status=open&approvers=@me&limit=500', as))
const isAsked = async (as: string, id: number) => (await inbox(as)).some((one) => one['record_number'] === id)

// What waits follows behind the answer, and with the clock of the jobs.
const eventually = (works: () => Promise<void>) => vi.waitFor(works, { timeout: 20_000, interval: 100 })

describe('naming a substitute', () => {
  test('is done by oneself and for anybody by an administrator of users; others neither see nor change it', async () => {
    const own = await name('ann', 'bob', { reason: 'Holiday' })
    const record = (await call('GET', `approval-substitutes/${own}`, 'ann')).body.response!
    expect(record).toMatchObject({ represented: at('ann'), substitute: at('bob'), status: 'in_force' })
    const other = await name('una', 'bob', { represented: at('cy'), valid_from: day(2) })
    expect((await call('GET', `approval-substitutes/${other}`, 'cy')).body.response).toMatchObject({
      status: 'planned',
    })
    const seen = async (as: string) =>
      recordsIn(await call('GET', 'approval-substitutes?status.ne=ended', as)).map((one) => one['id'])
    expect([await seen('bob'), await seen('cy'), await seen('dee')]).toEqual([
      expect.arrayContaining([own, other]),
      [other],
      [],
    ])
    expect(await refused('dee', naming('bob', { represented: at('cy') }))).toEqual([
      403,
      'A substitute is named by whoever is represented, or by an administrator of users.',
    ])
    const changed = await call('PUT', `approval-substitutes/${own}`, 'bob', { row_version: 1, valid_to: day(30) })
    expect(changed.status).toBe(403)
    expect((await call('DELETE', `approval-substitutes/${own}`, 'ann')).status).toBe(403)
    expect((await call('PUT', `approval-substitutes/${own}`, 'ann', { row_version: 1, valid_to: day(9) })).status).toBe(
      200,
    )
  })

  test('is refused in words where it could not be', async () => {
    expect(await refused('ann', naming('ann'))).toEqual([422, 'Nobody is the own substitute: name somebody else.'])
    expect(await refused('una', naming('una', { represented: at('ann') }))).toEqual([
      403,
      'Nobody makes himself the substitute of another: somebody else has to.',
    ])
    expect(await refused('ann', naming('rex'))).toEqual([
      422,
      'The role of this user has no permission to approve anything.',
    ])
    expect(await refused('ann', naming('pia', { application_type: 'Customer Rebate' }))).toEqual([
      422,
      'The application Customer Rebate is not open to this user.',
    ])
    expect((await refused('ann', { ...naming('bob'), substitute: 'zoe@there.test' }))[0]).toBe(422)
    await product.db.system((tx) =>
      tx.query(sql`update app_user set status = 'deactivated' where email = ${at('dee')}`),
    )
    expect(await refused('ann', naming('dee'))).toEqual([
      422,
      'This user is not active: only who can sign in stands in for others.',
    ])
    await product.db.system((tx) => tx.query(sql`update app_user set status = 'active' where email = ${at('dee')}`))
    expect(await refused('ann', naming('bob', { valid_from: day(-3) }))).toEqual([422, 'It begins today or later.'])
    expect(await refused('ann', naming('bob', { valid_to: day(-1) }))).toMatchObject([422, expect.any(String)])
  })

  test('spans of one person and application do not overlap; what was ended early makes room, and stays', async () => {
    const first = await name('ann', 'bob')
    const stands = `BOB stands in from ${day(0)} to ${day(7)} already: end that first.`
    expect(await refused('ann', naming('dee', { valid_from: day(7), valid_to: day(9) }))).toEqual([422, stands])
    expect(await refused('ann', naming('dee', { application_type: 'Customer Rebate' }))).toEqual([422, stands])
    await name('ann', 'dee', { valid_from: day(8), valid_to: day(9) })
    const end = (as: string) => call('POST', 'approval-substitutes/actions/end', as, { ids: [first], parameters: {} })
    expect((await end('dee')).body.response).not.toMatchObject({ done: 1 })
    expect((await end('ann')).body.response).toMatchObject({ done: 1 })
    const ended = (await call('GET', `approval-substitutes/${first}`, 'ann')).body.response!
    expect(ended).toMatchObject({ status: 'ended', valid_to: day(7), ended_at: expect.any(String) })
    const again = await call('PUT', `approval-substitutes/${first}`, 'ann', { row_version: 2, valid_to: day(6) })
    expect([again.status, again.body.error?.message]).toEqual([409, 'It has ended. Name a substitute anew.'])
    const { body } = await call('GET', `approval-substitutes/${first}/history`, 'ann')
    expect((body.response!['records'] as unknown[]).length).toBe(2)
    await name('ann', 'dee', { application_type: 'Customer Rebate', valid_to: day(2) })
    await name('ann', 'pia', { application_type: 'Pricing', valid_to: day(2) })
  })

  test('colleagues are found by everybody who chooses one', async () => {
    const { body } = await call('POST', 'dropdown-search/user', 'ann', { search: 'bo' })
    expect(recordsIn({ body })).toEqual([{ value: at('bob'), label: 'BOB' }])
  })
})

describe('a substitute', () => {
  test('is asked while the span covers today, decides as whom he stands in for, and both are kept', async () => {
    await name('ann', 'bob')
    const id = await waiting()
    expect(await requestOf(id, 'bob')).toMatchObject({
      approvers: [at('ann'), at('bob')],
      substitutes: 'BOB for ANN',
    })
    expect([await isAsked('bob', id), await isAsked('ann', id), await isAsked('dee', id)]).toEqual([true, true, false])
    const mail = (await product.mails()).findLast((one) => one.includes(`To: ${at('bob')}`))!
    expect(mail.replaceAll(/=\r?\n/g, '')).toContain('for ANN')
    expect(await why(id, 'approve', 'dee')).toBe('ANN may decide about this: ann@here.test.')
    const request = await requestOf(id, 'bob')
    const decided = await call('POST', 'workflow-status', 'bob', { id: request!['id'], approve: true, notes: 'Fine' })
    expect(decided.status).toBe(200)
    const both = { decided_by: at('bob'), decided_for: at('ann') }
    expect(await read(id)).toMatchObject({ approval_status: 'approved', ...both })
    expect(await requestOf(id, 'ann')).toMatchObject({ status: 'approved', substitutes: null, ...both })
    const decisions = recordsIn(await call('GET', `approval-decisions?record_number=${id}&decision=approve`, 'ann'))
    expect(decisions).toMatchObject([both])
    const { body } = await call('GET', `incentive-override/${id}/history`, 'ada')
    const [last] = body.response!['records'] as { changes: object }[]
    expect(last!.changes).toHaveProperty('decided_for', [null, at('ann')])
    const report = await call('POST', 'document-approval-history', 'ada', {
      document_type: 'exception',
      decided_for: at('ann'),
    })
    expect(recordsIn(report)).toMatchObject([{ decided_by: 'BOB', decided_for: 'ANN' }])
  })

  test('rejects and asks back as well, and what one decides oneself is for nobody', async () => {
    await name('ann', 'bob')
    const [rejected, asked, own] = [await waiting(), await waiting(), await waiting()]
    expect(await act(rejected, 'reject', 'bob', { note: 'Covered' })).toMatchObject({ done: 1 })
    expect(await act(asked, 'question', 'bob', { note: 'Why?' })).toMatchObject({ done: 1 })
    expect(await act(own, 'approve', 'ann')).toMatchObject({ done: 1 })
    expect([await read(rejected), await read(asked), await read(own)]).toMatchObject([
      { approval_status: 'rejected', decided_for: at('ann') },
      { approval_status: 'Issue Resolution', decided_for: at('ann') },
      { approval_status: 'approved', decided_for: null },
    ])
  })

  test('gets what waits already when the span begins, and loses it when it ends, early or by its day', async () => {
    const id = await waiting()
    const span = await name('ann', 'bob')
    await eventually(async () => expect(await isAsked('bob', id)).toBe(true))
    await call('POST', 'approval-substitutes/actions/end', 'ann', { ids: [span], parameters: {} })
    await eventually(async () => expect(await isAsked('bob', id)).toBe(false))
    expect(await why(id, 'approve', 'bob')).toBe('ANN may decide about this: ann@here.test.')

    const planned = await name('ann', 'bob', { valid_from: day(1) })
    expect([await isAsked('bob', id), await why(id, 'approve', 'bob')]).toEqual([
      false,
      'ANN may decide about this: ann@here.test.',
    ])
    const move = (from: number, to: number) =>
      product.db.system((tx) =>
        tx.query(sql`
          update approval_substitute set valid_from = ${day(from)}::date, valid_to = ${day(to)}::date where id = ${planned}`),
      )
    await move(0, 0)
    await eventually(async () => expect(await isAsked('bob', id)).toBe(true))
    await move(-2, -1)
    await eventually(async () => expect(await isAsked('bob', id)).toBe(false))
    const record = async () => (await call('GET', `approval-substitutes/${planned}`, 'ann')).body.response
    await eventually(async () => expect(await record()).toMatchObject({ status: 'ended' }))
    expect(await why(id, 'approve', 'bob')).toBe('ANN may decide about this: ann@here.test.')
  })

  test('decides neither about what he made, changed or submitted, nor about what the represented did', async () => {
    await name('ann', 'bob')
    const own = 'You changed or submitted this yourself: somebody else has to approve it.'
    const submitted = await waiting('bob')
    expect([await isAsked('bob', submitted), await why(submitted, 'approve', 'bob')]).toEqual([false, own])
    expect(await why(submitted, 'reject', 'bob', { note: 'No' })).toBe(own)

    const changedBy = async (by: string) => {
      const id = await waiting()
      await act(id, 'withdraw', 'cy')
      const { row_version } = await read(id)
      const changed = await call('PUT', `incentive-override/${id}`, by, { row_version, impact: '120' })
      expect(changed.status).toBe(200)
      await act(id, 'submit-approval', 'cy')
      return id
    }
    expect(await why(await changedBy('bob'), 'approve', 'bob')).toBe(own)
    const theirs = 'ANN changed or submitted this: nobody decides about it in the place of ANN.'
    const annsChange = await changedBy('ann')
    expect(await why(annsChange, 'approve', 'bob')).toBe(theirs)
    expect(await why(annsChange, 'reject', 'bob', { note: 'No' })).toBe(theirs)

    await approvedBy({ L1: ['ann', 'dee'] })
    const annsOwn = await waiting('ann')
    expect([await isAsked('bob', annsOwn), await isAsked('dee', annsOwn)]).toEqual([false, true])
    expect(await why(annsOwn, 'approve', 'bob')).toBe(theirs)
    await approvedBy({ L1: 'ann' })
  })

  test('passes it on to nobody: the substitute of a substitute is not asked', async () => {
    await name('ann', 'bob')
    await name('bob', 'dee')
    const id = await waiting()
    expect([await isAsked('bob', id), await isAsked('dee', id)]).toEqual([true, false])
    expect(await why(id, 'approve', 'dee')).toBe('ANN may decide about this: ann@here.test.')
  })

  test('needs the application and the permission himself, and stands in for the application that was named only', async () => {
    await name('ann', 'pia')
    const id = await waiting()
    expect([await isAsked('pia', id), (await act(id, 'approve', 'pia'))?.done ?? 0]).toEqual([false, 0])
    const royalty = await waiting('cy', { application_type: 'Royalty' })
    await product.db.system((tx) => tx.query(sql`update approval_substitute set ended_at = now()`))
    await name('ann', 'bob')
    expect(await why(royalty, 'approve', 'bob')).toBe(
      'You stand in for ANN, but the application Royalty is not open to you.',
    )
    await product.db.system((tx) => tx.query(sql`update approval_substitute set ended_at = now()`))
    await name('ann', 'bob', { application_type: 'Customer Rebate' })
    expect(await act(id, 'approve', 'bob')).toMatchObject({ done: 1 })
    expect(await why(royalty, 'approve', 'bob')).toBe('ANN may decide about this: ann@here.test.')
  })

  test('who is deactivated stands in for nobody any more', async () => {
    await name('ann', 'dee')
    const id = await waiting()
    expect(await isAsked('dee', id)).toBe(true)
    const [user] = recordsIn(await call('GET', `users?email=${at('dee')}`, 'ada'))
    const status = (to: string) => call('POST', `users/actions/${to}`, 'ada', { ids: [user!['id']], parameters: {} })
    await status('deactivate')
    await eventually(async () => expect((await requestOf(id))!['approvers']).toEqual([at('ann')]))
    await status('reactivate')
    tokens['dee'] = (await product.signIn(at('dee'))).token
  })
})

describe('approvals of several', () => {
  test('count a place once, and the same eyes once', async () => {
    await approvedBy({ L1: ['ann', 'bob', 'dee'] }, 2)
    await name('ann', 'pia', { application_type: 'Pricing' })
    await name('ann', 'cy', { application_type: 'Customer Rebate' })
    const id = await waiting('ada')
    expect(await act(id, 'approve', 'cy')).toMatchObject({ done: 1 })
    expect(await read(id)).toMatchObject({ approval_status: 'submit_approval', decided_for: at('ann') })
    const twice = 'You have approved this already. Somebody else has to as well.'
    expect([await why(id, 'approve', 'cy'), await why(id, 'approve', 'ann')]).toEqual([
      twice,
      'This was approved in your place already. Somebody else has to as well.',
    ])
    expect([await isAsked('ann', id), await isAsked('cy', id), await isAsked('bob', id)]).toEqual([false, false, true])
    expect(await act(id, 'approve', 'bob')).toMatchObject({ done: 1 })
    expect(await read(id)).toMatchObject({ approval_status: 'approved', decided_by: at('bob'), decided_for: null })
  })

  test('at two levels are not given by one person for two people', async () => {
    await approvedBy({ L1: 'ann', L2: 'bob' })
    await name('ann', 'bob')
    const id = await waiting()
    expect(await why(id, 'approve', 'bob')).toBe(
      'You have to approve this at level 2 yourself: somebody else decides in the place of ANN.',
    )
    await approvedBy({ L1: 'bob', L2: 'ann' })
    const other = await waiting()
    expect(await act(other, 'approve', 'bob')).toMatchObject({ done: 1 })
    expect([await isAsked('bob', other), await isAsked('ann', other)]).toEqual([false, true])
    expect(await why(other, 'approve', 'bob')).toBe('You have approved this already. Somebody else has to as well.')
    expect(await act(other, 'approve', 'ann')).toMatchObject({ done: 1 })
  })
})
