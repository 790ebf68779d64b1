import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { rebateApp, rule, tier, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp
type Row = Record<string, unknown>
interface Told {
  readonly differences: readonly Row[]
  readonly contracts: readonly string[]
  readonly success_msg?: string
  readonly error_list?: Readonly<Record<string, string>>
  readonly messageLog: readonly string[]
}

const call = (method: 'GET' | 'POST', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const one = async (path: string): Promise<Row> => ((await call('GET', path)).body.response!['records'] as Row[])[0]!

async function download(
  path: string,
  token = it.analyst,
  method: 'GET' | 'POST' = 'GET',
  file?: ReturnType<typeof multipartFile>,
) {
  const answer = await it.s.app.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}`, 'x-access-token': token, ...file?.headers },
    ...(file ? { payload: file.body } : {}),
  })
  return { status: answer.statusCode, name: String(answer.headers['content-disposition']), bytes: answer.rawPayload }
}

async function upload(
  path: string,
  content: Buffer | string,
  token = it.analyst,
): Promise<{ status: number; told: Told }> {
  const answer = await it.s.call('POST', `/api/${path}`, { token, ...multipartFile('rules.xlsx', content) })
  return { status: answer.status, told: (answer.body.response ?? answer.body) as unknown as Told }
}

/** The downloaded workbook with other cells. */
async function changed(
  bytes: Buffer,
  change: (sheet: string, row: unknown[], at: number) => unknown[],
): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  const next = sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map((row, at) => change(name, [...row], at) as (string | number | null)[]),
  }))
  return Buffer.from(await writeXlsx({ sheets: next }))
}

const term = { group_no: 1, mode: 'include', attribute: 'customer.customer_number', operator: 'like', value: 'F*' }

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('F1')
  const terms = {
    rules: [rule({ tier_mode: 'retro', description: 'Plain' })],
    tiers: [tier('0', '5000', '1'), tier('5000', null, '2.5')],
  }
  await it.create('contracts', it.contract('F-1', 'F1', { ...terms, eligibility: [term] }))
  await it.agree('F-2', 'F1', terms)
})
afterAll(() => it.s.close())

test('what was downloaded changes nothing when it comes back', async () => {
  const file = await download('contract-rules/download?search=F-')
  expect([file.status, file.name]).toEqual([200, expect.stringContaining('ContractRules.xlsx')])
  const { status, told } = await upload('contract-upload/v2', file.bytes)
  expect([status, told]).toEqual([
    200,
    { differences: [], contracts: [], success_msg: 'Everything is as it was.', messageLog: [] },
  ])
})

test('changed cells are told first, then a draft is changed itself and an approved contract by a request', async () => {
  const file = await download('contract-rules/download?search=F-')
  const next = await changed(file.bytes, (sheet, row, at) =>
    sheet === 'Tiers' && at > 0 && row[2] === 5000 ? row.map((cell) => (cell === 2.5 ? 3 : cell)) : row,
  )
  const difference = (contract_number: string) => ({
    contract_number,
    place: 'Tiers 1, 5000: Rate',
    old_value: '2.5',
    new_value: '3',
  })
  const dry = await upload('calculation-rules/upload?dry_run=true', next)
  expect(dry.told).toMatchObject({
    differences: [difference('F-1'), difference('F-2')],
    success_msg: '2 values of 2 contracts would change.',
  })
  expect(await one('contracts?contract_number=F-1')).toMatchObject({ tiers: [{ rate: '1' }, { rate: '2.5' }] })
  const looked = await download('contract-rules/differences', it.analyst, 'POST', multipartFile('rules.xlsx', next))
  expect(looked.name).toContain('differences.xlsx')
  expect((await readXlsx(looked.bytes)).sheets[0]!.rows).toEqual([
    ['Contract', 'Where', 'Old', 'New'],
    ['F-1', 'Tiers 1, 5000: Rate', '2.5', '3'],
    ['F-2', 'Tiers 1, 5000: Rate', '2.5', '3'],
  ])

  const { told } = await upload('calculation-rules/upload?reason=Price%20round', next)
  expect(told.messageLog).toEqual(['F-1 was changed', expect.stringMatching(/^F-2 is changed by CR-/)])
  expect(await one('contracts?contract_number=F-1')).toMatchObject({
    tiers: [{ rate: '1' }, { rate: '3' }],
    eligibility: [{ value: 'F*' }],
  })
  const contract = await one('contracts?contract_number=F-2')
  expect(contract).toMatchObject({ tiers: [{ rate: '1' }, { rate: '2.5' }] })
  expect(await one(`contracts/update-request?request_number=${String(contract['open_change'])}`)).toMatchObject({
    reason: 'Price round',
    tiers: [{ rate: '1' }, { rate: '3' }],
  })
})

test('with anything wrong nothing is written, and every cell is told', async () => {
  const sheets = [
    {
      name: 'Rules',
      rows: [
        ['Contract', 'Rule', 'Pays', 'Tiers', 'Rate'],
        ['F-1', 1, 'Whatever', 'No tiers', 2],
        ['NONE', 1, 'Percent of the basis', 'No tiers', 2],
        ['', 1, null, null, 1],
      ],
    },
    {
      name: 'Eligibility',
      rows: [
        ['Contract', 'Attribute', 'Value'],
        ['F-1', 'customer.country', 'Spain'],
      ],
    },
  ]
  const { told } = await upload('contract-upload/v2', Buffer.from(await writeXlsx({ sheets })))
  expect(told.success_msg).toBeUndefined()
  expect(Object.keys(told.error_list ?? {})).toEqual(
    expect.arrayContaining(['Rules line 2, Pays', 'NONE', 'Rules line 4, Contract']),
  )
  expect(await one('contracts?contract_number=F-1')).toMatchObject({ eligibility: [{ value: 'F*' }] })
  const strange = await upload(
    'eligibility-rules/upload',
    Buffer.from(await writeXlsx({ sheets: [{ name: 'Prices', rows: [['A']] }] })),
  )
  expect([strange.status, JSON.stringify(strange.told)]).toEqual([422, expect.stringContaining('none of the sheets')])
  expect((await upload('contract-upload/v2', 'no workbook')).status).toBe(422)
  expect((await upload('contract-upload/v2', Buffer.from(await writeXlsx({ sheets })), it.reader)).status).toBe(403)
})

test('eligibility comes in by a workbook of its own', async () => {
  const rows = [
    ['Contract', 'Group', 'Mode', 'Attribute', 'Operator', 'Value'],
    ['F-1', 2, 'Exclude', 'Customer: country', 'is', 'Spain'],
  ]
  const { told } = await upload(
    'eligibility-rules/upload?calculation_method=percent',
    Buffer.from(await writeXlsx({ sheets: [{ name: 'Eligibility', rows }] })),
  )
  expect(told.error_list).toBeUndefined()
  expect(await one('contracts?contract_number=F-1')).toMatchObject({
    eligibility: [{ group_no: 2, mode: 'exclude', attribute: 'customer.country', value: 'Spain' }],
    rules: [{ rule_no: 1 }],
  })
})

test('terms travel as an interchange, and come back as they were', async () => {
  await it.create(
    'contracts',
    it.contract('F-3', 'F1', { rules: [rule({ rate: '2', description: 'A~B * C 100%' })], eligibility: [term] }),
  )
  const file = await download('contract-edi/download?contract_number=F-3')
  const text = file.bytes.toString()
  expect(text).toContain('ST*845*0001~')
  expect(text).toContain('value=F%2A')
  expect((await upload('contract-edi/upload', text)).told).toMatchObject({
    differences: [],
    success_msg: 'Everything is as it was.',
  })
  const { told } = await upload('contract-edi/upload', text.replace('rate=2', 'rate=2.75'))
  expect(told.differences).toEqual([
    { contract_number: 'F-3', place: 'Rules 1: Rate', old_value: '2', new_value: '2.75' },
  ])
  expect(await one('contracts?contract_number=F-3')).toMatchObject({
    rules: [{ rate: '2.75', description: 'A~B * C 100%' }],
    eligibility: [{ value: 'F*' }],
  })
  expect((await upload('contract-edi/upload', text.replace('rate=2', 'price=2'))).told.error_list).toMatchObject({
    'Segment 7 (RUL), price': 'There is no such field',
  })
  expect((await upload('contract-edi/upload', text.slice(0, 300))).status).toBe(422)
})

test('how contracts are settled changes for many at once', async () => {
  const answer = await call('POST', 'contractheader-accrualspayments-update', {
    contract_numbers: ['F-3'],
    payment_frequency: 'month',
    payment_calc_days: 10,
  })
  expect(answer.body.response).toMatchObject({ total_record: 1, records: [{ contract_number: 'F-3', by: 'contract' }] })
  expect(await one('contracts?contract_number=F-3')).toMatchObject({
    payment_frequency: 'month',
    payment_calc_days: 10,
  })
  expect((await call('POST', 'contractheader-accrualspayments-update', { contract_numbers: ['F-3'] })).status).toBe(400)
})
