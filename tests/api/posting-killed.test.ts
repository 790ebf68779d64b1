import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/demo/random.ts'
import { sql } from '#server/store/sql.ts'
import { killedServers } from '#tests/support/killed-servers.ts'

let servers: Awaited<ReturnType<typeof killedServers>>

beforeAll(async () => {
  servers = await killedServers()
})

afterAll(() => servers?.close())

const contracts = ['K1', 'K2', 'K3']
const invoices = 1_500
const kills = 2

const posted = async () => {
  const rows = await servers.db.system((tx) =>
    tx.query<{ contract_number: string; postings: number; keys: number; amount: string }>(sql`
      select contract_number, count(*) as postings, count(distinct source_key) as keys, sum(amount)::text as amount
        from financial_posting group by contract_number order by contract_number`),
  )
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** How many sessions of the product are at a posting. */
const posting = async (): Promise<number> => {
  const [row] = await servers.db.system((tx) =>
    tx.query<{ sessions: number }>(sql`
      select count(*) as sessions from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query like '%insert into financial_posting%'`),
  )
  return row!.sessions
}

test('a posting run whose server is killed has posted everything or nothing; the next one posts what is missing, once', async () => {
  let server = await servers.next()
  await server.post('material-master', { material_number: 'M1', material_description: 'M1', base_uom: 'EA' })
  await server.post('customer-data', { customer_number: 'K', customer_name: 'Killed' })
  for (const contract_number of contracts)
    await server.post('contracts?force=true', {
      contract_number,
      contract_header: contract_number,
      partner_customer: 'K',
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
      contract_status: 'Active',
      rules: [{ rule_no: 1, rate: '10', evaluation_period: 'invoice' }],
    })
  await servers.db.system((tx) => tx.query(sql`update contract set approval_status = 'approved'`))
  await servers.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, quantity, uom, currency)
      select (select id from organization where code = 'K'), concat('D', no), 1, date '2026-01-01' + no % 360, 'K', 'M1', 100, 1, 'EA', 'EUR'
        from generate_series(1, ${invoices}::int) no`),
  )
  const run = () =>
    server.post('contracts/actions/post', {
      filters: { partner_number: 'K' },
      parameters: { kind: 'Payment', period_from: '2026-01-01', period_to: '2026-12-31', posting_date: '2026-11-21' },
    })
  const everything = contracts.map((contract_number) => ({
    contract_number,
    postings: invoices,
    keys: invoices,
    amount: invoices * 10,
  }))
  const random = createRandom(11)
  for (let kill = 0; kill < kills; kill += 1) {
    const answered = run().then(
      () => true,
      () => false,
    )
    await expect
      .poll(async () => (await posting()) > 0 || (await posted()).length > 0, { timeout: 20_000, interval: 2 })
      .toBe(true)
    await pause(random.whole(0, 120))
    await server.kill()
    const isDone = await answered
    // The database finishes the statement it is at before it finds that nobody waits for it.
    await expect.poll(posting, { timeout: 20_000, interval: 20 }).toBe(0)
    const left = await posted()
    expect(left).toEqual(isDone || left.length > 0 ? everything : [])
    server = await servers.next()
  }
  await run()
  expect(await posted()).toEqual(everything)
  expect(await run()).toMatchObject({ done: 0 })
  expect(await posted()).toEqual(everything)
}, 120_000)
