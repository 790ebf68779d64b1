import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sourceServer } from '#tests/support/source-server.ts'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

/** TIERLINE_MIGRATION_DATA=<folder> takes the whole set of files instead of the slice below. */
const whole = process.env['TIERLINE_MIGRATION_DATA']

const slice: Readonly<Record<string, string>> = {
  'Resellers.csv':
    'ResellerKey,BusinessType,ResellerName,City,StateProvinceName,Country_Region\n1,Value Added Reseller,A Bike Store,Seattle,Washington,United States\n2,Specialty Bike Shop,"Cycles, Etc.",Calgary,Alberta,Canada\n3,Ware House,Radhaus,Berlin,Brandenburg,Germany\n4,Warehouse,Depot,York,England,United Kingdom\n',
  'Product.csv':
    'ProductKey,Product,StandardCost,Color,Subcategory,EnglishProductCategoryName\n210,"HL Road Frame - Black, 58",868.63,Black,Road Frames,Components\n215,"Sport-100 Helmet, Black",12.03,Black,Helmets,Accessories\n223,AWC Logo Cap,5.71,NA,Caps,Clothing\n',
  'DimEmployeeSalesTerritory.csv': 'EmployeeKey,SalesTerritoryKey\n272,1\n272,2\n281,2\n282,1\n',
}

interface Step {
  readonly file: keyof typeof slice
  readonly code: string
  readonly functionality: string
  /** Columns by which lines are taken once. */
  readonly distinct?: string
  readonly control?: string
  readonly fields: readonly object[]
}

const from = (field: string, column: string, more: object = {}) => ({ field, source: 'column', column, ...more })
const made = (field: string, formula: string) => ({ field, source: 'formula', formula })
const fixed = (field: string, value: string) => ({ field, source: 'constant', value })

const steps: readonly Step[] = [
  {
    file: 'DimEmployeeSalesTerritory.csv',
    code: 'AW-TERRITORIES',
    functionality: 'TerritoryMasterFormats',
    distinct: 'SalesTerritoryKey',
    fields: [
      made('territory', 'concat("AW-", SalesTerritoryKey)'),
      made('description', 'concat("Sales territory ", SalesTerritoryKey)'),
      fixed('level', 'region'),
    ],
  },
  {
    file: 'DimEmployeeSalesTerritory.csv',
    code: 'AW-EMPLOYEES',
    functionality: 'EmployeeFormats',
    distinct: 'EmployeeKey',
    fields: [
      made('employee_number', 'concat("AW-", EmployeeKey)'),
      made('full_name', 'concat("Employee ", EmployeeKey)'),
      made('territory', 'concat("AW-", SalesTerritoryKey)'),
    ],
  },
  {
    file: 'Resellers.csv',
    code: 'AW-CUSTOMERS',
    functionality: 'CustomerDataUploadFormat',
    fields: [
      made('customer_number', 'concat("AW-", ResellerKey)'),
      from('customer_name', 'ResellerName'),
      fixed('customer_type', 'reseller'),
      from('customer_group', 'BusinessType', { qualifier: 'AW-BUSINESS' }),
      from('city', 'City'),
      from('region', 'StateProvinceName'),
      from('country', 'Country_Region', { qualifier: 'AW-COUNTRY' }),
      fixed('currency', 'USD'),
    ],
  },
  {
    file: 'Resellers.csv',
    code: 'AW-CUSTOMER-XREF',
    functionality: 'XrefCustomerDataFormats',
    fields: [
      fixed('source_system', 'AW'),
      from('external_number', 'ResellerKey'),
      from('external_name', 'ResellerName'),
      made('customer_number', 'concat("AW-", ResellerKey)'),
    ],
  },
  {
    file: 'Product.csv',
    code: 'AW-MATERIALS',
    functionality: 'MaterialMasterDataFormat',
    control: 'standard_cost',
    fields: [
      made('material_number', 'concat("AW-", ProductKey)'),
      from('material_description', 'Product'),
      from('standard_cost', 'StandardCost'),
      fixed('currency', 'USD'),
      { ...from('color', 'Color'), value_map: { NA: '' } },
      from('material_group', 'Subcategory'),
      from('product_category', 'EnglishProductCategoryName'),
    ],
  },
  {
    file: 'Product.csv',
    code: 'AW-MATERIAL-XREF',
    functionality: 'XrefMaterialMasterDataFormats',
    fields: [
      fixed('source_system', 'AW'),
      from('external_number', 'ProductKey'),
      made('material_number', 'concat("AW-", ProductKey)'),
    ],
  },
]

