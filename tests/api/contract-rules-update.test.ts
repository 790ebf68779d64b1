import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { rebateApp, rule, tier, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp
type Row = Record<string, unknown>

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, token = it.analyst) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const one = async (path: string): Promise<Row> => (await it.listed(path))[0]!
const act = async (id: number, name: string, token = it.analyst) =>
  (await call('POST', `contract-mass-update/actions/${name}`, { ids: [id] }, token)).body
const update = async (id: number): Promise<Row> => (await call('GET', `contract-mass-update/${id}`)).body.response!
const lines = async (id: number) =>
  (await it.listed(`contract-mass-update-lines?run_number=${String((await update(id))['run_number'])}&sort=line`)).map(
    (line) => [line['contract_number'], line['outcome'], line['state_after'] ?? line['message']],
  )

/** The file that an update holds. */
async function fileOf(id: number): Promise<Buffer> {
  const { id: fileId } = (await update(id))['rules_file'] as { id: string }
  const answer = await it.s.app.inject({
    method: 'GET',
    url: `/api/files/${fileId}`,
    headers: { authorization: `Bearer ${it.analyst}` },
  })
  return answer.rawPayload
}

/** Hands in another file; what was foreseen before is foreseen no more. */
async function handIn(id: number, bytes: Buffer, name = 'ContractRules.xlsx'): Promise<void> {
  const sent = await it.s.call('POST', '/api/files?screen=contract-mass-update&field=rules_file', {
    token: it.analyst,
    ...multipartFile(name, bytes),
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const { row_version } = await update(id)
  const put = await call('PUT', `contract-mass-update/${id}`, { row_version, rules_file: sent.body.response })
  expect([put.status, put.body.response?.['status']]).toEqual([200, 'draft'])
}

/** The workbook with other lines. */
async function rewritten(bytes: Buffer, change: (sheet: string, rows: unknown[][]) => unknown[][]): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  const next = sheets.map(({ name, rows }) => ({
    name,
    rows: change(name, rows as unknown[][]) as (string | number | null)[][],
  }))
  return Buffer.from(await writeXlsx({ sheets: next }))
}

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('RU')
  const tiers = [tier('0', '5000', '1'), tier('5000', null, '2.5')]
  await it.agree('RU-1', 'RU', { rules: [rule({ tier_mode: 'retro' })], tiers })
  await it.create('contracts', it.contract('RU-2', 'RU', { rules: [rule({ tier_mode: 'retro' })], tiers }))
  await it.create('contracts', it.contract('RU-3', 'RU', { rules: [rule({ rate: '4' })] }))
})
afterAll(() => it.s.close())

async function begun(): Promise<number> {
  const made = await it.create('contract-mass-update', {
    description: 'Round of prices',
    action: 'rules_file',
    partner_number: 'RU',
    contract_status: null,
  })
  expect([made.status, made.body.error]).toEqual([201, undefined])
  return (made.body.response as { id: number }).id
}

test('terms are filled into a file, changed there, foreseen contract by contract, taken over and taken back', async () => {
  const id = await begun()
  expect(JSON.stringify(await act(id, 'preview'))).toContain('There is no file yet.')
  expect((await act(id, 'fill-file')).response).toMatchObject({ done: 1 })
  expect((await act(id, 'preview')).response).toMatchObject({ done: 1 })
  expect(await lines(id)).toEqual(
    ['RU-1', 'RU-2', 'RU-3'].map((number) => [number, 'unchanged', 'It is as the file says']),
  )

  const next = await rewritten(await fileOf(id), (sheet, rows) =>
    sheet === 'Tiers' ? rows.map((row) => row.map((cell) => (cell === 2.5 ? 3 : cell))) : rows,
  )
  await handIn(id, next)
  await act(id, 'preview')
  expect(await lines(id)).toEqual([
    ['RU-1', 'planned', 'Change request: Tiers 1, 5000: Rate: 2.5 → 3'],
    ['RU-2', 'planned', 'Tiers 1, 5000: Rate: 2.5 → 3'],
    ['RU-3', 'unchanged', 'It is as the file says'],
  ])
  expect(await one('contracts?contract_number=RU-2')).toMatchObject({ tiers: [{ rate: '1' }, { rate: '2.5' }] })

  await act(id, 'run')
  await expect.poll(async () => (await update(id))['status']).toBe('done')
  expect(await update(id)).toMatchObject({ done: 2, failed: 0 })
  expect(await one('contracts?contract_number=RU-2')).toMatchObject({ tiers: [{ rate: '1' }, { rate: '3' }] })
  expect(await one('contracts?contract_number=RU-1')).toMatchObject({
    tiers: [{ rate: '1' }, { rate: '2.5' }],
    open_change: expect.stringMatching(/^CR-/),
  })
  expect((await act(id, 'take-back')).response).toMatchObject({ done: 1 })
  expect(await one('contracts?contract_number=RU-2')).toMatchObject({ tiers: [{ rate: '1' }, { rate: '2.5' }] })
  expect(await one('contracts?contract_number=RU-1')).toMatchObject({ open_change: null })
})

test('what cannot be taken is told at its line, and holds up only the contract it is about', async () => {
  const id = await begun()
  await act(id, 'fill-file')
  const wrong = await rewritten(await fileOf(id), (sheet, rows) => {
    if (sheet === 'Rules')
      return [
        ...rows.map((row) =>
          row[0] === 'RU-2' ? row.map((cell) => (cell === 'Percent of the basis' ? 'Whatever' : cell)) : row,
        ),
        ['NONE', 1],
        [null, 2],
      ]
    return sheet === 'Tiers' ? rows.map((row) => row.map((cell) => (cell === 2.5 ? 2.75 : cell))) : rows
  })
  await handIn(id, wrong)
  await act(id, 'preview')
  expect(await update(id)).toMatchObject({ matched: 3, changes: 1, conflicts: 3, unchanged: 1 })
  expect(await lines(id)).toEqual([
    ['NONE', 'conflict', 'There is no such contract'],
    [null, 'conflict', 'Rules line 6, Contract: Name the contract.'],
    ['RU-1', 'planned', 'Change request: Tiers 1, 5000: Rate: 2.5 → 2.75'],
    ['RU-2', 'conflict', expect.stringMatching(/^Rules line 3, Pays: /)],
    ['RU-3', 'unchanged', 'It is as the file says'],
  ])
  await act(id, 'run')
  await expect.poll(async () => (await update(id))['status']).toBe('done')
  expect(await update(id)).toMatchObject({ done: 1, failed: 0 })
  expect(await one('contracts?contract_number=RU-2')).toMatchObject({ tiers: [{ rate: '1' }, { rate: '2.5' }] })
  await act(id, 'take-back')
})

test('a file that is none is refused with the reason; readers neither fill nor run one', async () => {
  const id = await begun()
  await handIn(id, Buffer.from(await writeXlsx({ sheets: [{ name: 'Prices', rows: [['A']] }] })))
  expect(JSON.stringify(await act(id, 'preview'))).toContain('none of the sheets')
  for (const action of ['fill-file', 'preview', 'run'])
    expect((await act(id, action, it.reader)).error?.code, action).toMatch(/FORBIDDEN|DENIED/)
})
