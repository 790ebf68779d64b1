import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await app.post(path, body)
    expect([path, status, answer.error]).toEqual([path, 201, undefined])
  }
  await post('membership', { owner_id: 'ALPHA', owner_name: 'Alpha' })
  await post('customer-data', {
    customer_number: 'C1',
    customer_name: 'Clinic One',
    street: 'New Street 1',
    city: 'Köln',
  })
  const roster = { owner_id: 'ALPHA', valid_from: '2026-01-01', member_class: 'member' }
  await post('membership-roster', {
    ...roster,
    member_number: 'C1',
    member_name: 'CLINIC ONE',
    street: 'Old Street 9',
    city: 'Köln',
  })
  await post('membership-roster', {
    ...roster,
    member_number: 'C2',
    member_name: 'Clinic Two',
    city: 'Bonn',
    valid_to: '2026-06-30',
  })
  await post('membership-contract-group', { contract_group: 'GLOVES', description: 'Gloves', owner_id: 'ALPHA' })
  await post('membership-contract', {
    owner_id: 'ALPHA',
    contract_number: 'K1',
    contract_group: 'GLOVES',
    valid_from: '2026-02-01',
  })
  for (const member of ['C1', 'C2', 'C3'])
    await post('membership-tier-activation', {
      contract_group: 'GLOVES',
      member_number: member,
      tier: '2',
      valid_from: '2026-01-01',
    })
})

afterAll(() => app?.product.close())

type Row = Record<string, unknown>
const rows = async (path: string) => {
  const { status, body } = await app.get(path)
  expect([path, status, body.error]).toEqual([path, 200, undefined])
  return body.response!['records'] as Row[]
}

test('the roster on a day has the addresses of the customer master, and says what the owner reports otherwise', async () => {
  const found = await rows('membership-gporoster?page=1&limit=0&owner_id=ALPHA&valid_on=2026-03-01')
  expect(found.map((row) => [row['member_number'], row['member_name'], row['street'], row['differs']])).toEqual([
    ['C1', 'Clinic One', 'New Street 1', 'Street'],
    ['C2', 'Clinic Two', null, null],
  ])
  expect(await rows('membership-gporoster?page=1&limit=0&owner_id=ALPHA&valid_on=2026-07-01')).toHaveLength(1)
  expect(await rows('membership-gporoster?city=bon&valid_on=2026-03-01')).toHaveLength(1)
  expect(await rows('membership-gporoster?valid_on=2026-03-01&only_different=true')).toHaveLength(1)
})

test('the static roster has what was reported', async () => {
  const found = await rows('membership-gporoster-static?page=1&limit=0&member_number=C1&valid_on=2026-03-01')
  expect(found.map((row) => [row['member_name'], row['street']])).toEqual([['CLINIC ONE', 'Old Street 9']])
})

test('a tier counts when roster, contract and activation hold on the day', async () => {
  const on = async (day: string) =>
    (await rows(`membership-tieractivation?page=1&limit=0&contract_group=GLOVES&valid_on=${day}`)).map((row) => [
      row['member_number'],
      row['eligible'],
      row['missing'],
    ])
  expect(await on('2026-03-01')).toEqual([
    ['C1', true, null],
    ['C2', true, null],
    ['C3', false, 'No membership on this day'],
  ])
  expect(await on('2026-01-15')).toEqual([
    ['C1', false, 'No contract on this day'],
    ['C2', false, 'No contract on this day'],
    ['C3', false, 'No membership on this day, No contract on this day'],
  ])
  expect((await on('2026-07-01'))[1]).toEqual(['C2', false, 'No membership on this day'])
  const reported = await rows('membership-tieractivation-static?member_number=C1&valid_on=2026-03-01')
  expect(reported[0]).toMatchObject({ member_name: 'CLINIC ONE', street: 'Old Street 9', tier: '2' })
})
