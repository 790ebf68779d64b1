import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

type Row = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let product: SessionApp
const tokens: Record<string, string> = {}

const call = (who: string, method: Method, path: string, body?: object): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token: tokens[who]!, ...(body ? { body } : {}) })
const recordsOf = ({ body }: Answer) => (body.response?.['records'] ?? []) as Row[]
const created = async (path: string, body: object, who = 'admin'): Promise<Row> => {
  const answer = await call(who, 'POST', path, body)
  expect([path, answer.status, answer.body.error?.issues]).toEqual([path, 201, undefined])
  return answer.body.response!
}
const act = async (who: string, screen: string, id: unknown, action: string, parameters: object = {}) =>
  call(who, 'POST', `${screen}/actions/${action}`, { ids: [id], parameters })
const document = async (id: unknown): Promise<Row> =>
  (await call('admin', 'GET', `document/${String(id)}`)).body.response!

beforeAll(async () => {
  product = await sessionApp()
  const apps = ['Customer Rebate'] as const
  const role = (code: string, permissions: readonly string[]) => ({
    code,
    name: code,
    permissions,
    authorizedApps: apps,
  })
  const organizationId = await product.organization({
    code: 'DOCS',
    name: 'Docs',
    roles: [
      role('ADMINISTRATOR', ['*']),
      role('WRITER', ['documents.read', 'documents.write']),
      role('LEGAL', ['documents.read', 'documents.approve']),
      role('FINANCE', ['documents.read', 'documents.approve']),
      role('NONE', []),
    ],
  })
  for (const [name, code] of [
    ['admin', 'ADMINISTRATOR'],
    ['writer', 'WRITER'],
    ['legal', 'LEGAL'],
    ['finance', 'FINANCE'],
    ['nobody', 'NONE'],
  ] as const) {
    await product.user({ organizationId, email: `${name}@docs.test`, name, role: code })
    tokens[name] = (await product.signIn(`${name}@docs.test`)).token
  }
})

afterAll(() => product?.close())

test('a document is kept, found by its application, changed and deleted', async () => {
  const one = await created(
    'document?application_type=Customer%20Rebate',
    { title: 'Terms 2026', contract: 'C-1', amount: '10' },
    'writer',
  )
  expect(one).toMatchObject({
    document_id: expect.stringMatching(/^DOC-/),
    approval_status: 'new',
    application_type: 'Customer Rebate',
  })
  await created('document', { title: 'Royalty terms', application_type: 'Royalty' })
  expect(recordsOf(await call('writer', 'GET', 'document-list?application_type=Royalty'))).toMatchObject([
    { title: 'Royalty terms' },
  ])
  const saved = await call('writer', 'PUT', `document/${String(one['id'])}`, {
    row_version: one['row_version'],
    title: 'Terms 2027',
  })
  expect([saved.status, saved.body.response]).toMatchObject([200, { title: 'Terms 2027' }])
  expect((await call('nobody', 'GET', 'document-list')).status).toBe(403)
  expect((await call('legal', 'POST', 'document', { title: 'No right' })).status).toBe(403)
  const told = (await call('writer', 'POST', 'history-data', { table_name: 'document_header', id: one['id'] })).body
    .response!
  expect((told['records'] as Row[])[0]).toMatchObject({
    operation: 'update',
    changes: { title: ['Terms 2026', 'Terms 2027'] },
  })
  expect((await call('nobody', 'POST', 'history-data', { table_name: 'document_header', id: one['id'] })).status).toBe(
    403,
  )
  expect((await call('writer', 'POST', 'history-data', { table_name: 'nothing', id: 1 })).status).toBe(404)
  expect((await call('writer', 'DELETE', `document/${String(one['id'])}`)).status).toBe(200)
  expect((await call('writer', 'GET', `document/${String(one['id'])}`)).status).toBe(404)
})

