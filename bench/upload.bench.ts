import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { BenchRow } from './bench-row.ts'
import { folderOfBench } from './support/end-with-bench.ts'
import { ratePollerOf } from './support/latency.ts'
import { startUploadServer, type UploadServer } from './support/upload-process.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)

const header =
  'document,line,type,billing_date,customer,customer_name,material,description,country,quantity,unit_price,net_value'
const countries = ['United Kingdom', 'Germany', 'France', 'Spain', 'Norway', 'Österreich', 'Côte d’Ivoire', 'Japan']

/** A line as a billing system writes it; one in fifty has a quoted text, a blank too many or an empty cell. */
function lineOf(index: number): string {
  const quantity = 1 + (index % 40)
  const price = 199 + ((index * 37) % 90_000)
  const day = new Date(Date.UTC(2024, 0, 1 + (index % 700))).toISOString().slice(0, 10)
  const description =
    index % 50 === 0
      ? `"Lantern, ${index % 1000} cm ""white"""`
      : index % 50 === 1
        ? ` Heart holder ${index % 997} `
        : `White hanging heart T-light holder ${index % 997}`
  const country = index % 50 === 2 ? '' : countries[index % countries.length]
  const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return `${90_000_000 + index},${1 + (index % 9)},${index % 33 === 0 ? 'Return' : 'Sale'},${day},C${10_000 + (index % 5_000)},Customer ${index % 5_000},M${index % 20_000},${description},${country},${quantity}.000,${money(price)},${money(quantity * price)}\n`
}

async function makeFile(path: string): Promise<void> {
  await pipeline(async function* () {
    let block = `${header}\n`
    for (let index = 0; index < rows; index += 1) {
      block += lineOf(index)
      if (block.length > 100_000) {
        yield block
        block = ''
      }
    }
    yield block
  }, createWriteStream(path))
}

/** A client of the database for one measurement; its tables go with it. */
async function onDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.query('drop table if exists public.bench_copy, public.bench_by_hand')
    await client.end()
  }
}

/** Seconds of PostgreSQL's own COPY of the file into a new table of such columns, and of nothing else. */
async function copied(client: pg.Client, path: string, columns: string): Promise<number> {
  await client.query(`drop table if exists public.bench_copy; create table public.bench_copy (${columns})`)
  const started = performance.now()
  await pipeline(
    createReadStream(path, { highWaterMark: 262_144 }),
    client.query(copyFrom('copy public.bench_copy from stdin (format csv, header)')),
  )
  const seconds = (performance.now() - started) / 1_000
  await demandLines(client, 'public.bench_copy')
  return seconds
}

