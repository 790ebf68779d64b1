import pg from 'pg'
import { buildSearchIndexes } from '#server/engine/search-indexes.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { openDatabase } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'

export const signIn = { email: 'bench@bench.example', password: 'violet harbour lantern' }

/** Fills an empty database with one organisation that has so many sales lines; answers the organisation's id. */
export async function fillDatabase(url: string, lines: number): Promise<number> {
  const db = openDatabase(url, { max: 2 })
  try {
    await migrate(db)
    const screens = await loadScreens()
    await applySchema(db, await planSchema(db, screens))
    const organizationId = await createOrganization(db, screens, { code: 'BENCH', name: 'Bench' })
    await createUser(db, {
      organizationId,
      email: signIn.email,
      name: 'Bench',
      role: 'ADMINISTRATOR',
      password: signIn.password,
    })
    await fillTables(url, organizationId, lines)
    // The server would build them in the background, while one measures.
    await buildSearchIndexes(db, screens, { info: () => {}, warn: () => {} })
    return organizationId
  } finally {
    await db.close()
  }
}

async function fillTables(url: string, organizationId: number, lines: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into customer (organization_id, customer_number, customer_name, status)
      select ${organizationId}, 'C' || lpad(n::text, 6, '0'), 'Customer ' || n, 'active' from generate_series(1, 5000) n`)
    await client.query(`
      insert into material (organization_id, material_number, material_description, status)
      select ${organizationId}, 'M' || lpad(n::text, 6, '0'), 'Material ' || n, 'active' from generate_series(1, 4000) n`)
    await withoutIndexes(client, 'sales_data', () => fillSales(client, organizationId, lines))
    await client.query('vacuum (analyze) sales_data, customer, material')
  } finally {
    await client.end()
  }
}

/** The rows come in no order that an index could lean on. */
async function fillSales(client: pg.Client, organizationId: number, lines: number): Promise<void> {
  await client.query(`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, transaction_type, billing_date, customer_number, customer_name,
        material_number, material_description, quantity, uom, unit_price, net_value, currency, country)
      select ${organizationId}, (536000 + n / 20)::text, n % 20 + 1, case when n % 53 = 0 then 'Return' else 'Sale' end,
        date '2024-01-01' + (h % 700)::int, 'C' || lpad((h % 5000 + 1)::text, 6, '0'), 'Customer ' || (h % 5000 + 1),
        'M' || lpad((h % 3989 + 1)::text, 6, '0'), 'Material ' || (h % 3989 + 1), h % 90 + 1, 'EA', (h % 9973) / 100.0,
        (h % 90 + 1) * ((h % 9973) / 100.0), 'EUR', 'Country ' || (h % 31)
      from (select n, abs(hashint8(n))::bigint as h from generate_series(1, ${lines}) n) as line`)
}

/**
 * Fills a table that is empty while it has no indexes and, as it is emptied in the same transaction, writes no log; then builds all it
 * had, which takes a fraction of the time of keeping eleven up line by line.
 */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'x')`,
    [table],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('begin')
  await client.query(`truncate ${table}`)
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await fill()
  for (const { name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('commit')
}

/** The twelve columns of a sales line that the benchmarks read and write. */
export const saleColumns = [
  'billing_doc_number',
  'billing_doc_line',
  'transaction_type',
  'billing_date',
  'customer_number',
  'customer_name',
  'material_number',
  'material_description',
  'quantity',
  'unit_price',
  'net_value',
  'country',
] as const
