import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { goodPassword } from '#tests/support/session-app.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const fields = (...names: string[]) => ({ fields: names.map((name) => column(name, name)) })
const people = fields('email', 'name', 'role', 'status')
const reasons = async (id: number) =>
  recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected`)).map(({ line, reasons: found }) => [
    line,
    (found as { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`).join('; '),
  ])
const commit = async (id: number, body: object = {}) => {
  await app.post(`uploads/${id}/commit`, body)
  return app.settled(id)
}

describe('records with rules of their own are imported by those rules', () => {
  test('users are invited, have accounts, and are checked as in the form', async () => {
    const lines = [
      'email,name,role,status',
      'New@North.example,New,READER,active',
      'b@south.example,Taken elsewhere,READER,',
      'a@north.example,Ann North,ADMINISTRATOR,deactivated',
      'gone@north.example,Gone,READER,deactivated',
      'x@north.example,No role,NOBODY,',
    ]
    const before = (await app.product.mails()).length
    const { id, upload } = await app.checked(`${lines.join('\n')}\n`, people, 'UserFormats')
    expect(upload).toMatchObject({ state: 'checked', counts: { insert: 2, rejected: 3 } })
    expect(await reasons(id)).toEqual([
      [3, 'email: This address signs in to an account already.'],
      [4, 'email: You cannot deactivate yourself.'],
      [6, 'role: There is no role "NOBODY"'],
    ])
    // The check wrote nothing and told nobody.
    expect(recordsOf(await app.get('users?search=New'))).toEqual([])
    expect(await app.product.mails()).toHaveLength(before)
    expect(await commit(id, { only_valid: true })).toMatchObject({
      state: 'committed',
      result: { inserted: 2, updated: 0 },
    })
    const [made] = recordsOf(await app.get('users?name=New'))
    expect(made).toMatchObject({ email: 'new@north.example', status: 'invited' })
    await expect.poll(async () => (await app.product.mails()).length).toBe(before + 1)
    expect((await app.product.mails()).at(-1)).toContain('new@north.example')
    const accounts = await app.product.db.system((tx) =>
      tx.query(sql`select email from account where email like '%@north.example' and email ~ '^(new|gone)' order by 1`),
    )
    expect(accounts).toEqual([{ email: 'gone@north.example' }, { email: 'new@north.example' }])
  })

  test('deactivation by import ends sessions; the last administrator stays', async () => {
    const organizationId = (
      await app.product.db.system((tx) =>
        tx.query<{ organization_id: number }>(
          sql`select organization_id from app_user where email = 'a@north.example'`,
        ),
      )
    )[0]!.organization_id
    await app.product.user({
      organizationId,
      email: 'd@north.example',
      name: 'Dee',
      role: 'READER',
      password: goodPassword,
    })
    const { token } = await app.product.signIn('d@north.example')
    expect((await app.get('profile', token)).status).toBe(200)
    const { id } = await app.checked(
      'email,name,role,status\nd@north.example,Dee,READER,deactivated\n',
      people,
      'UserFormats',
    )
    expect(await commit(id)).toMatchObject({ state: 'committed', result: { updated: 1 } })
    expect((await app.get('profile', token)).status).toBe(401)
  })

  test('nobody grants more than he holds', async () => {
    await app.post('user-role', {
      code: 'CLERK',
      name: 'Clerk',
      permissions: ['administration.roles', 'administration.users'],
    })
    const organizationId = (
      await app.product.db.system((tx) =>
        tx.query<{ organization_id: number }>(
          sql`select organization_id from app_user where email = 'a@north.example'`,
        ),
      )
    )[0]!.organization_id
    await app.product.user({
      organizationId,
      email: 'c@north.example',
      name: 'Cle',
      role: 'CLERK',
      password: goodPassword,
    })
    const { token } = await app.product.signIn('c@north.example')
    const send = async (content: string, functionality: string, names: string[]) => {
      const staged = await app.send(`uploads?app-functionality=${functionality}`, content, 'file.csv', token)
      const id = Number(staged.body.response!['id'])
      await app.post(`uploads/${id}/check`, { format: fields(...names) }, token)
      await app.settled(id)
      return reasons(id)
    }
    expect(
      await send('code,name,permissions\nBOSS,Boss,"masters.write, administration.users"\n', 'UserRoleFormats', [
        'code',
        'name',
        'permissions',
      ]),
    ).toEqual([[2, expect.stringContaining('permission') as string]])
    expect(
      await send('code,name,permissions\nODD,Odd,"administration.users, nonsense.perm"\n', 'UserRoleFormats', [
        'code',
        'name',
        'permissions',
      ]),
    ).toEqual([[2, expect.stringContaining('There is no permission nonsense.perm') as string]])
    expect(
      await send('email,name,role\nz@north.example,Zed,ADMINISTRATOR\n', 'UserFormats', ['email', 'name', 'role']),
    ).toEqual([[2, expect.stringContaining('role') as string]])
  })
})

test('a running import is cancelled in the middle of a statement, and nothing of it is left', async () => {
  const functionality = 'CustomerDataUploadFormat'
  const format = fields('customer_number', 'customer_name')
  const name = (word: string) =>
    `customer_number,customer_name\n${Array.from({ length: 50 }, (_, index) => `K${index},${word}`).join('\n')}\n`
  const first = await app.checked(name('before'), format, functionality)
  await commit(first.id)
  const { id } = await app.checked(`${name('after')}K99,new\n`, format, functionality)
  // Somebody else holds one of the rows: the import waits for it in the middle of its statement.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let taken = () => {}
  const isTaken = new Promise<void>((resolve) => (taken = resolve))
  const other = app.product.db.system(async (tx) => {
    await tx.query(sql`select 1 from customer where customer_number = 'K40' for update`)
    taken()
    await held
  })
  await isTaken
  await app.post(`uploads/${id}/commit`, {})
  await expect
    .poll(() =>
      app.product.db.system((tx) =>
        tx.query(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'customer' and datname = current_database()`,
        ),
      ),
    )
    .toHaveLength(1)
  expect((await app.get(`uploads/${id}`)).body.response).toMatchObject({ state: 'committing' })
  expect(await app.post(`uploads/${id}/cancel`, {})).toMatchObject({
    status: 200,
    body: { response: { state: 'checked', message: 'Cancelled; nothing was written.', result: null } },
  })
  release()
  await other
  expect(recordsOf(await app.get('customer-data?limit=100&customer_name=after'))).toEqual([])
  expect(recordsOf(await app.get('customer-data?customer_number=K99'))).toEqual([])
  const history = await app.product.db.system((tx) => tx.query(sql`select 1 from history where upload_id = ${id}`))
  expect(history).toEqual([])
  // It can be written afterwards.
  expect(await commit(id)).toMatchObject({ state: 'committed', result: { inserted: 1, updated: 50 } })
})
