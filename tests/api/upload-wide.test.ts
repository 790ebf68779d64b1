import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})
afterAll(() => app?.product.close())

test('a file of very many columns is checked and imported, each of them', async () => {
  const names = Array.from({ length: 70 }, (_, at) => `wide_${at}`)
  const defined = await app.put(
    'modify_form_fields',
    names.map((field_id) => ({
      form_id: 'IMA_CONFIG_MATERIAL',
      field_id,
      delta: { label: field_id, attribute_type: 'text', attribute_max: 8 },
    })),
  )
  expect(defined.status).toBe(200)
  const columns = ['material_number', 'material_description', ...names]
  const line = (number: string, value: string) => [number, `Material ${number}`, ...names.map(() => value)].join(',')
  const file = (value: string) => `${columns.join(',')}\n${line('WIDE-1', 'a')}\n${line('WIDE-2', value)}\n`
  const refused = await app.send('material-master-data-upload', file('much too long'))
  expect(JSON.stringify(refused.body)).toContain('At most 8 characters')
  const imported = await app.send('material-master-data-upload', file('b'))
  expect(imported.body.response).toMatchObject({ success_msg: expect.any(String) as string })
  expect(recordsOf(await app.get('material-master?wide_69=b'))).toMatchObject([
    { material_number: 'WIDE-2', wide_0: 'b', wide_44: 'b', wide_45: 'b' },
  ])
})
