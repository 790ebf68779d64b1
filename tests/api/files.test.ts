import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderStore } from '#server/engine/files/file-store.ts'
import { sweepFiles } from '#server/engine/files/sweep-files.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let api: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  api = await uploadApp()
})
afterAll(() => api?.product.close())

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(400, 7)])
const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(20_000)}\n%%EOF`)

const picture = 'files?screen=material&field=picture'
const sheet = 'files?screen=material&field=data_sheet'

interface FileValue {
  id: string
  name: string
  size: number
  type: string
}

async function sent(path: string, content: Buffer | string, name: string, as?: string): Promise<FileValue> {
  const answer = await api.send(path, content, name, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.response as unknown as FileValue
}

const refused = async (path: string, content: Buffer | string, name: string) => {
  const answer = await api.send(path, content, name)
  return `${answer.status} ${answer.body.message}`
}

const download = (id: string, as = api.tokens.north, query = '', headers = {}) =>
  api.product.app.inject({ url: `/api/files/${id}${query}`, headers: { authorization: `Bearer ${as}`, ...headers } })

let serial = 0
async function material(values: object, as?: string) {
  serial += 1
  const answer = await api.post(
    'material-master',
    { material_number: `F${serial}`, material_description: 'With files', ...values },
    as,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.response as { id: number; row_version: number; picture: FileValue; data_sheet: FileValue }
}

const keptFiles = async () =>
  (await readdir(join(api.product.dataDir, 'files'), { recursive: true })).filter((name) => /[0-9a-f-]{36}$/.test(name))

describe('a file', () => {
  it('is sent, saved with its record, and read back byte for byte', async () => {
    const file = await sent(sheet, pdf, 'Prüfbericht – 2026.pdf')
    expect(file).toEqual({ id: file.id, name: 'Prüfbericht – 2026.pdf', size: pdf.length, type: 'application/pdf' })
    const record = await material({ data_sheet: { ...file, name: 'evil.exe', type: 'text/html', size: 1 } })
    expect(record.data_sheet).toEqual(file)
    const answer = await download(file.id, api.tokens.reader)
    expect(answer.statusCode).toBe(200)
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(
      createHash('sha256').update(pdf).digest('hex'),
    )
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': `attachment; filename="Pr_fbericht _ 2026.pdf"; filename*=UTF-8''Pr%C3%BCfbericht%20%E2%80%93%202026.pdf`,
    })
    const again = await download(file.id, api.tokens.north, '', { 'if-none-match': answer.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is shown in place only when it is a safe picture', async () => {
    const image = await sent(picture, png, 'front.png')
    const document = await sent(sheet, pdf, 'sheet.pdf')
    const head = async (id: string) =>
      String((await download(id, api.tokens.north, '?inline=true')).headers['content-disposition']).split(';')[0]
    expect(await head(image.id)).toBe('inline')
    expect(await head(document.id)).toBe('attachment')
  })

  it('that replaces another is told in the history, and the other stays readable from there', async () => {
    const [one, two] = [await sent(picture, png, 'a.png'), await sent(picture, png, 'b.png')]
    const record = await material({ picture: one })
    const changed = await api.put(`material-master/${record.id}`, { picture: two, row_version: 1 })
    expect(changed.body.response?.['picture']).toEqual(two)
    await api.put(`material-master/${record.id}`, { picture: null, row_version: 2 })
    const entries = recordsOf(await api.get(`material-master/${record.id}/history`))
    expect(entries.map((entry) => (entry['changes'] as Record<string, unknown>)['picture'])).toEqual([
      [two, null],
      [one, two],
      [null, one],
    ])
    expect((await download(one.id, api.tokens.reader)).statusCode).toBe(200)
    const restored = await api.put(`material-master/${record.id}`, { picture: one, row_version: 3 })
    expect(restored.status).toBe(200)
  })

  it('that came back as it was read changes nothing', async () => {
    const record = await material({ picture: await sent(picture, png, 'same.png') })
    const answer = await api.put(`material-master/${record.id}`, { ...record })
    expect(answer.body.response).toMatchObject({ row_version: 1 })
  })

  it('is named in an export and has no column in the template', async () => {
    const record = await material({ picture: await sent(picture, png, 'named.png') })
    const exported = await api.product.app.inject({
      url: `/api/material-master/export?format=csv&columns=material_number,picture&material_number=F${serial}`,
      headers: { authorization: `Bearer ${api.tokens.north}` },
    })
    expect(record.picture.name).toBe('named.png')
    expect(exported.body).toContain(`F${serial},named.png`)
    const template = await api.product.app.inject({
      url: '/api/material-master/template?format=csv',
      headers: { authorization: `Bearer ${api.tokens.north}` },
    })
    expect(template.body).toContain('Material')
    expect(template.body).not.toContain('Picture')
  })
})

describe('who may not', () => {
  it('read a file: another organisation, and before it is saved anybody but who sent it', async () => {
    const file = await sent(picture, png, 'mine.png')
    expect((await download(file.id)).statusCode).toBe(200)
    expect((await download(file.id, api.tokens.analyst)).statusCode).toBe(404)
    await material({ picture: file })
    expect((await download(file.id, api.tokens.analyst)).statusCode).toBe(200)
    expect((await download(file.id, api.tokens.south)).statusCode).toBe(404)
    expect((await api.product.app.inject({ url: `/api/files/${file.id}` })).statusCode).toBe(401)
    expect((await download(encodeURIComponent('../../etc/passwd'))).statusCode).toBe(404)
  })

  it('send one: without permission to write, without the field, without signing in', async () => {
    expect((await api.send(picture, png, 'x.png', api.tokens.reader)).status).toBe(403)
    expect((await api.send('files?screen=material&field=nothing', png, 'x.png')).status).toBe(404)
    expect((await api.send('files?screen=nothing&field=picture', png, 'x.png')).status).toBe(404)
    expect((await api.send('files', png, 'x.png')).status).toBe(422)
    const { body, headers } = multipartFile('x.png', png)
    expect((await api.product.call('POST', `/api/${picture}`, { body, headers })).status).toBe(401)
  })

  it('take a file of somebody else into a record', async () => {
    const file = await sent(picture, png, 'of-ann.png')
    const take = async (as: string, number: string) =>
      (await api.post('material-master', { material_number: number, material_description: 'X', picture: file }, as))
        .body.error
    expect(await take(api.tokens.analyst, 'T1')).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: ['picture'], message: 'This file is no longer there. Choose it again.' }],
    })
    expect(await take(api.tokens.south, 'T1')).toMatchObject({ code: 'VALIDATION' })
    expect(await take(api.tokens.north, 'T1')).toBeUndefined()
    expect(await take(api.tokens.south, 'T2')).toMatchObject({ code: 'VALIDATION' })
  })

  it('slip a file past the rules of another field', async () => {
    const file = await sent(sheet, pdf, 'document.pdf')
    const answer = await api.post('material-master', {
      material_number: 'T9',
      material_description: 'X',
      picture: file,
    })
    expect(answer.body.error?.issues).toEqual([
      { path: ['picture'], code: 'file', message: 'Picture does not take this kind of file' },
    ])
  })
})

describe('hostile content', () => {
  it.each([
    ['a page called a picture', '<html><script>alert(1)</script>', 'cute.png', 415],
    ['a drawing that can run scripts', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', 'logo.svg', 415],
    ['a program called a document', Buffer.from(`MZ${'\0'.repeat(300)}`), 'invoice.pdf', 415],
    ['a program by its extension', 'echo hi', 'setup.bat', 415],
    ['a document called a picture', pdf, 'photo.jpg', 415],
    ['nothing at all', '', 'empty.pdf', 422],
  ])('%s is refused', async (_what, content, name, status) => {
    const before = await keptFiles().catch(() => [])
    expect((await api.send(sheet, content, name)).status).toBe(status)
    expect(await keptFiles().catch(() => [])).toEqual(before)
  })

  it('is explained in the words of a user', async () => {
    expect(await refused(sheet, png, 'sheet.pdf')).toBe(
      '415 sheet.pdf is not what its name says: its content is no .pdf file.',
    )
    expect(await refused(picture, pdf, 'sheet.pdf')).toBe('415 Picture takes PNG, JPEG, WebP, GIF only.')
    expect(await refused(picture, Buffer.concat([png, Buffer.alloc(5_000_000)]), 'large.png')).toBe(
      '413 large.png is larger than 5 MB, the most taken here.',
    )
  })

  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Windows\\System32\\evil.pdf', 'evil.pdf'],
    ['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['  a   b?.pdf . ', 'a b_.pdf'],
    [`${'long'.repeat(100)}.pdf`, `${'long'.repeat(36)}lo.pdf`],
  ])('the name %s becomes %s', async (given, kept) => {
    expect((await sent(sheet, pdf, given)).name).toBe(kept)
  })
})

describe('what nobody holds', () => {
  it('is removed after a day; what a record or its history holds stays until the record is gone', async () => {
    const orphan = await sent(picture, png, 'orphan.png')
    const young = await sent(picture, png, 'young.png')
    const [old, now] = [await sent(picture, png, 'old.png'), await sent(picture, png, 'now.png')]
    const record = await material({ picture: old })
    await api.put(`material-master/${record.id}`, { picture: now, row_version: 1 })
    const age = (id: string) =>
      api.product.db.system((tx) =>
        tx.query(sql`update stored_file set created_at = now() - interval '25 hours' where id = ${id}`),
      )
    for (const file of [orphan, old, now]) await age(file.id)
    const services = {
      db: api.product.db,
      screens: api.product.screens,
      store: folderStore(join(api.product.dataDir, 'files')),
    }
    expect(await sweepFiles(services)).toBe(1)
    const there = async (file: FileValue) => (await keptFiles()).some((name) => name.endsWith(file.id))
    expect([await there(orphan), await there(young), await there(old), await there(now)]).toEqual([
      false,
      true,
      true,
      true,
    ])
    await api.del(`material-master/${record.id}`)
    expect(await sweepFiles(services)).toBe(2)
    expect([await there(old), await there(now)]).toEqual([false, false])
    const late = await api.post('material-master', {
      material_number: 'LATE',
      material_description: 'X',
      picture: orphan,
    })
    expect(late.body.error?.issues?.[0]?.message).toBe('This file is no longer there. Choose it again.')
  })
})
