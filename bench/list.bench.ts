import autocannon from 'autocannon'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { BenchRow } from './bench-row.ts'
import { saleColumns as columns } from './support/list-database.ts'
import { median } from './support/median.ts'
import { startProduct } from './support/product.ts'

const lines = 1_000_000
const connections = 16
const seconds = 5
const rounds = 3

const filtered = `/api/sales_data?country=Country%207&sort=-net_value&limit=100&columns=${columns.join(',')}`
const whole = `/api/sales_data?limit=100&columns=${columns.join(',')}`

interface Load {
  readonly rate: number
  readonly p99: number
}

let serial = 0

/** With `isNew`, every request asks a question that nobody asked before, so that no count is remembered. */
async function load(address: string, headers: Record<string, string>, isNew: boolean): Promise<Load> {
  const { pathname, search } = new URL(address)
  const result = await autocannon({
    url: address,
    headers,
    connections,
    duration: seconds,
    ...(isNew
      ? {
          requests: [
            {
              method: 'GET' as const,
              setupRequest: (request) => ({
                ...request,
                path: `${pathname}${search}&net_value.gte=-${(serial += 1)}`,
              }),
            },
          ],
        }
      : {}),
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${address}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  return { rate: result.requests.average, p99: result.latency.p99 }
}

type Answer = { response: { records: unknown[]; total_record: number; next?: string; labels: unknown } }

async function ask(address: string, headers: Record<string, string>): Promise<{ answer: Answer; took: number }> {
  const start = performance.now()
  const response = await fetch(address, { headers })
  const answer = (await response.json()) as Answer
  const took = performance.now() - start
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${JSON.stringify(answer)}`)
  return { answer, took }
}

/** Both must say the same, or their speed says nothing. */
async function demandSameAnswer(ours: string, theirs: string, headers: Record<string, string>): Promise<void> {
  const [a, b] = [(await ask(ours, headers)).answer.response, (await ask(theirs, {})).answer.response]
  for (const part of ['records', 'total_record', 'labels'] as const) {
    if (!isDeepStrictEqual(a[part], b[part]))
      throw new Error(
        `${part} differ: ${JSON.stringify(a[part]).slice(0, 400)} against ${JSON.stringify(b[part]).slice(0, 400)}`,
      )
  }
  if (a.records.length !== 100) throw new Error(`A page has ${a.records.length} records`)
}

async function rates(
  ours: string,
  theirs: string,
  headers: Record<string, string>,
  isNew: boolean,
): Promise<BenchRow[]> {
  await load(ours, headers, isNew)
  await load(theirs, {}, isNew)
  const [mine, others]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await load(ours, headers, isNew))
    others.push(await load(theirs, {}, isNew))
  }
  const middle = (loads: readonly Load[], of: keyof Load) => median(loads.map((one) => one[of]))
  const name = `filtered, sorted, counted page of 100 × 12 over a million rows${isNew ? ', counted anew each time' : ''}`
  return [
    {
      name: `${name}, beside a hand-written handler`,
      unit: 'requests/s',
      ours: middle(mine, 'rate'),
      against: middle(others, 'rate'),
      required: 0.8,
      direction: 'at least',
    },
    {
      name: `${name}, p99`,
      unit: 'ms',
      ours: middle(mine, 'p99'),
      against: middle(others, 'p99'),
      required: 1.25,
      direction: 'at most',
    },
  ]
}

async function paging(url: string, headers: Record<string, string>): Promise<BenchRow[]> {
  // The very first looks of a process: nothing is remembered, the count is taken.
  const coldFirst = (await ask(`${url}${whole}&search=`, headers)).took
  const coldFar = (await ask(`${url}${whole}&page=5000`, headers)).took
  const [first, next, far]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < 60; turn += 1) {
    const { answer, took } = await ask(`${url}${whole}`, headers)
    first.push(took)
    next.push((await ask(`${url}${whole}&after=${answer.response.next}`, headers)).took)
    far.push((await ask(`${url}${whole}&page=${5000 + (turn % 7)}`, headers)).took)
  }
  return [
    {
      name: 'next page by key set, beside the first page',
      unit: 'ms',
      ours: median(next),
      against: median(first),
      required: 1.1,
      direction: 'at most',
    },
    {
      name: 'next page by key set, by itself',
      unit: 'ms',
      ours: median(next),
      against: 50,
      required: 1,
      direction: 'at most',
    },
    {
      name: 'jump to page 5,000 and about it, beside the first page',
      unit: 'ms',
      ours: median(far),
      against: median(first),
      required: 5,
      direction: 'at most',
    },
    {
      name: 'the first jump to page 5,000, beside the first look at the list',
      unit: 'ms',
      ours: coldFar,
      against: coldFirst,
      required: 5,
      direction: 'at most',
    },
  ]
}

/** Waits until the words of the lines are indexed, which the server does by itself in the background. */
async function searchIndexed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const started = performance.now()
    for (;;) {
      const { rows } = await client.query<{ done: boolean }>(
        `select coalesce(bool_or(i.indisvalid), false) as done from pg_index i where i.indexrelid::regclass::text like 'find\\_%' and i.indrelid = 'sales_data'::regclass`,
      )
      if (rows[0]?.done) break
      if (performance.now() - started > 300_000) throw new Error('The words were not indexed within five minutes')
      await pause(250)
    }
    // What the server learns right after it has built them.
    await pause(500)
  } finally {
    await client.end()
  }
}

async function searching(url: string, headers: Record<string, string>): Promise<BenchRow[]> {
  const times: number[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    const { answer, took } = await ask(`${url}${whole}&search=${3000 + turn * 37}`, headers)
    if (answer.response.records.length === 0) throw new Error('A search found nothing')
    times.push(took)
  }
  return [
    {
      name: 'search for a word in a million lines, counted; the slowest of twelve',
      unit: 'ms',
      ours: Math.max(...times),
      against: 300,
      required: 1,
      direction: 'at most',
    },
  ]
}

export async function run(): Promise<BenchRow[]> {
  const product = await startProduct(lines)
  try {
    const { url, headers } = product
    const theirs = `${await product.peer('list-peer.ts')}${filtered}`
    await searchIndexed(product.databaseUrl)
    const found = await searching(url, headers)
    const far = await paging(url, headers)
    await demandSameAnswer(`${url}${filtered}`, theirs, headers)
    const remembered = await rates(`${url}${filtered}`, theirs, headers, false)
    const counted = await rates(`${url}${filtered}`, theirs, headers, true)
    return [...remembered, ...counted, ...far, ...found]
  } finally {
    await product.stop()
  }
}
