import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { amounts, rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'
import { by, none, salesBases, type SalesBases } from '#tests/support/sales-bases.ts'

type Row = Record<string, unknown>

let it: RebateApp
let make: SalesBases

const issues = async (terms: object) => {
  const answer = await it.create('contracts', it.contract('REFUSED', 'B1', terms))
  return answer.body.error?.issues?.map(({ path, message }) => [path.join('.'), message])
}

beforeAll(async () => {
  it = await rebateApp()
  make = await salesBases(it)
  await it.customer('B1')
  await make.line('B1', 1, { quantity: '1', net_value: '1320' })
  await make.line('B1', 2, { transaction_type: 'Return', quantity: '-1', net_value: '-100' })
  await make.based('ALL')
  await make.based('SOLD', none)
  await make.based('BOUGHT', { source_data_type: 'purchase' })
})
afterAll(() => it.s.close())

describe('a rule names a sales basis that is for its contract', () => {
  test('one that is not there, not active, not offered or of other data is refused at its place', async () => {
    await make.based('ROYALTIES', { application_types: ['Royalty'] })
    await make.based('GONE', { status: 'inactive' })
    await make.based('LATER', { valid_from: '2026-07-01', valid_to: '2026-12-31' })
    const said = async (name: string | null) => issues({ rules: [by(name)] })
    expect(await said(null)).toEqual([
      ['rules.0.sales_basis', 'Sales basis is required: none is proposed for this contract'],
    ])
    expect(await said('NOWHERE')).toEqual([['rules.0.sales_basis', 'There is no sales basis NOWHERE']])
    expect(await said('GONE')).toEqual([['rules.0.sales_basis', 'Sales basis GONE is not active']])
    expect(await said('ROYALTIES')).toEqual([
      ['rules.0.sales_basis', 'Sales basis ROYALTIES is not offered for Customer Rebate, but for Royalty'],
    ])
    expect(await said('BOUGHT')).toEqual([
      ['rules.0.sales_basis', 'Sales basis BOUGHT counts purchases, and the contract is reckoned on sales'],
    ])
    expect(await said('LATER')).toEqual([
      ['rules.0.sales_basis', 'Sales basis LATER is for contracts that begin from 2026-07-01 on until 2026-12-31'],
    ])
    expect(await issues({ rules: [by('ALL', { rate_type: 'formula', formula: 'net_value' })] })).toEqual([
      ['rules.0.benefit_basis', 'What a formula gives is not paid on a sales basis'],
    ])
    const checked = await make.call('POST', 'contract-rules/validate', { rules: [by('GONE')] })
    expect(checked.body.response).toMatchObject({ valid: false, issues: [{ path: ['rules', 0, 'sales_basis'] }] })
  })

  test('one chooses from those that the contract could begin to count by', async () => {
    const offered = async (query: string) =>
      recordsIn(await make.call('GET', `contract-rules/sales-bases?${query}`, undefined, it.analyst)).map(
        (row) => row['value'],
      )
    const rebate = 'application_type=Customer%20Rebate'
    expect(await offered(`${rebate}&data_source_type=direct&valid_from=2026-01-01`)).toEqual(['ALL', 'SOLD'])
    expect(await offered(`${rebate}&data_source_type=indirect&valid_from=2026-08-01`)).toEqual(['ALL', 'LATER', 'SOLD'])
    expect(await offered(`${rebate}&data_source_type=purchase&valid_from=2026-01-01`)).toEqual(['BOUGHT'])
    expect(await offered('application_type=Royalty&valid_from=2026-01-01')).toEqual(['ALL', 'ROYALTIES', 'SOLD'])
    expect(await offered(`${rebate}&search=basis%20so`)).toEqual(['SOLD'])
    const stranger = await it.s.call('GET', '/api/contract-rules/sales-bases', { token: it.stranger })
    expect(recordsIn(stranger)).toEqual([])
  })

  test('it is emptied where nothing asks for it, and the proposed one is taken where none is named', async () => {
    const plain = await it.create(
      'contracts',
      it.contract('P-PLAIN', 'B1', { rules: [rule({ rate: '1', sales_basis: 'ALL' })] }),
    )
    expect((plain.body.response!['rules'] as Row[])[0]).toMatchObject({ benefit_basis: 'net', sales_basis: null })
    await make.based('PROPOSED', { is_default: true })
    await make.based('OFREBATES', { is_default: true, application_types: ['Customer Rebate'], returns: 'ignore' })
    const again = await make.basis('TWICE', { is_default: true, application_types: ['Customer Rebate', 'Royalty'] })
    expect(again.body.error?.issues).toMatchObject([
      { path: ['is_default'], message: 'OFREBATES is proposed for the same contracts' },
    ])
    const made = await it.create(
      'contracts',
      it.contract('P-TAKEN', 'B1', { rules: [by(null, { sales_basis: undefined })] }),
    )
    expect((made.body.response!['rules'] as Row[])[0]).toMatchObject({ sales_basis: 'OFREBATES' })
    const royalty = it.contract('P-ROYALTY', 'B1', { application_type: 'Royalty', rules: [by(null)] })
    expect(((await it.create('contracts', royalty)).body.response!['rules'] as Row[])[0]).toMatchObject({
      sales_basis: 'PROPOSED',
    })
  })
})

test('files of rules name sales bases as well', async () => {
  await it.create('contracts', it.contract('P-FILE', 'B1', { rules: [rule({ rate: '2' })] }))
  const sent = async (name: string) => {
    const rows = [
      ['Contract', 'Rule', 'Pays', 'On', 'Tier reached by', 'Sales basis', 'Tiers', 'Rate'],
      ['P-FILE', 1, 'Percent of the basis', 'What a sales basis says', 'Net value', name, 'No tiers', 2],
    ]
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Rules', rows }] }))
    const { body } = await it.s.call('POST', '/api/calculation-rules/upload', {
      token: it.analyst,
      ...multipartFile('rules.xlsx', file),
    })
    return (body.response ?? body) as { readonly error_list?: object }
  }
  expect((await sent('NOWHERE')).error_list).toEqual({
    'P-FILE, Rules, row 1, Sales basis': 'There is no sales basis NOWHERE',
  })
  expect((await sent('SOLD')).error_list).toBeUndefined()
  const [changed] = await it.listed('contracts?contract_number=P-FILE')
  expect((changed!['rules'] as Row[])[0]).toMatchObject({
    benefit_basis: 'sales_basis',
    qualifier_basis: 'net',
    sales_basis: 'SOLD',
  })
})

describe('a sales basis that contracts name', () => {
  const change = async (name: string, values: object) => {
    const [found] = recordsIn(await make.call('GET', `config/sales-basis?sales_basis=${name}`))
    return make.call('PUT', `config/sales-basis/${String(found!['id'])}`, {
      row_version: found!['row_version'],
      ...values,
    })
  }

  test('says on what it counts once a contract is submitted, and goes on being used when it is not active any more', async () => {
    await make.based('AGREED')
    const made = await it.create('contracts', it.contract('U-1', 'B1', { rules: [by('AGREED')] }))
    const id = (made.body.response as { id: number }).id
    expect((await change('AGREED', { returns: 'ignore' })).status).toBe(200)
    for (const [name, token] of [
      ['submit-approval', it.analyst],
      ['approve', it.approver],
    ] as const) {
      await make.call('POST', `contracts/actions/${name}`, { ids: [id] }, token)
      for (const values of [{ amount: 'gross' }, { returns: 'reduce' }, { rounding: 0 }])
        expect((await change('AGREED', values)).body.error?.issues).toEqual([
          {
            path: [Object.keys(values)[0]],
            code: 'approved',
            message:
              'AGREED is what U-1 agreed on, so what counts stays. Make a new sales basis, and name it in a change of the contract.',
          },
        ])
    }
    expect((await change('AGREED', { description: 'As agreed', status: 'inactive' })).status).toBe(200)
    expect(amounts(await it.simulate('U-1'))).toEqual([66])
    // The contract goes on with it; another one does not begin.
    const later = await make.call('POST', 'contracts/update-request', {
      contract_number: 'U-1',
      reason: 'Talks',
      rules: [by('AGREED', { rate: '6' })],
    })
    expect([later.status, later.body.error]).toEqual([201, undefined])
    expect(await issues({ rules: [by('AGREED')] })).toEqual([
      ['rules.0.sales_basis', 'Sales basis AGREED is not active'],
    ])
  })

  test('is not deleted, and nobody writes it without the right to', async () => {
    const [found] = recordsIn(await make.call('GET', 'config/sales-basis?sales_basis=AGREED'))
    const path = `config/sales-basis/${String(found!['id'])}`
    const refused = await make.call('DELETE', path)
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'STILL_REFERENCED'])
    expect(refused.body.error?.details).toMatchObject({
      used: [
        { screen: 'contract', count: 1 },
        { screen: 'contract-change-request', count: 1 },
        { screen: 'contract-version', count: 1 },
      ],
    })
    expect((await make.call('DELETE', path, undefined, it.analyst)).status).toBe(403)
    const free = await make.based('FREE')
    expect((await make.call('DELETE', `config/sales-basis/${String(free['id'])}`)).status).toBe(200)
  })

  test('is of its own organisation', async () => {
    const answer = await it.s.call('GET', '/api/config/sales-basis?limit=5', { token: it.stranger })
    expect(recordsIn(answer)).toEqual([])
  })
})
