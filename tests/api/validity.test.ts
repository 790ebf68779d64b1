import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
  for (const owner of ['ALPHA', 'BETA']) await app.post('membership', { owner_id: owner, owner_name: owner })
})

afterAll(() => app?.product.close())

const line = (member: string, from: string | null, to: string | null, owner = 'ALPHA') => ({
  owner_id: owner,
  member_number: member,
  valid_from: from,
  valid_to: to,
})
const join = (...given: Parameters<typeof line>) => app.post('membership-roster', line(...given))
const periodsOf = async (member: string) =>
  recordsOf(await app.get(`membership-roster?member_number=${member}&sort=owner_id,valid_from&limit=0`)).map(
    (record) => [record['owner_id'], record['valid_from'], record['valid_to']],
  )

describe('a record with a validity', () => {
  test('overlaps none of the same, told at its first day with the other period', async () => {
    expect((await join('M1', '2026-01-01', '2026-06-30')).status).toBe(201)
    const { status, body } = await join('M1', '2026-06-30', null)
    expect([status, body.error?.issues]).toEqual([
      422,
      [
        {
          path: ['valid_from'],
          code: 'overlap',
          message: 'Overlaps the membership valid 2026-01-01 to 2026-06-30 of the same owner and member',
        },
      ],
    ])
    // Both days belong to it: the next one begins the day after.
    expect((await join('M1', '2026-07-01', null)).status).toBe(201)
    const open = await join('M1', '2030-01-01', '2030-12-31')
    expect(open.body.error?.issues?.[0]?.message).toContain('valid from 2026-07-01 on')
    expect((await join('M1', '2026-01-01', null, 'BETA')).status).toBe(201)
  })

  test('is not in its own way, and in that of others when its days change', async () => {
    const [first] = recordsOf(await app.get('membership-roster?member_number=M1&valid_to=2026-06-30'))
    const path = `membership-roster/${String(first!['id'])}`
    expect((await app.put(path, { row_version: 1, valid_to: '2026-05-31' })).status).toBe(200)
    const later = await app.put(path, { row_version: 2, valid_to: '2026-07-01' })
    expect([later.status, later.body.error?.issues?.[0]?.code]).toEqual([422, 'overlap'])
    expect((await app.put(path, { row_version: 2, notes: 'seen' })).status).toBe(200)
  })

  test('is kept apart by the database itself', async () => {
    const insert = `insert into membership_roster (organization_id, owner_id, member_number, valid_from, valid_to)
      select organization_id, owner_id, member_number, '2026-03-01', '2026-03-02' from membership_roster where member_number = 'M1' limit 1`
    await expect(app.product.db.system((tx) => tx.client.query(insert))).rejects.toMatchObject({ code: '23P01' })
  })

  test('lets one of two that are saved at the same moment in', async () => {
    const both = await Promise.all([join('RACE', '2026-01-01', null), join('RACE', '2026-02-01', null)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)?.body.error?.issues?.[0]).toMatchObject({
      path: ['valid_from'],
      code: 'overlap',
    })
  })
})

describe('a period that cannot be read', () => {
  const tier = (from: unknown) =>
    app.post('membership-tier-activation', {
      member_number: 'T1',
      contract_group: 'G',
      tier_code: 'T',
      valid_from: from,
    })

  test.each(['2026-02-29', '2026-13-01', 'abc', 5])('is told at its day: %o', async (day) => {
    const [stored] = recordsOf(await app.get('membership-roster?member_number=M1&sort=valid_from'))
    const path = `membership-roster/${String(stored!['id'])}`
    for (const answer of [
      await app.post('membership-roster', { ...line('BAD', null, null), valid_from: day }),
      await app.put(path, { valid_from: day }),
      await app.put(path, { valid_to: day, owner_id: 'BETA' }),
      await tier(day),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.error?.issues?.map(({ path: [name], code }) => [name, code])).toContainEqual([
        expect.stringMatching(/^valid_(from|to)$/),
        'invalid',
      ])
    }
  })

  test('is told like any other value of it', async () => {
    const { status, body } = await join('BAD', '2026-01-01', null, 'AL\0PHA')
    expect([status, body.error?.issues?.[0]?.path]).toEqual([422, ['owner_id']])
  })

  test('takes nothing of the others in its batch back', async () => {
    const { status, body } = await app.post('membership-roster/batch', {
      create: [{ ...line('BATCH1', '2026-02-29', null) }, { ...line('BATCH2', '2026-02-28', null) }],
    })
    expect(status).toBe(200)
    expect(body.response).toMatchObject({
      created: 1,
      failed: 1,
      create: [{ status: 'failed' }, { status: 'created' }],
    })
  })
})

