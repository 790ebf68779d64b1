import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, rule, tier, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp
type Row = Record<string, unknown>
interface Told {
  readonly update: Row & { readonly id: number }
  readonly records: readonly Row[]
}

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const read = async (path: string): Promise<Row> => (await call('GET', path)).body.response!
const one = async (path: string): Promise<Row> => ((await read(path))['records'] as Row[])[0]!

async function lookup(body: object): Promise<Told> {
  const answer = await call('POST', 'contracts/mass-update/lookup', body)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.response as unknown as Told
}
const run = async (id: number): Promise<Told> =>
  (await call('POST', 'contracts/mass-update/action', { id })).body.response as unknown as Told
const fates = ({ records }: Told) => records.map((line) => [line['contract_number'], line['outcome']])

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('MU')
  await it.agree('MU-1', 'MU', { rules: [rule({ tier_mode: 'retro' })], tiers: [tier('0', null, '2')] })
  await it.agree('MU-2', 'MU', { rules: [rule({ rate: '1' })] })
  await it.create('contracts', it.contract('MU-3', 'MU', { rules: [rule({ rate: '4' })] }))
})
afterAll(() => it.s.close())

test('tells old and new per contract, changes drafts themselves and approved ones by request, and takes both back', async () => {
  const told = await lookup({
    description: 'Half a point more',
    action: 'rate',
    rate_change: '0.5',
    rate_change_as: 'points',
    partner_number: 'MU',
  })
  expect(told.update).toMatchObject({ status: 'previewed', matched: 3, changes: 3, conflicts: 0 })
  expect(told.records.map((line) => line['state_after'])).toEqual([
    'Change request: Tiers 1, 0: Rate: 2 → 2.5',
    'Change request: Rules 1: Rate: 1 → 1.5',
    'Rules 1: Rate: 4 → 4.5',
  ])
  expect(await one('contracts?contract_number=MU-3')).toMatchObject({ rules: [{ rate: '4' }] })

  const done = await run(told.update.id)
  expect(done.update).toMatchObject({ status: 'done', done: 3, failed: 0 })
  expect(await one('contracts?contract_number=MU-3')).toMatchObject({ rules: [{ rate: '4.5' }] })
  const contract = await one('contracts?contract_number=MU-1')
  expect(contract).toMatchObject({ tiers: [{ rate: '2' }], open_change: expect.stringMatching(/^CR-/) })
  expect(await one(`contracts/update-request?request_number=${String(contract['open_change'])}`)).toMatchObject({
    reason: 'Half a point more',
    tiers: [{ rate: '2.5' }],
    change_count: 1,
  })

  const back = await call('POST', 'contract-mass-update/actions/take-back', { ids: [told.update.id] })
  expect(back.body.response).toMatchObject({ done: 1 })
  expect(await read(`contract-mass-update/${told.update.id}`)).toMatchObject({ status: 'undone', kept: 0 })
  expect(await one('contracts?contract_number=MU-3')).toMatchObject({ rules: [{ rate: '4' }] })
  expect(await one('contracts?contract_number=MU-1')).toMatchObject({ open_change: null })
})

test('leaves alone what was changed since the preview, and what cannot be changed, each with its reason', async () => {
  const told = await lookup({
    description: 'Longer',
    action: 'validity',
    new_valid_to: '2027-06-30',
    partner_number: 'MU',
    valid_on: '2026-06-01',
  })
  expect(fates(told)).toEqual([
    ['MU-1', 'planned'],
    ['MU-2', 'planned'],
    ['MU-3', 'planned'],
  ])
  await call('POST', 'contracts/update-request', {
    contract_number: 'MU-1',
    reason: 'Somebody was faster',
    contract_header: 'New',
  })
  const done = await run(told.update.id)
  expect(fates(done)).toEqual([
    ['MU-1', 'failed'],
    ['MU-2', 'done'],
    ['MU-3', 'done'],
  ])
  expect(done.records[0]).toMatchObject({ message: 'The contract was changed since the preview' })
  const again = await lookup({
    description: 'Longer still',
    action: 'validity',
    new_valid_to: '2028-06-30',
    partner_number: 'MU',
  })
  expect(again.records[0]).toMatchObject({
    outcome: 'conflict',
    message: expect.stringContaining('is being changed by CR-'),
  })
  const draft = await one('contracts?contract_number=MU-3')
  await call('PUT', `contracts/${String(draft['id'])}`, { row_version: draft['row_version'], notes: 'Edited later' })
  const undo = async () =>
    (await call('POST', 'contract-mass-update/actions/take-back', { ids: [told.update.id] })).body.response
  expect(await undo()).toMatchObject({
    done: 0,
    skipped: [{ reason: '1 of 2 taken back; 1 kept: It was changed since' }],
  })
  expect(await read(`contract-mass-update/${told.update.id}`)).toMatchObject({ kept: 1, status: 'done' })
  expect(await one('contracts?contract_number=MU-3')).toMatchObject({ valid_to: '2027-06-30' })
  // What stayed can be tried again, and is told again.
  expect(await undo()).toMatchObject({
    done: 0,
    skipped: [{ reason: '0 of 1 taken back; 1 kept: It was changed since' }],
  })
})

test('status and responsible of approved contracts change at once; a choice that finds nothing is kept by nobody', async () => {
  const told = await lookup({
    description: 'Over',
    action: 'status',
    new_status: 'Terminated',
    contracts: ['MU-2'],
    contract_status: 'Active',
  })
  expect(await run(told.update.id)).toMatchObject({
    update: { done: 1 },
    records: [{ state_after: 'Status: Active → Terminated' }],
  })
  expect(await one('contracts?contract_number=MU-2')).toMatchObject({
    contract_status: 'Terminated',
    approval_status: 'approved',
  })
  const nothing = await call('POST', 'contracts/mass-update/lookup', {
    description: 'None',
    action: 'status',
    new_status: 'Active',
    partner_number: 'NOBODY',
  })
  expect([nothing.status, nothing.body.message]).toEqual([409, 'No contract fits what was chosen. Loosen the choice.'])
  expect((await read('contract-mass-update?description=None'))['total_record']).toBe(0)
  expect(
    (
      await call(
        'POST',
        'contracts/mass-update/lookup',
        { description: 'No', action: 'status', new_status: 'Active' },
        it.reader,
      )
    ).status,
  ).toBe(403)
})
