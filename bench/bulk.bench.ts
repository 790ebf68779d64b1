import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { BenchRow } from './bench-row.ts'
import { median } from './support/median.ts'
import { startProduct, type Product } from './support/product.ts'

const lines = 100_000
const rounds = 3

/** Seconds until every line has another currency, its new version and its entry of history. */
async function changed({ url, headers }: Product, currency: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/sales_data/bulk-update`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ all: true, changes: { currency } }),
  })
  const { response } = (await answer.json()) as { response?: { updated: number; failed_count: number } }
  if (response?.updated !== lines || response.failed_count > 0)
    throw new Error(`The change answered ${answer.status} ${JSON.stringify(response)}`)
  return (performance.now() - started) / 1_000
}

/** The same written by hand: one statement that changes the lines and writes down what they held. */
async function changedByHand({ databaseUrl, organizationId }: Product, currency: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const started = performance.now()
    const { rowCount } = await client.query(
      `with old as (select id, currency from sales_data where organization_id = $1 for update),
            done as (update sales_data t set currency = $2, row_version = t.row_version + 1, updated_at = now()
                       from old where t.id = old.id and t.organization_id = $1
                  returning t.id, old.currency as before)
       insert into history (organization_id, screen, record_id, operation, changes)
       select $1, 'sales-data', id, 'update', jsonb_build_object('currency', jsonb_build_array(before, $2::text)) from done`,
      [organizationId, currency],
    )
    if (rowCount !== lines) throw new Error(`${rowCount} lines were changed by hand, not ${lines}`)
    return (performance.now() - started) / 1_000
  } finally {
    await client.end()
  }
}

/** The most records one call may change, all over a filter, beside one hand-written statement in the same run. */
export async function run(): Promise<BenchRow[]> {
  const product = await startProduct(lines)
  try {
    await changed(product, 'USD')
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await changedByHand(product, round % 2 === 0 ? 'CHF' : 'SEK'))
      ours.push(await changed(product, round % 2 === 0 ? 'GBP' : 'JPY'))
    }
    return [
      {
        name: 'a hundred thousand records changed with their history, beside one hand-written statement',
        unit: 's',
        ours: median(ours),
        against: median(theirs),
        required: 3,
        direction: 'at most',
      },
    ]
  } finally {
    await product.stop()
  }
}