async function demandLines(client: pg.Client, table: string): Promise<void> {
  const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${table}`)
  if (Number(counted[0]?.count) !== rows) throw new Error(`${table} lacks lines`)
}

/** Into typed columns without keys. */
const copySeconds = (databaseUrl: string, path: string): Promise<number> =>
  onDatabase(databaseUrl, (client) =>
    copied(
      client,
      path,
      `document text, line bigint, type text, billing_date date, customer text, customer_name text,
       material text, description text, country text, quantity numeric(15,3), unit_price numeric(18,4), net_value numeric(18,4)`,
    ),
  )

/** Seconds of an import written by hand: COPY into texts, then one statement into a table like ours, with its keys. Nothing is checked, nothing can be undone. */
const byHandSeconds = (databaseUrl: string, path: string): Promise<number> =>
  onDatabase(databaseUrl, async (client) => {
    const names = header.split(',')
    const types: Readonly<Record<string, string>> = {
      line: 'bigint',
      billing_date: 'date',
      quantity: 'numeric(15,3)',
      unit_price: 'numeric(18,4)',
      net_value: 'numeric(18,4)',
    }
    await client.query('create table public.bench_by_hand (like bench_line including all)')
    const read = await copied(client, path, names.map((name) => `${name} text`).join(', '))
    const started = performance.now()
    await client.query(`
      insert into public.bench_by_hand (organization_id, ${names.join(', ')})
      select 1, ${names.map((name) => (types[name] ? `${name}::${types[name]}` : `nullif(btrim(${name}), '')`)).join(', ')} from public.bench_copy`)
    const seconds = read + (performance.now() - started) / 1_000
    await demandLines(client, 'public.bench_by_hand')
    return seconds
  })

interface Import {
  readonly id: number
  readonly state: string
  readonly message: string | null
  readonly counts: { readonly insert: number } | null
}

/** The whole way through the interface: send the file, check it, write it with history; seconds of each step. */
async function importSeconds(server: UploadServer, path: string): Promise<readonly number[]> {
  const fields = header.split(',').map((name) => ({ field: name, source: 'column', column: name }))
  const started = performance.now()
  const staged = await server.upload<Import>('uploads?app-functionality=BenchFormat', path, 'bench.csv')
  const received = performance.now()
  const settled = async () => {
    for (;;) {
      const upload = await server.call<Import>('GET', `uploads/${staged.id}?wait=1`)
      if (!['checking', 'committing'].includes(upload.state)) return upload
    }
  }
  await server.call('POST', `uploads/${staged.id}/check`, { format: { fields } })
  const checked = await settled()
  if (checked.counts?.insert !== rows)
    throw new Error(`The check found ${JSON.stringify(checked.counts)}: ${checked.message}`)
  const ready = performance.now()
  await server.call('POST', `uploads/${staged.id}/commit`, {})
  const done = await settled()
  if (done.state !== 'committed') throw new Error(`The import ended ${done.state}: ${done.message}`)
  const written = performance.now()
  return [received - started, ready - received, written - ready].map((time) => time / 1_000)
}

async function demandWritten(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: found } = await client.query<{ lines: string; history: string }>(
    `select (select count(*) from bench_line) as lines, (select sum(coalesce(last_record_id, record_id) - record_id + 1) from history where screen = 'bench-line') as history`,
  )
  await client.end()
  if (Number(found[0]?.lines) !== rows || Number(found[0]?.history) !== rows)
    throw new Error(`Written: ${JSON.stringify(found[0])}`)
}

const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000

/** Imports a generated file of a million lines through the running product, beside PostgreSQL's own COPY of it. */
export async function run(): Promise<BenchRow[]> {
  const folder = await folderOfBench('upload')
  const path = join(folder, 'bench.csv')
  await makeFile(path)
  const server = await startUploadServer(join(folder, 'data'))
  try {
    const before = await copySeconds(server.databaseUrl, path)
    const poller = ratePollerOf(() => server.call('GET', 'sales_data?limit=25&sort=-billing_date'))
    const steps = await importSeconds(server, path)
    const latencies = await poller.stop()
    await demandWritten(server.databaseUrl)
    const after = await copySeconds(server.databaseUrl, path)
    const byHand = await byHandSeconds(server.databaseUrl, path)
    const seconds = steps.reduce((sum, step) => sum + step, 0)
    const { size } = await stat(path)
    console.log(
      `${rows} lines, ${(size / 1e6).toFixed(0)} MB: receive ${steps[0]!.toFixed(1)} s, check ${steps[1]!.toFixed(1)} s, write with history ${steps[2]!.toFixed(1)} s; COPY ${before.toFixed(1)} s before, ${after.toFixed(1)} s after; by hand ${byHand.toFixed(1)} s; ${latencies.length} other requests, the slowest ${Math.max(...latencies).toFixed(0)} ms`,
    )
    return [
      {
        name: 'upload of a million lines × 12, beside COPY',
        unit: 'rows/s',
        ours: rows / seconds,
        against: rows / ((before + after) / 2),
        required: 0.4,
        direction: 'at least',
      },
      {
        name: 'the same beside an import by hand (COPY, then one INSERT … SELECT)',
        unit: 'rows/s',
        ours: rows / seconds,
        against: rows / byHand,
        required: 0.8,
        direction: 'at least',
      },
      {
        name: 'peak memory of the server',
        unit: 'MB',
        ours: peakMegabytes(server.pid),
        against: 400,
        required: 1,
        direction: 'at most',
      },
      {
        name: 'a list meanwhile, 99th percentile',
        unit: 'ms',
        ours: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
        against: 100,
        required: 1,
        direction: 'at most',
      },
    ]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
