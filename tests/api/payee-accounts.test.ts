import { afterAll, beforeAll, expect, test } from 'vitest'
import { column, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})
afterAll(() => app?.product.close())

const [first, second] = ['GB29NWBK60161331926819', 'DE89370400440532013000']
const account = { account_holder: 'Partner', iban: first, bic: 'NWBKGB2LXXX', verified_on: '2026-01-12' }

/** An account that was confirmed as it was created; answers its address. */
async function confirmed(payee: string): Promise<string> {
  const made = await app.post('payee-accounts', { payee, ...account })
  expect([made.status, made.body.response?.['verified_on']]).toEqual([201, '2026-01-12'])
  return `payee-accounts/${String(made.body.response!['id'])}`
}
const stored = async (address: string) => (await app.get(address)).body.response!
const changed = async (address: string, body: object): Promise<Record<string, unknown>> => {
  const { row_version } = await stored(address)
  const answer = await app.put(address, { row_version, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return stored(address)
}

test.each([
  ['IBAN', { iban: second }],
  ['BIC', { bic: 'NWBKGB2L' }],
  ['BIC taken out', { bic: null }],
  ['holder', { account_holder: 'Somebody else' }],
])('another %s takes the confirmation of an account away', async (name, body) => {
  const address = await confirmed(`P-${name}`)
  expect(await changed(address, body)).toMatchObject({ ...body, verified_on: null })
  const history = (await app.get(`${address}/history`)).body.response!['records'] as Record<string, unknown>[]
  expect(history[0]!['changes']).toMatchObject({ verified_on: ['2026-01-12', null] })
})

test('what leaves the account as it is leaves its confirmation', async () => {
  const address = await confirmed('SAME')
  const same = { ...account, iban: 'GB29 NWBK 6016 1331 9268 19', bank_name: 'NatWest', notes: 'By telephone' }
  expect(await changed(address, same)).toMatchObject({ bank_name: 'NatWest', verified_on: '2026-01-12' })
})

test('who replaces an account confirms it in a save of its own', async () => {
  const address = await confirmed('BOTH')
  expect(await changed(address, { iban: second, verified_on: '2026-11-20' })).toMatchObject({
    iban: second,
    verified_on: null,
  })
  expect(await changed(address, { verified_on: '2026-11-20' })).toMatchObject({ verified_on: '2026-11-20' })
})

test('the same holds for changes of many records and for files', async () => {
  const many = await confirmed('MANY')
  const { id } = await stored(many)
  const bulk = await app.post('payee-accounts/bulk-update', {
    ids: [id],
    changes: { iban: second, verified_on: '2026-11-20' },
  })
  expect(bulk.body.response).toMatchObject({ updated: 1 })
  expect(await stored(many)).toMatchObject({ iban: second, verified_on: null })

  const file = await confirmed('FILE')
  const lines = [
    'payee,account_holder,iban,verified_on',
    `FILE,Partner,${second},2026-11-20`,
    `NEW,New,${first},2026-11-20`,
  ]
  const format = {
    fields: ['payee', 'account_holder', 'iban', 'verified_on'].map((name) => column(name, name)),
  }
  const { id: upload } = await app.checked(`${lines.join('\n')}\n`, format, 'PayeeAccountFormats')
  await app.post(`uploads/${upload}/commit`, {})
  expect(await app.settled(upload)).toMatchObject({ state: 'committed' })
  expect(await stored(file)).toMatchObject({ iban: second, verified_on: null })
  const made = (await app.get('payee-accounts?payee=NEW')).body.response!['records'] as Record<string, unknown>[]
  expect(made).toMatchObject([{ verified_on: '2026-11-20' }])
})
