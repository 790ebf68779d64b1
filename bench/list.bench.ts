import autocannon from 'autocannon'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#server/store/embedded.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import type { BenchRow } from './bench-row.ts'
import { fillDatabase, signIn } from './support/list-database.ts'

const lines = 1_000_000
const connections = 16
const seconds = 5
const rounds = 3

const columns = [
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
]
const filtered = `/api/sales_data?country=Country%207&sort=-net_value&limit=100&columns=${columns.join(',')}`
const whole = `/api/sales_data?limit=100&columns=${columns.join(',')}`

interface Load {
  readonly rate: number
  readonly p99: number
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function load(address: string, headers: Record<string, string>): Promise<Load> {
  const result = await autocannon({ url: address, headers, connections, duration: seconds })
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

async function peer(databaseUrl: string, organizationId: number): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'support', 'list-peer.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: databaseUrl,
      ORGANIZATION: String(organizationId),
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: (JSON.parse(line.toString()) as { url: string }).url, process: child }
}

async function authorized(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  const { response: session } = (await response.json()) as { response: { token: string } }
  return { authorization: `Bearer ${session.token}` }
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

async function rates(ours: string, theirs: string, headers: Record<string, string>): Promise<BenchRow[]> {
  await load(ours, headers)
  await load(theirs, {})
  const [mine, others]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await load(ours, headers))
    others.push(await load(theirs, {}))
  }
  const middle = (loads: readonly Load[], of: keyof Load) => median(loads.map((one) => one[of]))
  const name = 'filtered, sorted, counted page of 100 × 12 over a million rows'
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
  const dataDir = await mkdtemp(join(tmpdir(), 'tierline-bench-list-'))
  const silent = { info: () => {}, warn: () => {} }
  const undo: (() => unknown)[] = [() => rm(dataDir, { recursive: true, force: true })]
  try {
    const server = await startEmbedded({ dataDir, log: silent })
    undo.push(() => server.stop())
    const organizationId = await fillDatabase(server.url, lines)
    const product = startServerProcess({ DATABASE_URL: server.url, TIERLINE_DATA: dataDir, NODE_ENV: 'production' })
    undo.push(() => (product.kill('SIGTERM'), product.ended))
    const handler = await peer(server.url, organizationId)
    undo.push(() => handler.process.kill())
    const url = await product.address
    const headers = await authorized(url)
    await searchIndexed(server.url)
    const found = await searching(url, headers)
    const far = await paging(url, headers)
    await demandSameAnswer(`${url}${filtered}`, `${handler.url}${filtered}`, headers)
    return [...(await rates(`${url}${filtered}`, `${handler.url}${filtered}`, headers)), ...far, ...found]
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
