import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueRun } from '#server/engine/jobs/run-record.ts'
import { sql } from '#server/store/sql.ts'
import { rebateApp, recordsIn, rule, type RebateApp } from '#tests/support/rebate-app.ts'

// What the job that renews contracts does with those that end: tells of them, prolongs them, or sets them to Expired.
let it: RebateApp
let admin: string
type Row = Record<string, unknown>

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, token = admin) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const contractOf = async (number: string): Promise<Row> => (await it.listed(`contracts?contract_number=${number}`))[0]!
const versionsOf = async (number: string) => it.listed(`contract-versions?contract_number=${number}&sort=version`)

beforeAll(async () => {
  it = await rebateApp()
  admin = await it.admin()
})
afterAll(() => it?.s.close())

let jobs = 0
/** Runs the job once to its end; answers its last run. */
async function renewed(notice: number): Promise<Row> {
  jobs += 1
  const code = `ENDS-${jobs}`
  const made = await call('POST', 'batch-job-definition', {
    code,
    name: 'Contracts that end',
    job_type: 'contract_renewal',
    notice_days: notice,
    retries: 0,
  })
  expect([made.status, made.body.error]).toEqual([201, undefined])
  await call('POST', 'batch-job-definition/actions/run-now', { ids: [made.body.response!['id']] })
  const runs = async () => recordsIn(await call('GET', `batch-job-status?job=${code}`))
  const isOver = async () => !['waiting', 'running', undefined].includes((await runs())[0]?.['status'] as string)
  await expect.poll(isOver, { timeout: 20_000, interval: 100 }).toBe(true)
  return (await runs())[0]!
}
const toldBy = async (run: Row) =>
  recordsIn(await call('GET', `message-log?batch_job_id=${String(run['number'])}&sort=at&limit=100`)).map(
    ({ message }) => message,
  )

test('prolongs, tells and expires what ends, each once, and leaves everything else alone', async () => {
  await it.customer('K1')
  const ending = { valid_from: day(-300), valid_to: day(20), rules: [rule({ rate: '1' })] }
  const dated = {
    group_no: 1,
    attribute: 'material.material_number',
    value: 'M1',
    valid_from: day(-10),
    valid_to: day(20),
  }
  await it.agree('R-AUTO', 'K1', { ...ending, renewal: 'automatic', eligibility: [dated] })
  await it.agree('R-ASK', 'K1', { ...ending, renewal: 'ask', responsible: 'bea@northgate.example' })
  await it.agree('R-NONE', 'K1', { ...ending, renewal: 'none' })
  await it.agree('R-LATER', 'K1', { ...ending, valid_to: day(60), renewal: 'automatic' })
  await it.agree('R-OVER', 'K1', { ...ending, valid_to: day(-1), renewal: 'none' })
  await it.agree('R-LOST', 'K1', { ...ending, valid_to: day(-1), renewal: 'automatic' })
  await it.agree('R-STOP', 'K1', { ...ending, contract_status: 'Terminated', renewal: 'automatic' })
  await it.agree('R-OPEN', 'K1', { ...ending, renewal: 'automatic' })
  await call('POST', 'contracts/update-request', { contract_number: 'R-OPEN', reason: 'Talks' }, it.analyst)
  await call(
    'POST',
    'contracts?force=true',
    it.contract('R-DRAFT', 'K1', { ...ending, contract_status: 'Draft', renewal: 'automatic' }),
    it.analyst,
  )

  const run = await renewed(30)
  expect(run).toMatchObject({
    status: 'complete',
    message: expect.stringContaining('1 prolonged, 1 told of, 2 expired, 1 left.'),
  })
  // 321 days on 321 days.
  const prolonged = await contractOf('R-AUTO')
  expect(prolonged).toMatchObject({
    valid_to: day(341),
    term_from: day(21),
    version: 2,
    approval_status: 'approved',
    contract_status: 'Active',
  })
  expect(prolonged['eligibility']).toMatchObject([{ valid_from: day(-10), valid_to: day(341) }])
  expect(
    (await versionsOf('R-AUTO')).map((one) => [one['version'], one['valid_to'], one['reason'], one['is_current']]),
  ).toEqual([
    [1, day(20), 'First version', false],
    [2, day(341), `Goes on until ${day(341)}`, true],
  ])
  const history = (await call('GET', `contracts/${String(prolonged['id'])}/history`)).body.response!
  expect(JSON.stringify(history)).toContain(day(341))
  expect(await contractOf('R-ASK')).toMatchObject({
    valid_to: day(20),
    renewal_asked: day(0),
    contract_status: 'Active',
  })
  const states = ['R-NONE', 'R-LATER', 'R-OVER', 'R-LOST', 'R-STOP', 'R-OPEN', 'R-DRAFT']
  const found: unknown[] = []
  for (const number of states) {
    const { contract_status: status, valid_to: end, version } = await contractOf(number)
    found.push([number, status, end, version])
  }
  expect(found).toEqual([
    ['R-NONE', 'Active', day(20), 1],
    ['R-LATER', 'Active', day(60), 1],
    ['R-OVER', 'Expired', day(-1), 1],
    ['R-LOST', 'Expired', day(-1), 1],
    ['R-STOP', 'Terminated', day(20), 1],
    ['R-OPEN', 'Active', day(20), 1],
    ['R-DRAFT', 'Draft', day(20), null],
  ])
  expect(await toldBy(run)).toEqual(
    expect.arrayContaining([
      `R-ASK ends on ${day(20)}. bea@northgate.example was told.`,
      `R-AUTO ended on ${day(20)} and goes on until ${day(341)}, as version 2.`,
      expect.stringMatching(/^R-OPEN ends on .* stays as it is: .* is not decided yet\.$/),
    ]),
  )
  // Whoever is responsible finds it on the home page; others do not.
  const waiting = async (token: string) =>
    ((await call('GET', 'home', undefined, token)).body.response as { attention: Row[] }).attention
      .filter((one) => one['view'] === 'Renewal to decide')
      .map((one) => one['count'])
  expect([await waiting(it.approver), await waiting(it.analyst)]).toEqual([[1], []])

  expect(await renewed(30)).toMatchObject({
    message: expect.stringContaining('0 prolonged, 0 told of, 0 expired, 1 left.'),
  })
  // However long before: a term that was not begun yet is not followed by another one.
  expect(await renewed(365)).toMatchObject({
    message: expect.stringContaining('1 prolonged, 0 told of, 0 expired, 1 left.'),
  })
  expect((await contractOf('R-AUTO'))['version']).toBe(2)
  expect((await contractOf('R-LATER'))['version']).toBe(2)
})

