import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'

let it: ClaimsApp

beforeAll(async () => {
  it = await claimsApp()
  await it.claim('RK', {})
})
afterAll(() => it?.s.close())

const dispute = (subject: string) => ({
  subject,
  claim_number: 'RK',
  disputed_amount: '1',
  argument: 'List price of March',
})
const batch = (body: object, token = it.analyst) => it.s.call('POST', '/api/claim-disputes/batch', { token, body })
const numbers = async (subject: string) =>
  (await it.listed(`claim-disputes?subject=${subject}&sort=dispute_number`)).map((row) => row['dispute_number'])
const made = (answer: Awaited<ReturnType<typeof batch>>) =>
  (answer.body.response!['create'] as { status: string; record?: Record<string, unknown>; code?: string }[]).map(
    ({ status, record, code }) => record?.['dispute_number'] ?? code ?? status,
  )

test('a batch that is sent again makes nothing twice, also at the same time and in other pieces', async () => {
  const keys = ['first-key-1', 'first-key-2', 'first-key-3']
  const create = keys.map(() => dispute('Again'))
  const answers = await Promise.all([1, 2, 3].map(() => batch({ create, create_keys: keys })))
  const all = await numbers('Again')
  expect(all).toHaveLength(3)
  for (const answer of answers) expect(made(answer)).toEqual(all)
  const part = await batch({
    create: [create[1], dispute('Again')],
    create_keys: [keys[1], 'first-key-4'],
  })
  expect(made(part)[0]).toBe(all[1])
  expect(await numbers('Again')).toHaveLength(4)
})

test('other values under a key, and a record that is gone since, are told', async () => {
  const create_keys = ['second-key']
  const [first] = made(await batch({ create: [dispute('Other')], create_keys }))
  const other = await batch({ create: [{ ...dispute('Other'), disputed_amount: '2' }], create_keys })
  expect(other.body.response!['create']).toMatchObject([
    { status: 'failed', code: 'WRONG_STATE', message: expect.stringContaining('was saved already') },
  ])
  expect(await numbers('Other')).toEqual([first])
  // What somebody else makes up is another key.
  expect(made(await batch({ create: [dispute('Other')], create_keys }, it.approver))).not.toEqual([first])
  const [row] = await it.listed(`claim-disputes?dispute_number=${String(first)}`)
  await it.s.call('DELETE', `/api/claim-disputes/${String(row!['id'])}`, { token: it.analyst })
  expect(made(await batch({ create: [dispute('Other')], create_keys }))).toEqual(['NOT_FOUND'])
})

test('what was refused, or only looked at, can be sent again under its key', async () => {
  const create_keys = ['third-key']
  expect(made(await batch({ create: [dispute('Later')], create_keys, dry_run: true }))).toHaveLength(1)
  expect(await numbers('Later')).toEqual([])
  const refused = await batch({ create: [{ ...dispute('Later'), claim_number: 'NOBODY' }], create_keys })
  expect(refused.body.response).toMatchObject({ created: 0, failed: 1 })
  expect(await batch({ create: [dispute('Later')], create_keys })).toMatchObject({
    body: { response: { created: 1 } },
  })
  expect((await batch({ create: [dispute('Later')], create_keys: ['a-key-more', 'than-records'] })).status).toBe(422)
})

test('a single record is made once as well', async () => {
  const send = (subject: string) => it.create('claim-disputes?request_key=fourth-key', dispute(subject))
  const [first, second] = [await send('Single'), await send('Single')]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.response!['dispute_number']).toBe(first.body.response!['dispute_number'])
  expect((await send('Changed')).status).toBe(409)
  expect((await it.create('claim-disputes?request_key=short', dispute('Short'))).status).toBe(422)
})
