import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { recordsIn } from '#tests/support/rebate-app.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
const tokens: Record<string, string> = {}
let document: number
let request: number

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, as: string, body?: object) =>
  product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

const apps = ['Customer Rebate'] as const
const role = (code: string, permissions: readonly string[]) => ({ code, name: code, permissions, authorizedApps: apps })
const people = { ada: 'ADMINISTRATOR', ben: 'WRITER', sue: 'SIGNER', aud: 'AUDITOR', cleo: 'CLERK' }

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({
    code: 'HERE',
    name: 'Here',
    roles: [
      role('ADMINISTRATOR', ['*']),
      role('WRITER', ['documents.read', 'documents.write']),
      role('SIGNER', ['documents.read', 'documents.approve']),
      role('AUDITOR', ['documents.read']),
      role('CLERK', ['masters.read', 'masters.write', 'results.read']),
    ],
  })
  for (const [name, code] of Object.entries(people)) {
    await product.user({ organizationId, email: `${name}@here.test`, name, role: code })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
  const limit = await call('POST', 'workflow-setup', 'ada', {
    limit_code: 'D1',
    document_type: 'document',
    currency: 'EUR',
    amount_from: '0',
    approver_type: 'user',
    approver_user: 'sue@here.test',
  })
  if (limit.status !== 201) throw new Error(JSON.stringify(limit.body))
  const made = await call('POST', 'document', 'ben', { title: 'Settlement', amount: '98765.43', currency: 'EUR' })
  document = made.body.response!['id'] as number
  await call('POST', 'document/actions/submit-approval', 'ben', { ids: [document], parameters: {} })
  const [open] = recordsIn(await call('GET', 'workflow-requests?status=open', 'ada'))
  request = open!['id'] as number
})

afterAll(() => product.close())

const seen = async (as: string, path: string) => recordsIn(await call('GET', path, as)).length
const textOf = async (as: string, path: string) => {
  const answer = await product.app.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${tokens[as]!}` } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}
const hasAmount = (text: string) => /98765\.43/.test(text)

/** Everything by which a request or a decision about it could be read. */
async function shown(as: string): Promise<Record<string, boolean>> {
  const post = async (path: string, body: object) => recordsIn(await call('POST', path, as, body)).length > 0
  const grouped = await call('GET', 'workflow-requests?group=document_type', as)
  const one = await call('GET', `workflow-requests/${request}`, as)
  const history = await call('GET', `workflow-requests/${request}/history`, as)
  const noted = await call('POST', 'history-data', as, { table_name: 'workflow_request', id: request })
  return {
    list: (await seen(as, 'workflow-requests')) > 0,
    alias: (await seen(as, 'get-workflow_requests')) > 0,
    whole: hasAmount(await textOf(as, 'workflow-requests?limit=0')),
    search: await post('workflow-requests/search', { search: 'Settlement' }),
    distinct: (await seen(as, 'workflow-requests/distinct?field=amount')) > 0,
    groups: recordsInGroups(grouped) > 0,
    one: one.status === 200,
    history: history.status === 200,
    noted: noted.status === 200,
    export: hasAmount(await textOf(as, 'workflow-requests/export?format=csv&columns=document,amount')),
    decisions: (await seen(as, 'approval-decisions')) > 0,
    decided: hasAmount(await textOf(as, 'approval-decisions/export?format=csv&columns=document,amount')),
  }
}
const recordsInGroups = ({ body }: { body: { response?: Record<string, unknown> } }) =>
  ((body.response?.['groups'] ?? body.response?.['records'] ?? []) as unknown[]).length

const everywhere = (is: boolean) => ({
  list: is,
  alias: is,
  whole: is,
  search: is,
  distinct: is,
  groups: is,
  one: is,
  history: is,
  noted: is,
  export: is,
})

describe('a request of approval', () => {
  test('is read by who asked, who was asked, an administrator and who may read the document', async () => {
    for (const name of ['ben', 'sue', 'ada', 'aud'])
      expect([name, await shown(name)]).toEqual([name, { ...everywhere(true), decisions: true, decided: true }])
  })

  test('calls its people by name, to those as well who may not open users', async () => {
    expect((await call('GET', 'users', 'aud')).status).toBe(403)
    const list = await call('GET', 'workflow-requests?columns=document,submitted_by', 'aud')
    const one = await call('GET', `workflow-requests/${request}`, 'aud')
    for (const { body } of [list, one])
      expect(body.response!['labels']).toMatchObject({ submitted_by: { 'ben@here.test': 'ben' } })
    expect(one.body.response!['labels']).toMatchObject({ approvers: { 'sue@here.test': 'sue' } })
  })

  test('does not exist for anybody else, wherever it is looked for', async () => {
    expect(await shown('cleo')).toEqual({ ...everywhere(false), decisions: false, decided: false })
    expect((await call('GET', `workflow-requests/${request}`, 'cleo')).body.error?.code).toBe('NOT_FOUND')
    const home = await call('GET', 'home', 'cleo')
    expect(JSON.stringify(home.body)).not.toContain('workflow-request')
    const decided = await call('POST', 'workflow-status', 'cleo', { id: request, approve: true })
    expect([decided.status, decided.body.message]).toEqual([409, 'This record is not there any more.'])
  })

  test('stays with those it concerns when they may not read the documents any more, and with nobody beside them', async () => {
    await product.db.system((tx) =>
      tx.query(
        sql`update app_user set role = 'CLERK' where email in ('ben@here.test', 'sue@here.test', 'aud@here.test')`,
      ),
    )
    product.later(10)
    for (const name of ['ben', 'sue']) expect([name, await shown(name)]).toMatchObject([name, everywhere(true)])
    expect(await shown('aud')).toEqual({ ...everywhere(false), decisions: false, decided: false })
    // Whoever was asked once still finds it when it is decided; decisions are seen by those who made them.
    await product.db.system((tx) => tx.query(sql`update app_user set role = 'SIGNER' where email = 'sue@here.test'`))
    product.later(10)
    expect((await call('POST', 'workflow-status', 'sue', { id: request, approve: true })).status).toBe(200)
    await product.db.system((tx) => tx.query(sql`update app_user set role = 'CLERK' where email = 'sue@here.test'`))
    product.later(10)
    expect(await shown('sue')).toMatchObject({ ...everywhere(true), decisions: true, decided: true })
    const mine = recordsIn(await call('GET', 'approval-decisions', 'sue'))
    expect(mine.map((one) => one['decision'])).toEqual(['approve'])
  })
})

test('the report of decisions shows what its reader may see', async () => {
  const report = async (as: string) =>
    recordsIn(
      await call('POST', 'document-approval-history', as, { document_type: 'document', decided_from: '2020-01-01' }),
    ).map((one) => one['decision'])
  expect((await report('ada')).length).toBe(2)
  expect(await report('sue')).toEqual(['approve'])
  expect(await report('cleo')).toEqual([])
})
