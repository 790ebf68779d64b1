import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { BenchRow } from './bench-row.ts'
import { folderOfBench } from './support/end-with-bench.ts'
import { median } from './support/median.ts'
import { startUploadServer, type UploadServer } from './support/upload-process.ts'

const materials = 10_000
const turns = 60
const form = 'IMA_CONFIG_MATERIAL'
const list = 'material-master'

/** Fields of the material as they are delivered, each with the value of one of them. */
const plain: Readonly<Record<string, (at: number) => string>> = {
  material_number: (at) => `M${100_000 + at}`,
  material_description: (at) => `White hanging heart holder ${at}`,
  long_description: (at) => `Holder number ${at} for one candle and of glass and painted iron`,
  material_type: (at) => (at % 3 === 0 ? 'trading' : 'finished'),
  material_group: (at) => `Group ${at % 40}`,
  product_category: (at) => `Category ${at % 12}`,
  product_line: (at) => `Line ${at % 25}`,
  brand: (at) => `Brand ${at % 60}`,
  color: (at) => ['red', 'white', 'black', 'green'][at % 4]!,
  size: (at) => `${at % 50} cm`,
  base_uom: () => 'EA',
  gross_weight: (at) => `${(at % 900) / 10}`,
  net_weight: (at) => `${(at % 800) / 10}`,
  weight_uom: () => 'KG',
  volume: (at) => `${(at % 70) / 100}`,
  gtin: (at) => String(4_000_000_000_000 + at),
  ndc: (at) => String(at),
  standard_cost: (at) => `${1 + (at % 5_000) / 100}`,
  list_price: (at) => `${2 + (at % 9_000) / 100}`,
  currency: () => 'EUR',
  tax_class: (at) => `T${at % 4}`,
  country_of_origin: (at) => ['Norway', 'Österreich', 'Côte d’Ivoire'][at % 3]!,
  rebate_relevant: (at) => String(at % 7 !== 0),
  promotion_relevant: (at) => String(at % 5 === 0),
  status: () => 'active',
  valid_from: () => '2024-01-01',
  valid_to: () => '2029-12-31',
}
// With the fields above they are sixty columns; one is found fast because it was asked for.
const own = Array.from({ length: 33 }, (_, at) => ({
  field: `own_${at + 1}`,
  kind: (['text', 'integer', 'decimal'] as const)[at % 3]!,
  hasIndex: at === 10,
}))
const names = [...Object.keys(plain), ...own.map(({ field }) => field)]

const lineOf = (at: number): string =>
  [
    ...Object.values(plain).map((value) => value(at)),
    ...own.map(({ kind }, place) =>
      kind === 'text' ? `Value ${(at * (place + 1)) % 300}` : kind === 'integer' ? (at * 7) % 1_000 : `${at % 500}.25`,
    ),
  ].join(',')

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1_000
}

async function importFile(server: UploadServer, path: string): Promise<void> {
  const settled = async (id: number) => {
    for (;;) {
      const upload = await server.call<{ state: string; counts: { insert: number } | null }>(
        'GET',
        `uploads/${id}?wait=1`,
      )
      if (!['checking', 'committing'].includes(upload.state)) return upload
    }
  }
  const staged = await server.upload<{ id: number }>(
    'uploads?app-functionality=MaterialMasterDataFormat',
    path,
    'materials.csv',
  )
  const fields = names.map((name) => ({ field: name, source: 'column', column: name }))
  await server.call('POST', `uploads/${staged.id}/check`, { format: { fields } })
  const checked = await settled(staged.id)
  if (checked.counts?.insert !== materials) throw new Error(`The check found ${JSON.stringify(checked)}`)
  await server.call('POST', `uploads/${staged.id}/commit`, {})
  const done = await settled(staged.id)
  if (done.state !== 'committed') throw new Error(`The import ended ${done.state}`)
}

/** PostgreSQL's own COPY of the same lines into a table of the same sixty columns. */
async function copied(client: pg.Client, lines: string): Promise<void> {
  const types: Readonly<Record<string, string>> = { integer: 'bigint', decimal: 'numeric', text: 'text' }
  const columns = [
    ...Object.keys(plain).map((name) => `${name} text`),
    ...own.map((one) => `${one.field} ${types[one.kind]}`),
  ]
  await client.query(`drop table if exists public.bench_copy; create table public.bench_copy (${columns.join(', ')})`)
  await pipeline(
    Readable.from([lines]),
    client.query(copyFrom('copy public.bench_copy from stdin (format csv, header)')),
  )
}

/**
 * The same lines written by hand into a table like that of the materials, with its key, its indexes and its attributes as
 * one object: a COPY, then one statement. Nothing is checked, nothing can be undone.
 */
