import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parseUrl, withDatabase, withUser } from '#server/store/database-url.ts'
import { type Database, openDatabase } from '#server/store/database.ts'
import { checkExternal } from '#server/store/external.ts'
import { demandHarmless, prepareApplicationLogin, readerRole } from '#server/store/login-roles.ts'
import { createReader } from '#server/store/reader.ts'
import { checkerRole } from '#server/store/reader-views.ts'
import { migrate } from '#server/store/migrate.ts'
import { sql } from '#server/store/sql.ts'

// A PostgreSQL of the customer, whose user owns the database and is no superuser.
const name = `plain_${randomBytes(4).toString('hex')}`
let admin: pg.Client
let url: string
let db: Database

beforeAll(async () => {
  const server = inject('databaseUrl')
  admin = new pg.Client({ connectionString: withDatabase(server, 'postgres') })
  await admin.connect()
  await admin.query(`create role ${name} login nosuperuser password 'plain'`)
  await admin.query(`create database ${name} owner ${name} encoding 'UTF8'`)
  const address = parseUrl(withDatabase(server, name))
  address.username = name
  address.password = 'plain'
  url = address.href
  db = openDatabase(url, { max: 2 })
})

afterAll(async () => {
  await db.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${name}`)
  await admin.end()
})

describe('a database whose user is no superuser', () => {
  it('is reached', async () => {
    await expect(checkExternal(url)).resolves.toBeUndefined()
  })

  it('is refused in words while the user may not take the role of the application', async () => {
    await expect(migrate(db)).rejects.toThrow(/GRANT tierline_app TO/)
  })

  it('is prepared once an administrator has granted the role', async () => {
    await admin.query(`grant tierline_app to ${name} with inherit true, set true`)
    expect(await migrate(db)).toContain('001-base.sql')
  })

  it('keeps organisations apart and lets the owner past', async () => {
    const put = (organizationId: number) =>
      db.tenant({ organizationId, userId: 1 }, (tx) =>
        tx.query(sql`
          insert into record_lock (organization_id, screen, record_id, user_id, expires_at)
          values (${organizationId}, 'customer', 1, 1, now())`),
      )
    await put(1)
    await put(2)
    const count = sql`select count(*) as locks from record_lock`
    expect(await db.tenant({ organizationId: 1, userId: 1 }, (tx) => tx.query(count))).toEqual([{ locks: 1 }])
    expect(await db.system((tx) => tx.query(count))).toEqual([{ locks: 2 }])
  })
})

describe('the login role of requests', () => {
  const key = new TextEncoder().encode('the key of this test')

  it('is refused in words to a user who may not create roles, and requests go on under the role of the application', async () => {
    const reasons: string[] = []
    expect(await prepareApplicationLogin(db, url, key, (reason) => reasons.push(reason))).toBeUndefined()
    expect(reasons).toEqual([expect.stringMatching(/connect as the owner.*permission denied.*DATABASE_APP_URL/s)])
    const who = await db.tenant({ organizationId: 1, userId: 1 }, (tx) =>
      tx.query(sql`select current_user::text as who`),
    )
    expect(who).toEqual([{ who: 'tierline_app' }])
  })

  it('may be made by an administrator; one that is too strong is refused', async () => {
    const login = `${name}_login`
    await admin.query(`create role ${login} login password 'given'`)
    const address = withUser(url, login, 'given')
    await expect(demandHarmless(address)).rejects.toThrow(/lacks the rights of tierline_app/)
    await admin.query(`grant tierline_app to ${login} with inherit true, set false`)
    await expect(demandHarmless(address)).resolves.toBeUndefined()
    await admin.query(`grant ${name} to ${login}`)
    await expect(demandHarmless(address)).rejects.toThrow(new RegExp(`may become ${name}`))
    await admin.query(`revoke ${name} from ${login}`)
    await admin.query(`alter role ${login} createdb`)
    await expect(demandHarmless(address)).rejects.toThrow(/no attribute but LOGIN/)
    await admin.query(`drop role ${login}`)
  })

  it('is made by a user who may create roles, signs in, and keeps organisations apart', async () => {
    await admin.query(`alter role ${name} createrole`)
    await admin.query(`grant tierline_app to ${name} with admin true, inherit true, set true`)
    const made = await prepareApplicationLogin(db, url, key, (reason) => {
      throw new Error(reason)
    })
    expect(made).toMatch(/tierline_app_\d+:/)
    // A second process of the same installation finds it there.
    expect(await prepareApplicationLogin(db, url, key, () => {})).toBe(made)
    const apart = openDatabase(url, { applicationUrl: made!, max: 1 })
    const seen = await apart.tenant({ organizationId: 1, userId: 1 }, (tx) =>
      tx.query(sql`select session_user::text as who, (select count(*) from record_lock) as locks`),
    )
    expect(seen).toEqual([{ who: parseUrl(made!).username, locks: 1 }])
    await expect(
      apart.tenant({ organizationId: 1, userId: 1 }, (tx) => tx.client.query(`set local role ${name}`)),
    ).rejects.toThrow(/permission denied/)
    await apart.close()
    await admin.query(`drop role ${parseUrl(made!).username}`)
  })

  it('runs statements of users once it may make their roles, and says what is missing until then', async () => {
    for (const group of [readerRole, checkerRole])
      await admin.query(
        `do $$ begin if to_regrole('${group}') is null then create role ${group} nologin; end if; exception when duplicate_object or unique_violation then null; end $$`,
      )
    const key = new TextEncoder().encode('a key')
    const locks = [{ name: 'locks', table: 'record_lock', columns: [{ name: 'screen', sql: 't.screen' }] }]
    const read = () =>
      createReader(db, url, key).read({ organizationId: 1, userId: 1 }, locks, async (client) => {
        return (await client.query('select * from locks')).rows
      })
    await expect(read()).rejects.toThrow(/GRANT SET ON PARAMETER temp_file_limit/)
    await admin.query(`grant ${readerRole}, ${checkerRole} to ${name} with admin option, set true`)
    await expect(read()).rejects.toThrow(/GRANT SET ON PARAMETER temp_file_limit/)
    await admin.query(`grant set on parameter temp_file_limit to ${name}`)
    try {
      expect(await read()).toEqual([{ screen: 'customer' }])
      await expect(
        createReader(db, url, key).read({ organizationId: 1, userId: 1 }, locks, (client) =>
          client.query('select * from public.record_lock'),
        ),
      ).rejects.toThrow(/permission denied/)
    } finally {
      await db.system((tx) => tx.query(sql`select forget_readers()`))
      await admin.query(`revoke set on parameter temp_file_limit from ${name}`)
    }
  })
})

describe('an address that leads nowhere', () => {
  it('is refused without showing the password', async () => {
    await expect(checkExternal('postgresql://me:secret@127.0.0.1:9/none')).rejects.toThrow(
      /none on 127\.0\.0\.1:9.*does not answer(?!.*secret)/,
    )
    await expect(checkExternal('not an address')).rejects.toThrow(/form postgresql/)
  })
})
