import pg from 'pg'
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
    // The rows come in no order that an index could lean on.
    await client.query(`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, transaction_type, billing_date, customer_number, customer_name,
        material_number, material_description, quantity, uom, unit_price, net_value, currency, country)
      select ${organizationId}, (536000 + n / 20)::text, n % 20 + 1, case when n % 53 = 0 then 'Return' else 'Sale' end,
        date '2024-01-01' + (h % 700)::int, 'C' || lpad((h % 5000 + 1)::text, 6, '0'), 'Customer ' || (h % 5000 + 1),
        'M' || lpad((h % 3989 + 1)::text, 6, '0'), 'Material ' || (h % 3989 + 1), h % 90 + 1, 'EA', (h % 9973) / 100.0,
        (h % 90 + 1) * ((h % 9973) / 100.0), 'EUR', 'Country ' || (h % 31)
      from (select n, abs(hashint8(n))::bigint as h from generate_series(1, ${lines}) n) as line`)
    await client.query('vacuum (analyze) sales_data, customer, material')
  } finally {
    await client.end()
  }
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