async function importedByHand(client: pg.Client, lines: string): Promise<void> {
  await client.query(
    'drop table if exists public.bench_material; create table public.bench_material (like material including all)',
  )
  await copied(client, lines)
  const standard = Object.keys(plain)
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'material'::regclass and attname = any ($1)`,
    [standard],
  )
  const typed = rows.map(({ name, type }) => `${name}::${type}`)
  const pairs = own.map(({ field, kind }) => `'${field}', ${kind === 'decimal' ? `${field}::text` : field}`)
  await client.query(`
    insert into public.bench_material (organization_id, ${rows.map(({ name }) => name).join(', ')}, attributes)
    select 1, ${typed.join(', ')}, jsonb_strip_nulls(jsonb_build_object(${pairs.join(', ')})) from public.bench_copy`)
}

/** Waits for the index of the attribute that is to be fast: the server builds it in the background. */
async function indexed(client: pg.Client): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { rows } = await client.query(
      `select from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'material'::regclass and c.relname ~ '^attribute_[0-9a-f]{12}_' and i.indisvalid`,
    )
    if (rows.length > 0) return
    if (performance.now() > deadline) throw new Error('The attribute was not indexed within a minute')
    await pause(100)
  }
}

/** Median of a question asked again and again: of ours through the interface, and of the same rows by hand from the database. */
async function asked(
  server: UploadServer,
  client: pg.Client,
  question: string,
  byHand: string,
): Promise<{ readonly ours: number; readonly theirs: number }> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(
      await seconds(async () => {
        const { records } = await server.call<{ records: unknown[] }>('GET', `${list}?${question}`)
        if (records.length !== 100) throw new Error(`${question} answered ${records.length} records`)
      }),
    )
    theirs.push(await seconds(() => client.query(byHand)))
  }
  return { ours: median(ours) * 1_000, theirs: median(theirs) * 1_000 }
}

/** Ten thousand materials of sixty columns, more than half of them attributes of an organisation's own. */
export async function run(): Promise<BenchRow[]> {
  const folder = await folderOfBench('materials')
  const server = await startUploadServer(join(folder, 'data'))
  const client = new pg.Client({ connectionString: server.databaseUrl })
  try {
    await client.connect()
    const changes = own.map(({ field, kind, hasIndex }) => ({
      form_id: form,
      field_id: field,
      delta: { label: field, attribute_type: kind, ...(hasIndex ? { attribute_index: true } : {}) },
    }))
    await server.call('PUT', 'modify_form_fields', changes)
    const lines = `${[names.join(','), ...Array.from({ length: materials }, (_, at) => lineOf(at))].join('\n')}\n`
    const path = join(folder, 'materials.csv')
    await writeFile(path, lines)
    const copy = await seconds(() => copied(client, lines))
    const imported = await seconds(() => importFile(server, path))
    const byHandImported = await seconds(() => importedByHand(client, lines))
    await indexed(client)
    await client.query('vacuum (analyze) material')
    const columns = names.join(',')
    const byHand = [...Object.keys(plain), ...own.map(({ field }) => `attributes ->> '${field}' as ${field}`)].join(
      ', ',
    )
    const page = await asked(
      server,
      client,
      `limit=100&sort=brand&columns=${columns}&count=none`,
      `select ${byHand} from (select * from material where organization_id = 1 order by brand, id limit 100) m`,
    )
    const filtered = await asked(
      server,
      client,
      `limit=100&own_11.between=100,300&sort=-list_price&columns=${columns}&count=none`,
      `select ${byHand} from (
         select * from material where organization_id = 1 and (attributes ->> 'own_11')::bigint between 100 and 300 order by list_price desc, id limit 100) m`,
    )
    const changed = await seconds(async () => {
      const body = { all: true, changes: { color: 'blue', own_1: 'Another value' } }
      const { updated } = await server.call<{ updated: number }>('POST', `${list}/bulk-update`, body)
      if (updated !== materials) throw new Error(`${updated} materials were changed`)
    })
    const changedByHand = await seconds(() =>
      client.query(`
        with old as (select id, color, attributes from material where organization_id = 1 for update),
             done as (update material t set color = 'grey', attributes = t.attributes || '{"own_1": "A third value"}', row_version = t.row_version + 1, updated_at = now()
                        from old where t.id = old.id and t.organization_id = 1 returning t.id, old.color as before, old.attributes ->> 'own_1' as own)
        insert into history (organization_id, screen, record_id, operation, changes)
        select 1, 'material', id, 'update', jsonb_build_object('color', jsonb_build_array(before, 'grey'), 'own_1', jsonb_build_array(own, 'A third value')) from done`),
    )
    console.error(
      `${names.length} columns: imported in ${imported.toFixed(2)} s (COPY ${copy.toFixed(2)} s, by hand ${byHandImported.toFixed(2)} s), changed in ${changed.toFixed(2)} s (by hand ${changedByHand.toFixed(2)} s); the queries alone take ${page.theirs.toFixed(1)} and ${filtered.theirs.toFixed(1)} ms`,
    )
    // What the next page of any list may take.
    const more = { unit: 'ms', against: 50, required: 1, direction: 'at most' } as const
    return [
      {
        name: 'ten thousand materials × 60 imported, beside COPY',
        unit: 'rows/s',
        ours: materials / imported,
        against: materials / copy,
        required: 0.25,
        direction: 'at least',
      },
      {
        name: 'the same, beside COPY and one hand-written statement',
        unit: 'rows/s',
        ours: materials / imported,
        against: materials / byHandImported,
        required: 0.4,
        direction: 'at least',
      },
      { ...more, name: 'a page of a hundred of them', ours: page.ours },
      { ...more, name: 'a page of those an attribute finds', ours: filtered.ours },
      {
        name: 'all of them changed with their history, beside one hand-written statement',
        unit: 's',
        ours: changed,
        against: changedByHand,
        required: 3,
        direction: 'at most',
      },
    ]
  } finally {
    await client.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