test('a contract whose end was moved since is told of anew', async () => {
  const asked = await contractOf('R-ASK')
  const change = await call(
    'POST',
    'contracts/update-request',
    { contract_number: 'R-ASK', reason: 'Longer', valid_to: day(25) },
    it.analyst,
  )
  const ids = { update_contract_ids: [change.body.response!['id']] }
  const decide = (approval_status: string, token: string) =>
    call('POST', 'approval-request/bulk-approval/contract', { ...ids, approval_status }, token)
  await decide('submit_approval', it.analyst)
  expect((await decide('approved', it.approver)).status).toBe(200)
  expect([asked['renewal_asked'], (await contractOf('R-ASK'))['renewal_asked']]).toEqual([day(0), null])
  await renewed(30)
  expect(await contractOf('R-ASK')).toMatchObject({ valid_to: day(25), renewal_asked: day(0) })
})

test('in the name of somebody who may not change contracts it fails', async () => {
  const [user] = await it.s.db.system((tx) =>
    tx.query<{ id: number }>(sql`select id from app_user where email = 'rea@northgate.example'`),
  )
  const run = await it.s.db.system((tx) =>
    enqueueRun(tx, {
      organizationId: it.organizationId,
      userId: user!.id,
      job: null,
      name: 'Of a reader',
      jobType: 'contract_renewal',
      appType: null,
      body: { notice_days: 365 },
      startedBy: 'Test',
      maxAttempts: 1,
      retrySeconds: 1,
    }),
  )
  const runs = async () => recordsIn(await call('GET', `batch-job-status?number=${run}`))
  await expect.poll(async () => (await runs())[0]?.['status'], { timeout: 20_000, interval: 100 }).toBe('failed')
})

test('a copy moves the days of its eligibility along, and is refused where nothing would be eligible', async () => {
  await it.customer('K2')
  const rows = [
    ['M1', '2026-01-01', '2026-03-31'],
    ['M2', '2026-10-01', '2026-12-31'],
    ['M3', null, null],
  ].map(([value, valid_from, valid_to], at) => ({
    group_no: at + 1,
    attribute: 'material.material_number',
    value,
    valid_from,
    valid_to,
  }))
  const id = await it.agree('C-DAYS', 'K2', { rules: [rule({ rate: '1' })], eligibility: rows })
  const clone = (contract_number: string, from: string, to: string, of = id) =>
    call('POST', 'contracts/clone', { id: of, contract_number, valid_from: from, valid_to: to }, it.analyst)
  const days = ({ body }: Awaited<ReturnType<typeof clone>>) =>
    (body.response!['eligibility'] as Row[]).map((row) => [
      row['value'],
      row['valid_from'] ?? null,
      row['valid_to'] ?? null,
    ])
  expect(days(await clone('C-NEXT', '2027-01-01', '2027-12-31'))).toEqual([
    ['M1', '2027-01-01', '2027-03-31'],
    ['M2', '2027-10-01', '2027-12-31'],
    ['M3', null, null],
  ])
  const only = await it.agree('C-LAST', 'K2', { rules: [rule({ rate: '1' })], eligibility: [rows[1]] })
  const refused = await clone('C-HALF', '2027-01-01', '2027-06-30', only)
  expect([refused.status, refused.body.error?.issues?.[0]]).toEqual([
    422,
    expect.objectContaining({ path: ['valid_to'], message: expect.stringContaining('Nothing would be eligible') }),
  ])
})