const qualifiers: readonly (readonly [string, string, string])[] = [
  ...(
    [
      ['Australia', 'AU'],
      ['Canada', 'CA'],
      ['France', 'FR'],
      ['Germany', 'DE'],
      ['United Kingdom', 'GB'],
      ['United States', 'US'],
    ] as const
  ).map(([name, code]) => ['AW-COUNTRY', name, code] as const),
  ['AW-BUSINESS', 'Ware House', 'Warehouse'],
]

let it: Awaited<ReturnType<typeof uploadApp>>
let rates: Awaited<ReturnType<typeof sourceServer>>
let organizationId = 0

beforeAll(async () => {
  rates = await sourceServer()
  rates.json('/rates', {
    base: 'USD',
    rates: [
      { to: 'EUR', day: '2026-01-01', rate: '0.92' },
      { to: 'GBP', day: '2026-01-01', rate: '0.79' },
      { to: 'CAD', day: '2026-01-01', rate: '1.36' },
    ],
  })
  it = await uploadApp([], { environment: { TIERLINE_INTEGRATION_HOSTS: rates.host } })
  const [row] = await it.product.db.system((tx) =>
    tx.query<{ id: number }>(sql`select organization_id as id from organization where code = 'N'`),
  )
  organizationId = row!.id
})

afterAll(async () => {
  await it?.product.close()
  await rates?.close()
})

const created = async (path: string, body: object) => {
  const answer = await it.post(path, body)
  expect(answer.status, `${path}: ${JSON.stringify(answer.body.error)}`).toBe(201)
  return answer.body.response!
}

async function setUp(): Promise<void> {
  for (const [qualifier, source_value, target_value] of qualifiers)
    await created('integration-qualifiers', { qualifier, source_value, target_value })
  for (const { code, functionality, distinct, control, file, fields } of steps) {
    const mapping = await created('integration-mapping', { name: code, functionality, body: { fields } })
    await created('integration-setup', {
      code,
      name: code,
      mapping: mapping['code'],
      folder: code.toLowerCase(),
      file_pattern: file,
      distinct_by: distinct,
      control_field: control,
    })
  }
  const ofRates = [
    fixed('rate_type', 'average'),
    fixed('from_currency', 'USD'),
    from('to_currency', 'to'),
    from('valid_from', 'day'),
    from('rate', 'rate'),
  ]
  const mapping = await created('integration-mapping', {
    name: 'AW-RATES',
    functionality: 'CurrencyRateFormats',
    body: { fields: ofRates },
  })
  await created('integration-setup', {
    code: 'AW-RATES',
    name: 'Rates',
    mapping: mapping['code'],
    source_type: 'https',
    url: `${rates.origin}/rates`,
    response_format: 'json',
    records_path: 'rates',
  })
  // In one go: each follows the success of the one before.
  const chain = [...steps.map(({ code }) => code), 'AW-RATES']
  for (const [at, code] of chain.entries())
    await created('batch-job-definition', {
      code: `JOB-${code}`,
      name: code,
      job_type: 'integration',
      integration: code,
      app_type: 'Integration Studio',
      retries: 0,
      ...(at === 0 ? {} : { schedule: 'after', after_job: `JOB-${chain[at - 1]!}` }),
    })
}

