import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { sql } from '#server/store/sql.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

// A member has one primary owner at a time, whoever writes the roster.
let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
  for (const owner of ['ALPHA', 'BETA']) await app.post('membership', { owner_id: owner, owner_name: owner })
})

afterAll(() => app?.product.close())

const join = (owner: string, member: string, from: string, to: string | null, isPrimary = true) =>
  app.post('membership-roster', {
    owner_id: owner,
    member_number: member,
    valid_from: from,
    valid_to: to,
    is_primary: isPrimary,
  })
const issueOf = ({ body }: Awaited<ReturnType<typeof join>>) => body.error?.issues?.[0]

test('a second primary membership on the same days is refused at its flag, an ordinary one is not', async () => {
  expect((await join('ALPHA', 'P1', '2026-01-01', '2026-06-30')).status).toBe(201)
  const refused = await join('BETA', 'P1', '2026-06-30', null)
  expect([refused.status, issueOf(refused)]).toEqual([
    422,
    {
      path: ['is_primary'],
      code: 'overlap',
      message: 'Overlaps the primary membership valid 2026-01-01 to 2026-06-30 of the same member',
    },
  ])
  expect((await join('BETA', 'P1', '2026-01-01', null, false)).status).toBe(201)
  const [plain] = recordsOf(await app.get('membership-roster?member_number=P1&owner_id=BETA'))
  const path = `membership-roster/${String(plain!['id'])}`
  const raised = await app.put(path, { row_version: 1, is_primary: true })
  expect([raised.status, raised.body.error?.issues?.[0]?.path]).toEqual([422, ['is_primary']])
  expect((await app.put(path, { row_version: 1, is_primary: true, valid_from: '2026-07-01' })).status).toBe(200)
})

test('one of two that are saved at the same moment is let in, by the database itself', async () => {
  const both = await Promise.all([join('ALPHA', 'P2', '2026-01-01', null), join('BETA', 'P2', '2026-02-01', null)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  expect(both.map(issueOf).find((issue) => issue !== undefined)).toMatchObject({
    path: ['is_primary'],
    code: 'overlap',
  })
  const insert = `insert into membership_roster (organization_id, owner_id, member_number, valid_from, is_primary)
    select organization_id, 'GAMMA', member_number, '2026-03-01', true from membership_roster where member_number = 'P2' limit 1`
  await expect(app.product.db.system((tx) => tx.client.query(insert))).rejects.toMatchObject({ code: '23P01' })
})

test('an upload rejects lines that would make a second one, held against records and earlier lines', async () => {
  await join('ALPHA', 'P3', '2026-01-01', '2026-12-31')
  const { id, upload } = await app.checked(
    [
      'Owner,Member,From,To,Primary',
      'BETA,P3,2026-12-31,,true',
      'BETA,P4,2026-01-01,,true',
      'ALPHA,P4,2026-05-01,,true',
      'ALPHA,P5,2026-01-01,,true',
      'BETA,P5,2026-01-01,,false',
      '',
    ].join('\n'),
    {
      fields: [
        column('owner_id', 'Owner'),
        column('member_number', 'Member'),
        column('valid_from', 'From'),
        column('valid_to', 'To'),
        column('is_primary', 'Primary'),
      ],
    },
    'MembershipRosterFormats',
  )
  const rejected = recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected&limit=100`)).map((row) => [
    row['line'],
    (row['reasons'] as { message: string }[]).map(({ message }) => message),
  ])
  expect(rejected).toEqual([
    [2, ['Overlaps the primary membership valid 2026-01-01 to 2026-12-31 of the same member']],
    [4, ['Overlaps the period of line 3: a primary membership, too']],
  ])
  expect(upload['counts']).toMatchObject({ insert: 3, rejected: 2 })
})

test('a mass update moves a primary membership to another owner, and back', async () => {
  await join('ALPHA', 'P6', '2026-01-01', null)
  const { body } = await app.post('membership-mass/fetch', {
    description: 'Move',
    valid_on: null,
    member_number: 'P6',
    action: 'move',
    to_owner: 'BETA',
    effective_on: '2026-07-01',
  })
  const { update } = body.response as { update: { id: number } }
  await app.post('membership-mass/update', { id: update.id })
  const primaries = async () =>
    recordsOf(await app.get('membership-roster?member_number=P6&sort=valid_from')).map((row) => [
      row['owner_id'],
      row['valid_to'],
      row['is_primary'],
    ])
  expect(await primaries()).toEqual([
    ['ALPHA', '2026-06-30', true],
    ['BETA', null, true],
  ])
  await app.post('mass-membership-update/actions/take-back', { ids: [update.id] })
  expect(await primaries()).toEqual([['ALPHA', null, true]])
})

test('a server whose rosters have two primary owners already starts, and keeps them apart once they are mended', async () => {
  const { db } = app.product
  const screens = (await loadScreens()).filter(({ name }) => name === 'membership-roster')
  const constraints = async () =>
    (
      await db.system((tx) =>
        tx.query<{ name: string }>(sql`
          select conname as name from pg_constraint where conrelid = 'membership_roster'::regclass and contype = 'x' order by conname`),
      )
    ).map(({ name }) => name)
  const all = await constraints()
  const partial = await db.system((tx) =>
    tx.query<{ name: string }>(sql`
      select conname as name from pg_constraint where conrelid = 'membership_roster'::regclass and contype = 'x' and pg_get_constraintdef(oid) like '%WHERE%'`),
  )
  expect([all.length, partial.length]).toEqual([2, 1])
  await db.system((tx) => tx.client.query(`alter table membership_roster drop constraint "${partial[0]!.name}"`))
  await db.system((tx) =>
    tx.query(sql`
      insert into membership_roster (organization_id, owner_id, member_number, valid_from, is_primary)
      select organization_id, o, 'P7', '2026-01-01', true from (select organization_id from membership_roster limit 1) r cross join unnest(array['ALPHA', 'BETA']) o`),
  )
  await applySchema(db, await planSchema(db, screens))
  expect(await constraints()).toHaveLength(1)
  expect((await join('GAMMA', 'P7', '2026-05-01', null)).status).toBe(422)
  await db.system((tx) =>
    tx.query(sql`update membership_roster set is_primary = false where member_number = 'P7' and owner_id = 'BETA'`),
  )
  await applySchema(db, await planSchema(db, screens))
  expect(await constraints()).toEqual(all)
  expect(await planSchema(db, screens)).toEqual([])
})
