import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})
afterAll(() => app?.product.close())

test('a material is changed by its number or its id, named in the body', async () => {
  await app.post('material-master', { material_number: 'MD-1', material_description: 'Soap' })
  const changed = await app.put('mdm-material-master', { material_number: 'MD-1', material_description: 'Soft soap' })
  expect(changed).toMatchObject({ status: 200, body: { message: 'Successfully updated' } })
  const { id, row_version } = changed.body.response as { id: number; row_version: number }
  expect(row_version).toBe(2)
  expect((await app.put('mdm-material-master', { id, row_version, brand: 'Lux' })).body.response).toMatchObject({
    material_description: 'Soft soap',
    brand: 'Lux',
  })
  expect((await app.put('mdm-material-master', { id, row_version, brand: 'Old' })).body.error?.code).toBe(
    'ROW_CONFLICT',
  )
  expect((await app.put('mdm-material-master', { material_number: 'MD-0' })).status).toBe(404)
  expect((await app.put('mdm-material-master', { brand: 'X' })).status).toBe(400)
  expect((await app.put('mdm-material-master', { id, brand: 'X' }, app.tokens.reader)).status).toBe(403)
  const uploaded = await app.send('mdm-material-master-upload', 'Material no,Description\nMD-2,Brush\n')
  expect(uploaded.status).toBe(200)
  expect(recordsOf(await app.get('material-master?material_number=MD-2'))).toMatchObject([
    { material_description: 'Brush' },
  ])
})

test('designs are kept, read by profile, and name what the form has', async () => {
  const design = {
    profile: 'SERVICE',
    description: 'Services',
    applies_to: [{ value: 'service' }],
    views: [{ view: 'General' }, { view: 'Prices and costs' }],
    attributes: [{ attribute: 'list_price' }],
  }
  const made = await app.post('mdm/material-master-design', design)
  expect(made.status).toBe(201)
  const { id, row_version } = made.body.response as { id: number; row_version: number }
  expect(recordsOf(await app.get('mdm/material-master-design'))).toMatchObject([design])
  expect(recordsOf(await app.get('mdm/material-master-design?groupBy=profile'))).toMatchObject([
    { profile: 'SERVICE', designs: [{ id }] },
  ])
  expect((await app.get(`mdm/material-master-design/${id}`)).body.response).toMatchObject(design)
  const updated = await app.put(`mdm/material-master-design/${id}`, { row_version, description: 'Any service' })
  expect(updated.body.message).toBe('Material master design updated successfully')
  const wrong = await app.put(`mdm/material-master-design/${id}`, {
    views: [{ view: 'Nowhere' }],
    attributes: [{ attribute: 'nothing' }],
  })
  expect(wrong.body.error?.issues).toMatchObject([
    { path: ['views', 0, 'view'], message: 'The material form has no section Nowhere' },
    { path: ['attributes', 0, 'attribute'], message: 'The material form has no field nothing' },
  ])
  expect((await app.get('mdm/material-master-design?groupBy=colour')).status).toBe(400)
  expect((await app.del(`mdm/material-master-design/${id}`)).status).toBe(200)
})

test('a type is shaped by one active design', async () => {
  const design = (profile: string, types: readonly string[], more: object = {}) =>
    app.post('mdm/material-master-design', {
      profile,
      description: profile,
      applies_to: types.map((value) => ({ value })),
      ...more,
    })
  const first = await design('RAW-1', ['raw', 'trading'])
  expect(first.status).toBe(201)
  const second = await design('RAW-2', ['service', 'raw'])
  expect(second.status).toBe(422)
  expect(second.body.error?.issues).toMatchObject([
    {
      path: ['applies_to', 1, 'value'],
      message: 'Raw material is shaped by the active design RAW-1 already: block that one, or leave the type out here',
    },
  ])
  const blocked = await design('RAW-2', ['raw'], { status: 'blocked', block_reason: 'Not yet' })
  expect(blocked.status).toBe(201)
  const { id } = blocked.body.response as { id: number }
  expect((await app.put(`mdm/material-master-design/${id}`, { status: 'active' })).status).toBe(422)
  // The design itself does not stand in its own way, and one without types shapes nothing.
  const { id: firstId } = first.body.response as { id: number }
  const types = [{ value: 'raw' }]
  expect((await app.put(`mdm/material-master-design/${firstId}`, { applies_to: types })).status).toBe(200)
  expect((await design('NONE', [])).status).toBe(201)
  await app.put(`mdm/material-master-design/${firstId}`, { status: 'blocked', block_reason: 'Replaced' })
  expect((await app.put(`mdm/material-master-design/${id}`, { status: 'active' })).status).toBe(200)
})
