import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
  for (const number of ['1', '2', '3', '4'])
    await app.post('customer-data', { customer_number: number, customer_name: `Customer ${number}` })
})

afterAll(() => app?.product.close())

const numbers = (answer: Parameters<typeof recordsOf>[0]) => recordsOf(answer).map((row) => row['customer_number'])

test('chosen records are read and exported by their ids, within what else the list is narrowed to', async () => {
  const all = recordsOf(await app.get('customer-data?sort=customer_number'))
  const chosen = [all[3]!, all[1]!].map(({ id }) => String(id)).join(',')
  expect(numbers(await app.get(`customer-data?id.in=${chosen}&sort=customer_number`))).toEqual(['2', '4'])
  expect(numbers(await app.get(`customer-data?id.in=${chosen}&customer_number=4`))).toEqual(['4'])
  expect(await app.get('customer-data?id.in=one')).toMatchObject({ status: 400 })
  const file = await app.product.app.inject({
    method: 'GET',
    url: `/api/customer-data/export?id.in=${chosen}&columns=customer_number&sort=-customer_number&format=csv`,
    headers: { authorization: `Bearer ${app.tokens.north}` },
  })
  expect(file.body.replace('\ufeff', '').trim().split(/\r?\n/)).toEqual(['Customer', '4', '2'])
  // Another organization's records are nobody's choice.
  expect(numbers(await app.get(`customer-data?id.in=${chosen}`, app.tokens.south))).toEqual([])
})
