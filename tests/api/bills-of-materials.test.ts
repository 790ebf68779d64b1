import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

const made = async (path: string, body: object) => {
  const answer = await app.post(path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.response as { id: number; row_version: number }
}
const material = (number: string, base_uom = 'EA') =>
  made('material-master', { material_number: number, material_description: `Material ${number}`, base_uom })
const bill = (number: string, more: object = {}) =>
  made('bom', { bom: number, description: `Bill ${number}`, material_number: number, valid_from: null, ...more })
const component = (bom: string, item: string, number: string, quantity: string, more: object = {}) =>
  app.post('bom-component', { bom, item_number: item, component: number, quantity, ...more })
const explode = async (parameters: object) => recordsOf(await app.post('bom-explosion', { limit: 0, ...parameters }))

beforeAll(async () => {
  app = await uploadApp()
  for (const number of ['BIKE', 'WHEEL', 'SPOKE', 'TUBE', 'PAINT', 'RIM'])
    await material(number, number === 'PAINT' ? 'KG' : 'EA')
  await made('general-uom', { uom: 'KG', description: 'Kilogram', dimension: 'mass' })
  await made('general-uom', { uom: 'G', description: 'Gram', dimension: 'mass', base_unit: 'KG', factor: '0.001' })
  await made('material-uom', { material_number: 'SPOKE', uom: 'BOX', numerator: '100', denominator: '1' })
  await bill('BIKE', { base_quantity: '10' })
  await bill('WHEEL')
  for (const [bom, item, number, quantity, more] of [
    ['BIKE', '0010', 'WHEEL', '20', {}],
    ['BIKE', '0020', 'PAINT', '2500', { uom: 'G', scrap: '10' }],
    ['BIKE', '0030', 'TUBE', '1', { fixed_quantity: true }],
    ['WHEEL', '0010', 'SPOKE', '0.32', { uom: 'BOX', scrap: '25' }],
    ['WHEEL', '0020', 'RIM', '1', { phantom: true }],
  ] as const) {
    const answer = await component(bom, item, number, quantity, more)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  }
})

afterAll(() => app?.product.close())

describe('what goes into a material', () => {
  test('is worked out over all levels, with units, scrap and quantities that are fixed', async () => {
    const rows = await explode({ bom: 'BIKE', quantity: '5' })
    expect(
      rows.map((row) => [row['sequence'], row['component'], row['level'], row['needed'], row['base_uom']]),
    ).toEqual([
      ['0010', 'WHEEL', 1, '10.000000', 'EA'],
      ['0010.0010', 'SPOKE', 2, '400.000000', 'EA'],
      ['0010.0020', 'RIM', 2, '10.000000', 'EA'],
      // 5 of 10 bikes: 1250 g, and a tenth is lost.
      ['0020', 'PAINT', 1, '1.375000', 'KG'],
      ['0030', 'TUBE', 1, '1.000000', 'EA'],
    ])
    expect(rows[0]).toMatchObject({ made: true, parent: 'BIKE', problem: null })
    expect(rows[2]).toMatchObject({ phantom: true, made: false })
  })

  test('stops at the level that is asked for, and says where no conversion is known', async () => {
    expect(await explode({ material_number: 'BIKE', levels: 1 })).toHaveLength(3)
    await material('GLUE', 'L')
    await component('WHEEL', '0030', 'GLUE', '5', { uom: 'KG' })
    const glue = (await explode({ bom: 'WHEEL' })).find((row) => row['component'] === 'GLUE')
    expect(glue).toMatchObject({ needed: null, problem: 'No conversion from KG to L' })
  })

  test('holds what is valid on the day', async () => {
    await component('WHEEL', '0040', 'TUBE', '1', { valid_from: '2031-01-01' })
    const on = async (on_date: string) => (await explode({ bom: 'WHEEL', on_date })).map((row) => row['component'])
    expect(await on('2030-12-31')).not.toContain('TUBE')
    expect(await on('2031-01-01')).toContain('TUBE')
  })
})

test('where a material is used is found over all levels', async () => {
  const rows = recordsOf(await app.post('bom-where-used', { material_number: 'SPOKE', limit: 0 }))
  expect(rows.map((row) => [row['level'], row['material_number'], row['bom']])).toEqual([
    [1, 'WHEEL', 'WHEEL'],
    [2, 'BIKE', 'BIKE'],
  ])
  expect(recordsOf(await app.post('bom-where-used', { bom: 'WHEEL', limit: 0 }))).toMatchObject([
    { level: 1, material_number: 'BIKE', item_number: '0010' },
  ])
})

describe('a bill that would lead back to itself', () => {
  test('is refused with the way round, at once and over several levels', async () => {
    const self = await component('WHEEL', '0090', 'WHEEL', '1')
    expect(self.body.error?.issues).toMatchObject([{ path: ['component'], code: 'cycle' }])
    await bill('SPOKE')
    const round = await component('SPOKE', '0010', 'BIKE', '1')
    expect(round.status).toBe(422)
    expect(round.body.error?.issues).toMatchObject([
      { message: 'The bill would lead back to itself: SPOKE → BIKE → WHEEL → SPOKE' },
    ])
  })

  test('is refused in a file, line by line; other lines are imported and make the bills they name', async () => {
    await material('FRAME')
    const csv =
      'BOM,Position,Component material,Qty\nFRAME,0010,TUBE,4\nSPOKE,0010,BIKE,1\nNOWHERE,0010,TUBE,1\nFRAME,0020,PAINT,1\n'
    const answer = await app.send('bom-upload?only_valid=true', csv)
    expect(answer.status).toBe(200)
    const told = JSON.stringify(answer.body)
    expect(told).toContain('SPOKE → BIKE → WHEEL → SPOKE')
    expect(told).toContain('There is no bill of materials NOWHERE, nor a material of that number')
    expect(recordsOf(await app.get('bom?bom=FRAME'))).toMatchObject([{ material_number: 'FRAME', status: 'active' }])
    expect(recordsOf(await app.get('bom-component?bom=FRAME'))).toHaveLength(2)
  })
})

test('deleting a bill takes its components along', async () => {
  const [frame] = recordsOf(await app.get('bom?bom=FRAME'))
  expect((await app.del(`bom/${String(frame!['id'])}`)).status).toBe(200)
  expect(recordsOf(await app.get('bom-component?bom=FRAME'))).toEqual([])
})
