import { performance } from 'node:perf_hooks'
import type { BenchRow } from './bench-row.ts'
import { ratePollerOf } from './support/latency.ts'
import { saleColumns as columns } from './support/list-database.ts'
import { startProduct, type Product } from './support/product.ts'

const lines = 200_000

async function listed({ url, headers }: Product): Promise<void> {
  const answer = await fetch(`${url}/api/sales_data?limit=25&sort=-billing_date&count=none`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The list answered ${answer.status}`)
}

/** Seconds until every byte of the workbook is here. */
async function exported({ url, headers }: Product): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/sales_data/export?format=xlsx&columns=${columns.join(',')}`, { headers })
  const { byteLength } = await answer.arrayBuffer()
  if (!answer.ok || byteLength < lines * 10)
    throw new Error(`The export answered ${answer.status}, ${byteLength} bytes`)
  return (performance.now() - started) / 1_000
}

/** How other lists are answered while a workbook of two hundred thousand lines × 12 is made, and the memory it takes. */
export async function run(): Promise<BenchRow[]> {
  const product = await startProduct(lines)
  try {
    for (let round = 0; round < 20; round += 1) await listed(product)
    const poller = ratePollerOf(() => listed(product))
    const seconds = await exported(product)
    const latencies = await poller.stop()
    console.log(
      `${lines} lines in ${seconds.toFixed(1)} s; ${latencies.length} other requests, the slowest ${latencies.at(-1)?.toFixed(0)} ms`,
    )
    return [
      {
        name: 'a list while a workbook is made, 99th percentile',
        unit: 'ms',
        ours: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
        against: 100,
        required: 1,
        direction: 'at most',
      },
      {
        name: 'peak memory of the server while it makes a workbook',
        unit: 'MB',
        ours: await product.peakMegabytes(),
        against: 450,
        required: 1,
        direction: 'at most',
      },
    ]
  } finally {
    await product.stop()
  }
}