async function handOver(): Promise<void> {
  for (const { code, file } of steps) {
    const folder = join(it.product.dataDir, 'drop', String(organizationId), 'in', code.toLowerCase())
    await mkdir(folder, { recursive: true })
    if (whole) await copyFile(join(whole, file), join(folder, file))
    else await writeFile(join(folder, file), slice[file]!)
  }
}

async function go() {
  await handOver()
  const started = performance.now()
  const [first] = recordsOf(await it.get(`batch-job-definition?code=JOB-${steps[0]!.code}`))
  const before = recordsOf(await it.get('batch-job-status?limit=1'))[0]?.['number'] ?? 0
  await it.post('batch-job-definition/actions/run-now', { ids: [first!['id']] })
  const ended = async () => recordsOf(await it.get(`batch-job-status?number.gt=${String(before)}&sort=number&limit=50`))
  await expect
    .poll(async () => (await ended()).filter(({ status }) => status !== 'waiting' && status !== 'running').length, {
      timeout: 120_000,
      interval: 100,
    })
    .toBe(steps.length + 1)
  return { runs: await ended(), seconds: (performance.now() - started) / 1_000 }
}

const tables = [
  'customer',
  'material',
  'employee',
  'territory',
  'customer_cross_reference',
  'material_cross_reference',
  'currency_rate',
]
const snapshot = () =>
  it.product.db.system(async (tx) => {
    const found = []
    for (const table of tables) {
      const text = `select count(*)::int as rows, md5(coalesce(string_agg(t::text, e'\\n' order by id), '')) as all from ${table} t`
      found.push(await tx.client.query(text))
    }
    return found.map(({ rows }, index) => ({ table: tables[index]!, ...(rows[0] as { rows: number; all: string }) }))
  })

test('a customer of another system moves in, twice, the second time changing nothing', async () => {
  await setUp()
  const first = await go()
  expect(first.runs.map(({ name, status, message }) => [name, status, message])).toEqual(
    first.runs.map(({ name, message }) => [name, 'complete', message]),
  )
  const after = await snapshot()
  const second = await go()
  for (const run of second.runs)
    expect(run, String(run['name'])).toMatchObject({ status: 'complete', inserted: 0, updated: 0, rejected: 0 })
  expect(await snapshot()).toEqual(after)
  if (whole)
    process.stdout.write(
      `${JSON.stringify({ first: first.seconds, second: second.seconds, rows: Object.fromEntries(after.map(({ table, rows }) => [table, rows])) }, null, 1)}\n`,
    )
  const histories = await Promise.all(
    steps.map(async ({ code }) => recordsOf(await it.get(`integration-setup/history?integration=${code}`))),
  )
  for (const files of histories.flatMap((runs) => runs.map((run) => run['files'])))
    expect(files).toMatchObject([{ reconciliation: { reconciled: true } }])
  expect(recordsOf(await it.get('customer-data?customer_number=AW-1'))).toMatchObject([
    { customer_name: 'A Bike Store', country: 'US', customer_group: 'Value Added Reseller' },
  ])
  expect(recordsOf(await it.get('material-master?material_number=AW-210'))).toMatchObject([
    { material_description: 'HL Road Frame - Black, 58', standard_cost: '868.6300' },
  ])
  expect(recordsOf(await it.get('territory?territory=AW-1'))).toHaveLength(1)
  expect(recordsOf(await it.get('employee?employee_number=AW-272'))).toMatchObject([{ territory: 'AW-1' }])
  expect(recordsOf(await it.get('currency-rates?from_currency=USD&to_currency=GBP'))).toHaveLength(1)
}, 240_000)

test('the guide describes the integrations as they are tried here', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'docs', 'guides')
  const guide = await readFile(join(folder, 'moving-a-customer-in.md'), 'utf8')
  for (const { code, file, functionality } of steps)
    for (const word of [code, file, functionality]) expect(guide).toContain(word)
})