describe('a list of what holds on a day', () => {
  const on = async (day: string) =>
    recordsOf(await app.get(`membership-roster?member_number=DAY&valid_from.asOf=${day}&sort=owner_id,valid_from`)).map(
      (record) => `${String(record['owner_id'])} ${String(record['valid_from'])}`,
    )

  test('counts both days in, and no last day as no end', async () => {
    await join('DAY', '2026-01-01', '2026-03-31')
    await join('DAY', '2026-04-01', null)
    await join('DAY', '2026-03-31', '2026-04-01', 'BETA')
    expect(await on('2025-12-31')).toEqual([])
    expect(await on('2026-01-01')).toEqual(['ALPHA 2026-01-01'])
    expect(await on('2026-03-31')).toEqual(['ALPHA 2026-01-01', 'BETA 2026-03-31'])
    expect(await on('2026-04-01')).toEqual(['ALPHA 2026-04-01', 'BETA 2026-03-31'])
    expect(await on('2099-01-01')).toEqual(['ALPHA 2026-04-01'])
    expect((await app.get('membership-roster?valid_from.asOf=@today')).status).toBe(200)
    expect((await app.get('membership-roster?valid_to.asOf=2026-01-01')).status).toBe(400)
  })
})

describe('a bulk change', () => {
  test('moves neighbours together and names the record that is in the way of one', async () => {
    await join('BULK1', '2026-01-01', '2026-01-31')
    await join('BULK1', '2026-02-01', '2026-02-28')
    await join('BULK2', '2026-01-01', '2026-01-31')
    const ends = await app.post('membership-roster/bulk-update', {
      filters: { 'member_number.startsWith': 'BULK', valid_from: '2026-01-01' },
      changes: { valid_to: '2026-02-15' },
    })
    expect(ends.body.response).toMatchObject({
      matched: 2,
      updated: 1,
      failed_count: 1,
      failed: [
        {
          key: 'ALPHA BULK1 2026-01-01',
          issues: [
            { path: ['valid_from'], code: 'overlap', message: expect.stringContaining('2026-02-01 to 2026-02-28') },
          ],
        },
      ],
    })
    expect(await periodsOf('BULK2')).toEqual([['ALPHA', '2026-01-01', '2026-02-15']])
  })
})

describe('an upload', () => {
  const fields = [
    column('owner_id', 'Owner'),
    column('member_number', 'Member'),
    column('valid_from', 'From'),
    column('valid_to', 'To'),
  ]
  const functionality = 'MembershipRosterFormats'
  const rejected = async (id: number) =>
    recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected&limit=100`)).map((row) => [
      row['line'],
      (row['reasons'] as { message: string }[]).map(({ message }) => message).join('; '),
    ])
  const file = (...lines: string[]) => `Owner,Member,From,To\n${lines.join('\n')}\n`

  test('rejects lines that overlap records or earlier lines, each with the reason', async () => {
    await join('UP1', '2026-01-01', '2026-12-31')
    const { id, upload } = await app.checked(
      file(
        'ALPHA,UP1,2026-12-31,',
        'ALPHA,UP2,2026-01-01,2026-06-30',
        'ALPHA,UP2,2026-06-01,',
        'ALPHA,UP2,2026-07-01,',
        'BETA,UP2,2026-01-01,',
        'ALPHA,UP3,2026-02-01,2026-01-01',
      ),
      { fields },
      functionality,
    )
    expect(await rejected(id)).toEqual([
      [2, 'Overlaps the membership valid 2026-01-01 to 2026-12-31 of the same owner and member'],
      [4, 'Overlaps the period of line 3'],
      [5, 'Overlaps the period of line 4'],
      [7, 'Valid to cannot be before Valid from'],
    ])
    expect(upload['counts']).toMatchObject({ insert: 2, rejected: 4 })
  })

  test('ends one membership and begins the next in one file', async () => {
    await join('UP4', '2026-01-01', null)
    const { id, upload } = await app.checked(
      file('ALPHA,UP4,2026-07-01,', 'ALPHA,UP4,2026-01-01,2026-06-30'),
      { fields },
      functionality,
    )
    expect(upload['counts']).toMatchObject({ insert: 1, update: 1, rejected: 0 })
    await app.post(`uploads/${id}/commit`, { only_valid: false })
    expect((await app.settled(id))['state']).toBe('committed')
    expect(await periodsOf('UP4')).toEqual([
      ['ALPHA', '2026-01-01', '2026-06-30'],
      ['ALPHA', '2026-07-01', null],
    ])
    // Taken back, the first one has no end again, where the second one was.
    await app.post(`uploads/${id}/undo`, {})
    expect((await app.settled(id))['state']).toBe('undone')
    expect(await periodsOf('UP4')).toEqual([['ALPHA', '2026-01-01', null]])
  })

  test('is not taken back into the period of what was entered since', async () => {
    await join('UP6', '2026-01-01', null)
    const { id } = await app.checked(file('ALPHA,UP6,2026-01-01,2026-06-30'), { fields }, functionality)
    await app.post(`uploads/${id}/commit`, { only_valid: false })
    await app.settled(id)
    await join('UP6', '2026-07-01', null)
    await app.post(`uploads/${id}/undo`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'committed', message: expect.stringContaining('overlap') })
    expect(await periodsOf('UP6')).toHaveLength(2)
  })

  test('knows the period of records whose days it leaves alone', async () => {
    await join('UP5', '2026-01-01', '2026-06-30')
    await join('UP5', '2026-07-01', '2026-12-31')
    const { upload } = await app.checked(
      'Owner,Member,From,Class\nALPHA,UP5,2026-01-01,affiliate\nALPHA,UP5,2026-03-01,affiliate\n',
      { fields: [...fields.slice(0, 3), column('member_class', 'Class')] },
      functionality,
    )
    expect(upload['counts']).toMatchObject({ update: 1, rejected: 1 })
  })
})
