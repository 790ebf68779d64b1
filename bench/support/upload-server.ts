import { f, normalizeScreen } from '#src/definition'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { keepIndexes } from '#server/engine/keep-indexes.ts'
import { createLog } from '#server/log.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { openDatabase } from '#server/store/database.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { started } from './server-process.ts'

/** Twelve columns as sales lines have them, in a table that nothing else writes to. */
const benchLine = normalizeScreen({
  name: 'bench-line',
  label: ['Bench line', 'Bench lines'],
  area: 'transactions',
  endpoint: 'bench-line',
  table: { name: 'bench_line', key: ['document'], history: true },
  fields: {
    document: f.text({ max: 20, required: true }),
    line: f.integer({ required: true, min: 1 }),
    type: f.choice(['Sale', 'Return'], { required: true }),
    billing_date: f.date({ required: true }),
    customer: f.text({ max: 20, required: true }),
    customer_name: f.text({ max: 80 }),
    material: f.text({ max: 20, required: true }),
    description: f.text({ max: 120 }),
    country: f.text({ max: 40 }),
    quantity: f.decimal(15, 3, { required: true }),
    unit_price: f.money({ min: 0 }),
    net_value: f.money({ required: true }),
  },
  list: { path: '/bench-line', columns: ['document', 'billing_date', 'net_value'] },
  upload: { functionality: 'BenchFormat', endpoints: ['bench-line-upload'] },
})

// Started by the bench and by jobs on real data: the whole product on a database of its own.
const log = createLog('warn')
const config = readConfig({ ...process.env, TIERLINE_UPLOAD_LIMIT_MB: '2000', LOG_LEVEL: 'warn' })
const embedded = await started(startEmbedded({ dataDir: config.dataDir, log }), (it) => it.stop())
const db = await started(Promise.resolve(openDatabase(embedded.url, { max: config.databaseConnections })), (it) =>
  it.close(),
)
await migrate(db)
const screens = [...(await loadScreens()), benchLine]
await applySchema(db, await planSchema(db, screens))
const organizationId = await createOrganization(db, screens, { code: 'BENCH', name: 'Bench' })
const [email, password] = ['bench@bench.example', 'violet harbour lantern']
await createUser(db, { organizationId, email, name: 'Bench', role: 'ADMINISTRATOR', password })
// As the product does beside its calls (server/main.ts).
await started(Promise.resolve(keepIndexes(db, screens, log)), (end) => end())
const app = await started(createApp({ db, config, screens }), (it) => it.close())
const url = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ url, databaseUrl: embedded.url, email, password }))
