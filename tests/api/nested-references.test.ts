import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

const material = async (number: string): Promise<number> => {
  const made = await app.post('material-master', {
    material_number: number,
    material_description: number,
    base_uom: 'EA',
  })
  expect([made.status, made.body.error]).toEqual([201, undefined])
  return Number(made.body.response!['id'])
}

const isThere = async (number: string) =>
  recordsOf(await app.get(`material-master?material_number=${number}`)).length === 1

const group = (name: string, materials: readonly string[], as = app.tokens.north) =>
  app.post(
    'product-group',
    {
      product_group: name,
      description: name,
      materials: materials.map((one) => ({ material_number: one })),
    },
    as,
  )

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

describe('what rows of a record name stays', () => {
  test('when it is deleted alone, with who names it; not where its name stands without being meant', async () => {
    const [held, free] = [await material('H1'), await material('F1')]
    for (const name of ['G1', 'G2']) expect((await group(name, ['H1'])).status).toBe(201)
    await app.post('sales-bundle', {
      bundle: 'F1',
      description: 'F1',
      components: [{ material_number: 'H1', uom: 'F1' }],
    })
    const refused = await app.del(`material-master/${held}`)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'STILL_REFERENCED',
          details: {
            used: expect.arrayContaining([
              { screen: 'product-group', label: 'Product groups', count: 2 },
              { screen: 'sales-bundle', label: 'Sales bundle', count: 1 },
            ]) as unknown,
          },
        },
      },
    })
    expect(refused.body.message).toMatch(/2 product groups.*refer to it|1 sales bundle.*refer to it/)
    expect((await app.del(`material-master/${free}`)).status).toBe(200)
  })

  test('when everything that a filter finds is deleted; the rest goes', async () => {
    for (const number of ['B1', 'B2', 'B3']) await material(number)
    await group('GB', ['B2'])
    const deleted = await app.post('material-master/bulk-delete', { filters: { 'material_number.startsWith': 'B' } })
    expect(deleted.body.response).toMatchObject({
      deleted: 2,
      failed: [
        { key: 'B2', code: 'STILL_REFERENCED', message: 'This cannot be deleted: 1 product group refers to it.' },
      ],
    })
  })

  test('of another organisation it holds nothing', async () => {
    const made = await app.post(
      'material-master',
      { material_number: 'O1', material_description: 'O1', base_uom: 'EA' },
      app.tokens.south,
    )
    expect(made.status).toBe(201)
    expect((await group('GO', ['O1'], app.tokens.south)).status).toBe(201)
    const own = await material('O1')
    expect((await app.del(`material-master/${own}`)).status).toBe(200)
  })

  test('when the import that brought it is undone', async () => {
    const format = { fields: ['material_number', 'material_description', 'base_uom'].map((name) => column(name, name)) }
    const { id } = await app.checked(
      'material_number,material_description,base_uom\nU1,one,EA\nU2,two,EA\n',
      format,
      'MaterialMasterDataFormat',
    )
    await app.post(`uploads/${id}/commit`, {})
    await app.settled(id)
    await group('GU', ['U2'])
    expect((await app.get(`uploads/${id}/undo`)).body.response).toMatchObject({ deleted: 1, kept: 1 })
    await app.post(`uploads/${id}/undo`, {})
    expect(await app.settled(id)).toMatchObject({
      state: 'undone',
      result: { undone: { deleted: 1, kept: 1, kept_rows: [{ title: 'U2', reason: 'Other records refer to it' }] } },
    })
    expect([await isThere('U1'), await isThere('U2')]).toEqual([false, true])
  })
})
