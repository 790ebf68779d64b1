import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { f, normalizeScreen, when } from '#src/definition'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

/** What is seen hangs on what is seen before it. */
const chain = normalizeScreen({
  name: 'upload-chain',
  label: ['Chain', 'Chains'],
  area: 'masters',
  endpoint: 'upload-chain',
  table: { key: ['code'], history: true },
  fields: {
    code: f.text({ max: 20, required: true }),
    type: f.choice(['owned', '3pl'], { default: 'owned' }),
    operator: f.text({ max: 20, default: 'NOBODY', visible: when.eq('type', '3pl') }),
    fee: f.money({ default: '5', visible: when.notEmpty('operator') }),
    from: f.date({ visible: when.notEmpty('fee') }),
    to: f.date({ after: 'from' }),
  },
  list: { path: '/upload-chain', columns: ['code'] },
  upload: { functionality: 'ChainFormat' },
  access: { read: 'any', write: 'any' },
})

/** What fits beside other fields only. */
const span = normalizeScreen({
  name: 'upload-span',
  label: ['Span', 'Spans'],
  area: 'masters',
  endpoint: 'upload-span',
  table: { key: ['code'], history: true },
  fields: {
    code: f.text({ max: 20, required: true }),
    kind: f.choice(['open', 'closed'], { default: 'closed' }),
    least: f.decimal(10, 2, { visible: when.eq('kind', 'closed') }),
    most: f.decimal(10, 2, {
      rejects: [
        { when: when.lt('most', when.field('least')), message: 'The most is less than the least' },
        { when: when.ne('most', when.field('usual')), message: 'The most is not the usual' },
      ],
    }),
    usual: f.integer({ default: 7 }),
  },
  list: { path: '/upload-span', columns: ['code'] },
  upload: { functionality: 'SpanFormat' },
  access: { read: 'any', write: 'any' },
})

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([chain, span])
})

afterAll(() => app?.product.close())

const customers = 'CustomerDataUploadFormat'
const employees = 'EmployeeFormats'

