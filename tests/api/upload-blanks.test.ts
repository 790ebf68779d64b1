import { afterAll, beforeAll, expect, test } from 'vitest'
import { f, normalizeScreen, when } from '#src/definition'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

const blanks = normalizeScreen({
  name: 'upload-blank',
  label: ['Blank', 'Blanks'],
  area: 'masters',
  endpoint: 'upload-blank',
  table: { key: ['code', 'part'], history: true },
  fields: {
    code: f.text({ max: 20, required: true }),
    part: f.text({ max: 20, default: 'MAIN' }),
    kind: f.choice(['plain', 'special'], { default: 'plain', required: true }),
    rank: f.integer({ default: 3, required: true }),
    note: f.text({ max: 20, default: 'none' }),
    // Shown for special ones, and then there has to be one.
    reason: f.text({ max: 20, default: 'unknown', visible: when.eq('kind', 'special'), required: 'whenVisible' }),
  },
  list: { path: '/upload-blank', columns: ['code'] },
  upload: { functionality: 'BlankFormat' },
  access: { read: 'any', write: 'any' },
})

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([blanks])
})

afterAll(() => app?.product.close())

const names = (list: string, more: object = {}) => ({ fields: list.split(',').map((name) => column(name, name, more)) })

async function imported(content: string, functionality: string, format?: object) {
  const head = content.slice(0, content.indexOf('\n'))
  const { id, upload } = await app.checked(content, format ?? names(head), functionality)
  await app.post(`uploads/${id}/commit`, { only_valid: true })
  return { upload, done: await app.settled(id) }
}

test('a blank cell leaves a record that is there the status it has, and what hangs on it', async () => {
  await app.post('customer-data', {
    customer_number: 'BK1',
    customer_name: 'One',
    status: 'blocked',
    block_reason: 'fraud',
  })
  const { upload } = await imported(
    'customer_number,customer_name,status\nBK1,One,\nBK2,Two,\n',
    'CustomerDataUploadFormat',
  )
  expect(upload).toMatchObject({ counts: { unchanged: 1, insert: 1, rejected: 0 } })
  expect(recordsOf(await app.get('customer-data?sort=customer_number'))).toMatchObject([
    { customer_number: 'BK1', status: 'blocked', block_reason: 'fraud' },
    { customer_number: 'BK2', status: 'active' },
  ])
})

test('of all kinds of fields: what must be there stays, what need not is emptied, and new records get the defaults', async () => {
  await app.post('upload-blank', { code: 'A', kind: 'special', rank: 7, note: 'kept', reason: 'because' })
  await app.post('upload-blank', { code: 'B', kind: 'plain', rank: 8, note: 'kept' })
  const { upload } = await imported(
    'code,part,kind,rank,note,reason\nA,,,,,\nB,,special,,,\nC,,,,,\nD,,,x,,\nA,OTHER,,,,\n',
    'BlankFormat',
  )
  expect(upload).toMatchObject({ counts: { update: 2, insert: 2, rejected: 1 } })
  expect(recordsOf(await app.get('upload-blank?sort=code,part'))).toMatchObject([
    { code: 'A', part: 'MAIN', kind: 'special', rank: 7, note: null, reason: 'because' },
    { code: 'A', part: 'OTHER', kind: 'plain', rank: 3, note: 'none', reason: null },
    { code: 'B', part: 'MAIN', kind: 'special', rank: 8, note: null, reason: 'unknown' },
    { code: 'C', part: 'MAIN', kind: 'plain', rank: 3, note: 'none', reason: null },
  ])
  const again = await imported('code,kind,rank,note\nA,,,\n', 'BlankFormat')
  expect(again.upload).toMatchObject({ counts: { unchanged: 1 } })
})

test('what a format has for empty cells is written to every line, and so are the results of formulas', async () => {
  await app.post('upload-blank', { code: 'E', kind: 'special', rank: 7, reason: 'because' })
  const format = {
    fields: [
      column('code', 'code'),
      column('note', 'note', { when_empty: 'default', default: 'of the format' }),
      { field: 'rank', source: 'formula', formula: 'number(rank) + 1' },
    ],
  }
  const { upload } = await imported('code,note,rank\nE,,\nF,,\nG,,4\n', 'BlankFormat', format)
  expect(upload).toMatchObject({ counts: { update: 1, insert: 2, rejected: 0 } })
  expect(recordsOf(await app.get('upload-blank?code.in=E,F,G&sort=code'))).toMatchObject([
    { code: 'E', note: 'of the format', rank: 7 },
    { code: 'F', note: 'of the format', rank: 3 },
    { code: 'G', rank: 5 },
  ])
})

test('a file of which no line is valid is not written, not even its valid lines', async () => {
  const content = 'code,kind\nX,nonsense\nY,nonsense\n'
  const { id } = await app.checked(content, names('code,kind'), 'BlankFormat')
  expect(await app.post(`uploads/${id}/commit`, { only_valid: true })).toMatchObject({
    status: 409,
    body: { message: 'No line is valid, so there is nothing to import. Correct the lines first.' },
  })
  expect(await app.settled(id)).toMatchObject({ state: 'checked' })
})
