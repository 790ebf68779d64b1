import pg from 'pg'
import type { BenchRow } from './bench-row.ts'
import { contractCount, fillContracts, handWritten } from './support/calculation-contracts.ts'
import { median } from './support/median.ts'
import { startProduct, type Product } from './support/product.ts'

// A smaller pair of sizes than a million and ten is told by BENCH_ROWS, the smaller one.
const lines = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const turns = 3
const page = 100

interface Measured {
  readonly ours: number
  readonly byHand: number
  readonly peakMegabytes: number
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [seconds: number, result: T]> {
  const started = performance.now()
  const result = await work()
  return [(performance.now() - started) / 1_000, result]
}

interface Answer {
  readonly response: { readonly total_record: number; readonly totals: { readonly amount: string } }
}

async function simulate({ url, headers }: Product): Promise<Answer> {
  const answer = await fetch(`${url}/api/calculation_simulation/v2`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ period_from: '2024-01-01', period_to: '2025-12-31', kind: 'Payment', limit: page }),
  })
  if (!answer.ok) throw new Error(`The simulation answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Both ways over so many lines, by turns; they have to come to the same. By hand it is asked `byHandTurns` times. */
async function measure(size: number, byHandTurns = turns): Promise<Measured> {
  const product = await startProduct(size)
  const client = new pg.Client({ connectionString: product.databaseUrl })
  try {
    await fillContracts(product.databaseUrl, product.organizationId)
    await client.connect()
    await client.query('checkpoint')
    const [mine, others]: [number[], number[]] = [[], []]
    let [total, amounts] = ['0', '0']
    for (let turn = 0; turn < turns; turn += 1) {
      if (turn < byHandTurns) {
        const [byHand, { rows }] = await timed(() =>
          client.query<{ total: string; amounts: string }>(handWritten(product.organizationId, page)),
        )
        others.push(byHand)
        if (rows[0]) ({ total, amounts } = rows[0])
      }
      const [ours, { response }] = await timed(() => simulate(product))
      if (
        Number(total) === 0 ||
        Number(total) !== response.total_record ||
        Number(amounts) !== Number(response.totals.amount)
      )
        throw new Error(
          `By hand ${total} rows of ${amounts}, ours ${response.total_record} of ${response.totals.amount}`,
        )
      mine.push(ours)
    }
    const peakMegabytes = await product.peakMegabytes()
    console.log(
      `${size} lines × ${contractCount} contracts: ${median(mine).toFixed(2)} s, by hand ${median(others).toFixed(2)} s, server at most ${peakMegabytes.toFixed(0)} MB`,
    )
    return { ours: median(mine), byHand: median(others), peakMegabytes }
  } finally {
    await client.end()
    await product.stop()
  }
}

/** A simulation of two hundred contracts over a million sales lines beside the arithmetic alone, and over ten million. */
export async function run(): Promise<BenchRow[]> {
  const small = await measure(lines)
  const rows: BenchRow[] = [
    {
      name: `calculation of ${contractCount} contracts over ${lines} lines, beside the arithmetic by hand`,
      unit: 's',
      ours: small.ours,
      against: small.byHand,
      required: 3,
      direction: 'at most',
    },
  ]
  if (process.env['BENCH_ONCE']) return rows
  // Ten times the lines are held against our own time; by hand they only have to come to the same.
  const large = await measure(lines * 10, 1)
  return [
    ...rows,
    {
      name: 'ten times the lines',
      unit: 's',
      ours: large.ours,
      against: small.ours,
      required: 11,
      direction: 'at most',
    },
    {
      name: 'peak memory of the server with ten times the lines',
      unit: 'MB',
      ours: large.peakMegabytes,
      against: small.peakMegabytes,
      required: 1.25,
      direction: 'at most',
    },
  ]
}