test('the workflow that is assigned says who approves a document, step by step and by its amount', async () => {
  const step = (level: number, approver_role: string, amount_from = '0') => ({
    level,
    approver_type: 'role',
    approver_role,
    amount_from,
  })
  const workflow = await created('approval-workflow', {
    workflow_name: 'Legal then finance',
    functionality: 'document',
    steps: [step(1, 'LEGAL'), step(2, 'FINANCE', '1000')],
  })
  await created('approval-workflow', {
    workflow_name: 'Exceptions',
    functionality: 'exception',
    steps: [step(1, 'LEGAL')],
  })
  const assignment = await created('workflow-assignment', {
    assignment_code: 'DOCS',
    workflow: 'Legal then finance',
  })
  expect(assignment).toMatchObject({ functionality: 'document' })
  const small = await created('document', { title: 'Small', amount: '999', currency: 'EUR' }, 'writer')
  const large = await created('document', { title: 'Large', amount: '1000', currency: 'EUR' }, 'writer')
  for (const { id } of [small, large])
    expect((await act('writer', 'document', id, 'submit-approval')).body.response).toMatchObject({ done: 1 })
  expect(await document(large['id'])).toMatchObject({ approval_status: 'submit_approval', waiting_for: 'LEGAL' })
  const pending = recordsOf(await call('writer', 'GET', 'approval-workflow/status-desc?pending=true'))
  expect(pending).toEqual([{ status: 'submit_approval', description: 'Submitted for approval', count: 2 }])
  expect(recordsOf(await call('writer', 'GET', 'approval-workflow/status-desc')).length).toBe(6)
  // Finance is not asked yet.
  expect((await act('finance', 'document', large['id'], 'approve')).body.response).toMatchObject({ done: 0 })
  for (const { id } of [small, large])
    expect((await act('legal', 'document', id, 'approve')).body.response).toMatchObject({ done: 1 })
  expect(await document(small['id'])).toMatchObject({ approval_status: 'approved' })
  expect(await document(large['id'])).toMatchObject({ approval_status: 'submit_approval', waiting_for: 'FINANCE' })
  expect((await act('finance', 'document', large['id'], 'approve')).body.response).toMatchObject({ done: 1 })
  expect(await document(large['id'])).toMatchObject({ approval_status: 'approved' })
  const found = (await call('writer', 'POST', 'documents-search', { words: 'larg', approval_status: 'approved' })).body
    .response!
  expect(found['records']).toMatchObject([{ title: 'Large', amount: '1000.0000', days_in_status: 0 }])
  const searched = await call('writer', 'POST', 'master-data-search?table_name=document_header&status_duration=true', {
    filters: { title: 'Large' },
  })
  expect(recordsOf(searched)).toMatchObject([{ title: 'Large', approval_status: 'approved' }])

  // Without the assignment the limits decide again, and there are none.
  await call('admin', 'PUT', `workflow-assignment/${String(assignment['id'])}`, { row_version: 1, status: 'inactive' })
  expect(
    recordsOf(await call('admin', 'GET', 'approval-level?document_type=document&amount=5000&currency=EUR')),
  ).toEqual([])
  const used = await call('admin', 'DELETE', `approval-workflow/${String(workflow['id'])}`)
  expect(used.status).toBe(409)
  expect((await call('admin', 'DELETE', `workflow-assignment/${String(assignment['id'])}`)).status).toBe(200)
})

test('workflows are named, changed and deleted together', async () => {
  const names = recordsOf(await call('writer', 'GET', 'approval-workflow/distinct-name?functionality=document'))
  expect(names.map((one) => one['workflow_name'])).toEqual(['Legal then finance'])
  const distinct = recordsOf(await call('writer', 'GET', 'approval-workflow/distinct?field=functionality'))
  expect(distinct.map((one) => one['value']).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    'document',
    'exception',
  ])
  const all = recordsOf(await call('writer', 'GET', 'approval-workflow?sort=workflow_name'))
  const changed = await call('admin', 'PUT', 'approval-workflow', {
    id: all[0]!['id'],
    row_version: 1,
    description: 'For exceptions',
  })
  expect([changed.status, changed.body.response]).toMatchObject([200, { description: 'For exceptions' }])
  expect((await call('writer', 'DELETE', 'approval-workflow?functionality=exception')).status).toBe(403)
  const gone = await call('admin', 'DELETE', 'approval-workflow?functionality.in=document,exception')
  expect(gone.body.response).toMatchObject({ deleted: 2 })
  expect((await call('admin', 'GET', `workflow-assignment/1`)).status).toBe(404)
})
