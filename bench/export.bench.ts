import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BenchRow } from './bench-row.ts'
import { saleColumns as columns } from './support/list-database.ts'
import { median } from './support/median.ts'
import { startProduct, type Product } from './support/product.ts'

const lines = 1_000_000
const rounds = 3

/** Seconds until every byte of the export is here, and how many lines it has. */
async function exported({ url, headers }: Product): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/sales_data/export?format=csv&columns=${columns.join(',')}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}`)
  await demandLines(answer.body, lines + 1)
  return (performance.now() - started) / 1_000
}

/** PostgreSQL's own COPY of the same columns, in no order, to this process. */
async function copied(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const started = performance.now()
    await demandLines(
      client.query(copyTo(`copy (select ${columns.join(', ')} from sales_data) to stdout (format csv)`)),
      lines,
    )
    return (performance.now() - started) / 1_000
  } finally {
    await client.end()
  }
}

async function demandLines(chunks: AsyncIterable<Uint8Array>, expected: number): Promise<void> {
  let count = 0
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  }
  if (count !== expected) throw new Error(`${count} lines came, not ${expected}`)
}

/** A million lines × 12 exported as CSV in the order of the list, beside COPY TO in the same run. */
export async function run(): Promise<BenchRow[]> {
  const product = await startProduct(lines)
  try {
    await exported(product)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await exported(product))
      theirs.push(await copied(product.databaseUrl))
    }
    return [
      {
        name: 'export of a million lines × 12 to CSV, beside COPY TO',
        unit: 'rows/s',
        ours: lines / median(ours),
        against: lines / median(theirs),
        required: 0.5,
        direction: 'at least',
      },
      {
        name: 'peak memory of the server while it exports',
        unit: 'MB',
        ours: await product.peakMegabytes(),
        against: 300,
        required: 1,
        direction: 'at most',
      },
    ]
  } finally {
    await product.stop()
  }
}
