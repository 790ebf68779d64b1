import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { killedServers } from '#tests/support/killed-servers.ts'

let servers: Awaited<ReturnType<typeof killedServers>>

beforeAll(async () => {
  servers = await killedServers()
})

afterAll(() => servers?.close())

const members = 250

interface Figures {
  readonly status: string
  readonly processed: number
  readonly done: number
  readonly failed: number
}

const figures = async (): Promise<Figures> =>
  (
    await servers.db.system((tx) =>
      tx.query<Figures>(sql`select status, processed, done, failed from mass_membership_update`),
    )
  )[0]!

test('a mass update whose server is killed goes on by itself at the next one; every line is done once', async () => {
  let server = await servers.next()
  await server.post('membership', { owner_id: 'ALPHA', owner_name: 'Alpha' })
  await server.post('membership-roster/batch', {
    create: Array.from({ length: members }, (_, at) => ({
      owner_id: 'ALPHA',
      member_number: `M${at}`,
      valid_from: '2024-01-01',
    })),
  })
  const { update } = (await server.post('membership-mass/fetch', {
    description: 'All end',
    owner_id: 'ALPHA',
    action: 'end',
    effective_on: '2026-06-30',
    termination_reason: 'closed',
    valid_on: null,
  })) as { update: { id: number; changes: number } }
  expect(update.changes).toBe(members)
  await server.post('membership-mass/update', { id: update.id, wait: 0 })
  await expect.poll(async () => (await figures()).processed, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
  await server.kill()
  const left = await figures()
  expect(left.status).toBe('running')
  expect(left.processed).toBeLessThan(members)
  // As if the minute had passed within which it could still be at work somewhere.
  await servers.db.system((tx) =>
    tx.query(sql`update mass_membership_update set updated_at = now() - interval '2 minutes'`),
  )
  server = await servers.next()
  await expect.poll(figures, { timeout: 30_000, interval: 100 }).toMatchObject({ status: 'done' })
  expect(await figures()).toEqual({ status: 'done', processed: members, done: members, failed: 0 })
  const [counts] = await servers.db.system((tx) =>
    tx.query<object>(sql`
      select (select count(*) from membership_roster where valid_to = '2026-06-30') as ended,
             (select count(*) from history where screen = 'membership-roster' and operation = 'update') as told,
             (select count(*) from (select record_id from history where screen = 'membership-roster' and operation = 'update'
                                     group by record_id having count(*) > 1) twice) as twice`),
  )
  expect(counts).toEqual({ ended: members, told: members, twice: 0 })
  expect(server.log()).toBe('')
}, 120_000)