/** Line and reasons of every line that is rejected. */
async function rejected(id: number): Promise<(readonly [unknown, string])[]> {
  return recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected&limit=1000`)).map(({ line, reasons }) => [
    line,
    (reasons as { message: string }[]).map(({ message }) => message).join('; '),
  ])
}

describe('references that lead back', () => {
  const fields = [
    column('customer_number', 'No'),
    column('customer_name', 'Name'),
    column('parent_customer', 'Parent'),
    column('credit_limit', 'Limit'),
  ]
  const circle = 'would lead back to this record'

  test('are found through lines and records, at the cells of the circle only', async () => {
    for (const [number, parent] of [
      ['D1', null],
      ['D2', 'D1'],
      ['D3', 'D2'],
      ['DX', 'D3'],
    ])
      await app.post('customer-data', { customer_number: number, customer_name: number, parent_customer: parent })
    const lines = [
      'A1,a,A2',
      'A2,a,A3',
      'A3,a,A1',
      'A4,leads into it,A1',
      'B1,b,B2',
      'B2,b,',
      'D1,through two records,DX',
      'S,self,S',
      'X1,unknown,NOBODY',
      'X2,of the unknown,X1',
    ]
    const { id, upload } = await app.checked(
      `No,Name,Parent,Limit\n${lines.map((line) => `${line},`).join('\n')}\n`,
      { fields },
      customers,
    )
    expect(await rejected(id)).toEqual([
      [2, `Parent customer "A2" ${circle}`],
      [3, `Parent customer "A3" ${circle}`],
      [4, `Parent customer "A1" ${circle}`],
      [5, 'There is no customer "A1"'],
      [8, `Parent customer "DX" ${circle}`],
      [9, 'Parent customer cannot be the record itself'],
      [10, 'There is no customer "NOBODY"'],
      [11, 'There is no customer "X1"'],
    ])
    expect(upload).toMatchObject({ counts: { insert: 2, rejected: 8 } })
  })

  test('may be turned around by the file itself', async () => {
    const lines = ['D1,One,D2', 'D2,Two,', 'D3,Three,D1']
    const { id, upload } = await app.checked(
      `No,Name,Parent,Limit\n${lines.map((line) => `${line},`).join('\n')}\n`,
      { fields },
      customers,
    )
    expect(await rejected(id)).toEqual([])
    expect(upload).toMatchObject({ counts: { update: 3 } })
  })

  const moved = async (number: string, parent: string | null) => {
    const [record] = recordsOf(await app.get(`customer-data?customer_number=${number}`))
    const { id, row_version } = record!
    expect((await app.put(`customer-data/${String(id)}`, { row_version, parent_customer: parent })).status).toBe(200)
  }
  const chained = async (...numbers: string[]) => {
    for (const number of numbers)
      await app.post('customer-data', { customer_number: number, customer_name: number, parent_customer: null })
    return (lines: string) => app.checked(`No,Name,Parent,Limit\n${lines}\n`, { fields }, customers)
  }
  const parentsOf = async (...numbers: string[]) =>
    Promise.all(
      numbers.map(
        async (number) => recordsOf(await app.get(`customer-data?customer_number=${number}`))[0]!['parent_customer'],
      ),
    )

  test('are found as well where others moved records between the check and the import', async () => {
    const { id } = await (await chained('V1', 'V2'))('V1,V1,V2,')
    await moved('V2', 'V1')
    await app.post(`uploads/${id}/commit`, {})
    expect(await app.settled(id)).toMatchObject({
      state: 'checked',
      message: expect.stringContaining('Parent customer of V1 would lead back to itself'),
    })
    expect(await parentsOf('V1', 'V2')).toEqual([null, 'V1'])
  })

  test('are found as well where an import is taken back', async () => {
    const check = await chained('W1', 'W2', 'W3')
    await moved('W1', 'W2')
    const { id } = await check('W1,W1,W3,')
    await app.post(`uploads/${id}/commit`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'committed' })
    await moved('W2', 'W1')
    await app.post(`uploads/${id}/undo`, {})
    expect(await app.settled(id)).toMatchObject({
      state: 'committed',
      message: expect.stringContaining('Parent customer of W1 would lead back to itself'),
    })
    expect(await parentsOf('W1', 'W2')).toEqual(['W3', 'W1'])
  })

  test('in a circle of twenty thousand lines', async () => {
    const count = 20_000
    const lines = Array.from({ length: count }, (_, index) => `R${index},ring,R${(index + 1) % count},`)
    const { upload } = await app.checked(
      `No,Name,Parent,Limit\n${lines.join('\n')}\nRX,into,R7,\nRY,none,,\n`,
      { fields },
      customers,
    )
    expect(upload).toMatchObject({ counts: { insert: 1, rejected: count + 1 } })
  })
})

describe('fields that the file does not have', () => {
  const sheet = (line: string) => `No,Name,Status\n${line}\n`
  const fields = [column('customer_number', 'No'), column('customer_name', 'Name'), column('status', 'Status')]
  const write = async (content: string, format: object, functionality = customers) => {
    const { id, upload } = await app.checked(content, format, functionality)
    await app.post(`uploads/${id}/commit`, {})
    return { checked: upload, done: await app.settled(id) }
  }
  const employeeFields = [
    column('employee_number', 'No'),
    column('full_name', 'Name'),
    column('commission_eligible', 'Eligible'),
  ]

  test('are cleared when a line hides them, as the form does', async () => {
    await app.post('customer-data', {
      customer_number: 'H1',
      customer_name: 'Held',
      status: 'blocked',
      block_reason: 'Unpaid',
    })
    const { done } = await write(sheet('H1,Held,active'), { fields })
    expect(done).toMatchObject({ state: 'committed', result: { updated: 1 } })
    expect(recordsOf(await app.get('customer-data?customer_number=H1'))).toMatchObject([
      { status: 'active', block_reason: null },
    ])
    const [entry] = recordsOf(
      await app.get(
        `customer-data/${String(recordsOf(await app.get('customer-data?customer_number=H1'))[0]!['id'])}/history`,
      ),
    )
    expect(entry!['changes']).toMatchObject({ block_reason: ['Unpaid', null] })
  })

  test('keep what they hold while they are shown', async () => {
    await app.post('employee', {
      employee_number: 'E1',
      full_name: 'Eve',
      commission_eligible: true,
      commission_plan: 'GOLD',
    })
    const { checked } = await write('No,Name,Eligible\nE1,Eve,true\n', { fields: employeeFields }, employees)
    expect(checked).toMatchObject({ counts: { unchanged: 1 } })
    expect(recordsOf(await app.get('employee?employee_number=E1'))).toMatchObject([{ commission_plan: 'GOLD' }])
  })

  test('take their defaults first and are cleared when hidden, link by link, as by the form', async () => {
    const cases: Record<string, string>[] = [
      { code: 'A', type: '3pl' },
      { code: 'B', type: 'owned' },
      { code: 'C', type: '3pl', operator: 'X', from: '2026-02-01', to: '2026-01-01' },
      { code: 'D', type: 'owned', operator: 'X', from: '2026-02-01', to: '2026-01-01' },
      { code: 'E', type: '3pl', fee: '7' },
    ]
    const shown = ({ type, operator, fee, from, to }: Record<string, unknown>) => ({ type, operator, fee, from, to })
    for (const values of cases) {
      const names = Object.keys(values)
      const content = `${names.join(',')}\n${Object.values(values).join(',')}\n`
      const byForm = await app.post('upload-chain', { ...values, code: `F${values['code']!}` })
      const { checked, done } = await write(content, { fields: names.map((name) => column(name, name)) }, 'ChainFormat')
      expect(Number((checked['counts'] as { rejected: number }).rejected > 0), content).toBe(
        Number(byForm.status >= 400),
      )
      const [row] = recordsOf(await app.get(`upload-chain?code=${values['code']!}`))
      expect(row && shown(row), `${content} ${JSON.stringify(done)}`).toEqual(
        byForm.status === 201 ? shown(byForm.body.response!) : undefined,
      )
    }
    const hide = await write(
      'code,type\nE,owned\n',
      { fields: [column('code', 'code'), column('type', 'type')] },
      'ChainFormat',
    )
    expect(hide.done).toMatchObject({ result: { updated: 1 } })
    expect(recordsOf(await app.get('upload-chain?code=E'))).toMatchObject([{ operator: null, fee: null }])
  })
})

test('what does not fit beside other fields is refused in a file as it is by a call', async () => {
  expect((await app.post('upload-span', { code: 'OLD', least: '5', most: '7' })).status).toBe(201)
  const lines = [
    ['GOOD', 'closed', '2', '7'],
    ['LESS', 'closed', '8', '7'],
    ['ODD', 'closed', '2', '9'],
    ['BOTH', 'closed', '12', '9'],
    ['HIDDEN', 'open', '9', '7'],
    ['NONE', 'closed', '', ''],
    ['UNREAD', 'closed', 'x', '9'],
    ['OLD', 'closed', '9', '7'],
  ] as const
  const columns = [column('code', 'Code'), column('kind', 'Kind'), column('least', 'Least'), column('most', 'Most')]
  const file = `Code,Kind,Least,Most\n${lines.map((line) => line.join(',')).join('\n')}\n`
  const { id } = await app.checked(file, { fields: columns }, 'SpanFormat')
  const [less, usual] = ['The most is less than the least', 'The most is not the usual']
  expect(await rejected(id)).toEqual([
    [3, less],
    [4, usual],
    [5, less],
    [7, usual],
    // The least says nothing where it cannot be read; the other rejection does not ask for it.
    [8, `"x" is not a number; ${usual}`],
    [9, less],
  ])
  for (const [code, kind, least, most] of lines.slice(0, 6)) {
    const { status, body } = await app.post('upload-span', { code, kind, least, most })
    const said = status === 422 ? body.error!.issues![0]!.message : ''
    expect([code, said]).toEqual([
      code,
      (await rejected(id)).find(([line]) => line === 2 + lines.findIndex(([name]) => name === code))?.[1] ?? '',
    ])
  }
})
