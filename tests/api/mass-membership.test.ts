import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>
type Row = Record<string, unknown>

beforeAll(async () => {
  app = await uploadApp()
  for (const owner of ['ALPHA', 'BETA', 'GAMMA']) await app.post('membership', { owner_id: owner, owner_name: owner })
  await app.post('membership-contract-group', { contract_group: 'GLOVES', description: 'Gloves', owner_id: 'ALPHA' })
})

afterAll(() => app?.product.close())

let serial = 0
/** Memberships of a country of their own, so that each test finds its own alone. */
async function roster(...lines: readonly Row[]): Promise<string> {
  serial += 1
  const country = `Land ${serial}`
  for (const line of lines) {
    const { status, body } = await app.post('membership-roster', { owner_id: 'ALPHA', country, ...line })
    expect([status, body.error]).toEqual([201, undefined])
  }
  return country
}
const periods = async (country: string) =>
  recordsOf(
    await app.get(
      `membership-roster?country=${encodeURIComponent(country)}&sort=member_number,valid_from,owner_id&limit=0`,
    ),
  ).map((row) =>
    [row['member_number'], row['owner_id'], row['tier'], row['valid_from'], row['valid_to']]
      .map((value) => value ?? '-')
      .join(' '),
  )

interface Told {
  update: Row & { id: number }
  records: Row[]
}
async function foreseen(body: object): Promise<Told> {
  const answer = await app.post('membership-mass/fetch', { description: 'Test', valid_on: null, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.response as unknown as Told
}
async function run(id: number): Promise<Told> {
  const answer = await app.post('membership-mass/update', { id })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.response as unknown as Told
}
const outcomes = ({ records }: Told) => records.map((line) => [line['member_number'], line['outcome'], line['message']])
const act = (id: number, name: string) => app.post(`mass-membership-update/actions/${name}`, { ids: [id] })

describe('a mass update', () => {
  test('shows what it would do, does exactly that, and takes it back', async () => {
    const country = await roster(
      { member_number: 'A', valid_from: '2024-01-01', tier: '1' },
      { member_number: 'B', valid_from: '2024-01-01', valid_to: '2025-12-31', tier: '1' },
      { member_number: 'C', valid_from: '2030-01-01', tier: '1' },
    )
    const before = await periods(country)
    const preview = await foreseen({ country, action: 'end', effective_on: '2026-06-30', termination_reason: 'closed' })
    expect(preview.update).toMatchObject({ status: 'previewed', matched: 3, changes: 1, conflicts: 1, unchanged: 1 })
    expect(outcomes(preview)).toEqual([
      ['A', 'planned', null],
      ['B', 'unchanged', 'It ends on 2025-12-31 already'],
      ['C', 'conflict', 'Valid to cannot be before Valid from'],
    ])
    expect(preview.records[0]).toMatchObject({
      state_before: 'ALPHA, tier 1, member, from 2024-01-01 on',
      state_after: 'ALPHA, tier 1, member, 2024-01-01 to 2026-06-30',
    })
    expect(await periods(country)).toEqual(before)
    const done = await run(preview.update.id)
    expect(done.update).toMatchObject({ status: 'done', processed: 1, done: 1, failed: 0 })
    expect((await periods(country))[0]).toBe('A ALPHA 1 2024-01-01 2026-06-30')
    expect((await act(preview.update.id, 'take-back')).body.response).toMatchObject({ done: 1 })
    expect(await periods(country)).toEqual(before)
  })

  test('moves members to another owner from a day on, naming what is in the way', async () => {
    const country = await roster(
      { member_number: 'D', valid_from: '2024-01-01', tier: '1' },
      { member_number: 'E', valid_from: '2027-01-01', tier: '1' },
      { member_number: 'F', valid_from: '2024-01-01', tier: '1' },
    )
    await app.post('membership-roster', {
      owner_id: 'BETA',
      member_number: 'F',
      valid_from: '2026-01-01',
      country: 'Elsewhere',
    })
    const preview = await foreseen({
      country,
      action: 'move',
      effective_on: '2026-07-01',
      to_owner: 'BETA',
      new_tier: '3',
    })
    expect(outcomes(preview)).toEqual([
      ['D', 'planned', null],
      ['E', 'planned', null],
      ['F', 'conflict', 'Overlaps the membership valid from 2026-01-01 on of the same owner and member'],
    ])
    const done = await run(preview.update.id)
    expect(await periods(country)).toEqual([
      'D ALPHA 1 2024-01-01 2026-06-30',
      'D BETA 3 2026-07-01 -',
      'E BETA 3 2027-01-01 -',
      'F ALPHA 1 2024-01-01 -',
    ])
    // What somebody changed since stays, with the reason; the others go back.
    const [changed] = recordsOf(await app.get('membership-roster?member_number=E'))
    await app.put(`membership-roster/${String(changed!['id'])}`, {
      row_version: changed!['row_version'],
      notes: 'Called',
    })
    await act(done.update.id, 'take-back')
    expect(await periods(country)).toEqual([
      'D ALPHA 1 2024-01-01 -',
      'E BETA 3 2027-01-01 -',
      'F ALPHA 1 2024-01-01 -',
    ])
    const lines = recordsOf(
      await app.get(`mass-membership-lines?run_number=${String(done.update['run_number'])}&sort=line`),
    )
    expect(lines.map((line) => [line['outcome'], line['message']])).toEqual([
      ['undone', null],
      ['kept', 'It was changed since'],
      ['conflict', expect.stringContaining('Overlaps')],
    ])
  })

  test('changes tiers, activates tiers of a contract group and copies rosters', async () => {
    const country = await roster(
      { member_number: 'G', valid_from: '2024-01-01', tier: '1' },
      { member_number: 'H', valid_from: '2024-01-01', tier: '2' },
    )
    const tier = await foreseen({ country, action: 'tier', effective_on: '2026-07-01', new_tier: '2' })
    expect(outcomes(tier)).toEqual([
      ['G', 'planned', null],
      ['H', 'unchanged', 'It has this tier and class already'],
    ])
    await run(tier.update.id)
    expect(await periods(country)).toEqual([
      'G ALPHA 1 2024-01-01 2026-06-30',
      'G ALPHA 2 2026-07-01 -',
      'H ALPHA 2 2024-01-01 -',
    ])
    const group = await foreseen({
      country,
      valid_on: '2026-08-01',
      action: 'group',
      effective_on: '2026-08-01',
      contract_group: 'GLOVES',
    })
    await run(group.update.id)
    const activations = recordsOf(await app.get('membership-tier-activation?contract_group=GLOVES&sort=member_number'))
    expect(activations.map((row) => [row['member_number'], row['tier'], row['valid_from']])).toEqual([
      ['G', '2', '2026-08-01'],
      ['H', '2', '2026-08-01'],
    ])
    const copy = await foreseen({
      country,
      valid_on: '2026-08-01',
      action: 'copy',
      effective_on: '2027-01-01',
      to_owner: 'GAMMA',
    })
    expect(copy.update).toMatchObject({ changes: 2 })
    await run(copy.update.id)
    expect((await periods(country)).filter((line) => line.includes('GAMMA'))).toEqual([
      'G GAMMA 2 2027-01-01 -',
      'H GAMMA 2 2027-01-01 -',
    ])
  })

  test('activates tiers on days of the membership alone, and says so before', async () => {
    const country = await roster(
      { member_number: 'V1', valid_from: '2024-01-01', valid_to: '2026-12-31', tier: '1' },
      { member_number: 'V2', valid_from: '2026-10-01', tier: '2' },
    )
    const preview = await foreseen({
      country,
      valid_on: null,
      action: 'group',
      effective_on: '2026-08-01',
      contract_group: 'GLOVES',
    })
    expect(preview.records.map((line) => [line['outcome'], line['state_after']])).toEqual([
      ['planned', 'GLOVES, tier 1, 2026-08-01 to 2026-12-31, as long as the membership'],
      ['planned', 'GLOVES, tier 2, from 2026-10-01 on'],
    ])
    await run(preview.update.id)
    const activations = recordsOf(await app.get('membership-tier-activation?member_number.in=V1,V2&sort=member_number'))
    expect(activations.map((row) => [row['member_number'], row['valid_from'], row['valid_to']])).toEqual([
      ['V1', '2026-08-01', '2026-12-31'],
      ['V2', '2026-10-01', null],
    ])
  })

  test('works through hundreds behind the answer, and leaves alone what was changed since the preview', async () => {
    const country = await roster(
      ...Array.from({ length: 230 }, (_, at) => ({ member_number: `N${at}`, valid_from: '2024-01-01' })),
    )
    const preview = await foreseen({ country, action: 'tier', effective_on: '2024-01-01', new_tier: '9' })
    const [first] = recordsOf(await app.get(`membership-roster?member_number=N0`))
    await app.put(`membership-roster/${String(first!['id'])}`, { row_version: 1, notes: 'Mine' })
    const done = await run(preview.update.id)
    expect(done.update).toMatchObject({ status: 'done', processed: 230, done: 229, failed: 1 })
    expect(
      recordsOf(
        await app.get(`mass-membership-lines?run_number=${String(done.update['run_number'])}&outcome=failed`),
      )[0],
    ).toMatchObject({
      member_number: 'N0',
      message: 'The membership was changed since the preview',
    })
    expect(
      recordsOf(await app.get(`membership-roster?country=${encodeURIComponent(country)}&tier=9&limit=0`)),
    ).toHaveLength(229)
  })

  test('is not run without a preview, not changed once it ran, and not run twice', async () => {
    const country = await roster({ member_number: 'Z', valid_from: '2024-01-01' })
    const made = await app.post('mass-membership-update', {
      description: 'Late',
      country,
      action: 'end',
      effective_on: '2026-12-31',
    })
    const { id } = made.body.response as { id: number }
    expect((await act(id, 'run')).body.response).toMatchObject({ done: 0, skipped: [{}] })
    await act(id, 'preview')
    const read = async () => (await app.get(`mass-membership-update/${id}`)).body.response!
    const put = async (body: object) =>
      app.put(`mass-membership-update/${id}`, { row_version: (await read())['row_version'], ...body })
    await put({ effective_on: '2027-12-31' })
    expect((await read())['status']).toBe('draft')
    await act(id, 'preview')
    await run(id)
    expect((await put({ effective_on: '2028-12-31' })).status).toBe(422)
    expect((await app.post('membership-mass/update', { id })).status).toBe(409)
    expect(
      (
        await app.post('membership-mass/fetch', {
          description: 'None',
          country: 'Nowhere',
          action: 'end',
          effective_on: '2026-01-01',
        })
      ).status,
    ).toBe(409)
    expect(
      (
        await app.post(
          'membership-mass/fetch',
          { description: 'None', action: 'end', effective_on: '2026-01-01' },
          app.tokens.reader,
        )
      ).status,
    ).toBe(403)
  })
})
