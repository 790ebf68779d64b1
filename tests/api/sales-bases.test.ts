import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsApp, goodLine, type ClaimsApp } from '#tests/support/claims-app.ts'
import { amounts, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'
import { by, none, salesBases, type SalesBases } from '#tests/support/sales-bases.ts'

type Row = Record<string, unknown>

let it: ClaimsApp
let make: SalesBases

/** What a new contract of a customer with these terms owes over the year, a row for each amount. */
async function owed(number: string, customer: string, terms: object): Promise<Row[]> {
  await it.agree(number, customer, terms)
  return (await it.simulate(number)).map((row) => ({
    ...row,
    ...Object.fromEntries(['qualifier', 'benefit', 'amount'].map((name) => [name, Number(row[name])])),
  }))
}

beforeAll(async () => {
  it = await claimsApp()
  make = await salesBases(it)
  const material = { material_number: 'M1', net_weight: '0.5', weight_uom: 'KG' }
  const [found] = await it.listed('material-master?material_number=M1')
  await make.call('PUT', `material-master/${String(found!['id'])}`, { row_version: found!['row_version'], ...material })
  await it.create('material-uom', { material_number: 'M1', uom: 'CS', numerator: '12', denominator: '1' })
  await it.customer('B1')
  await make.line('B1', 1, {
    quantity: '24',
    gross_value: '1000',
    discount_value: '70',
    net_value: '900',
    cost_value: '600',
  })
  await make.line('B1', 2, {
    quantity: '3',
    uom: 'CS',
    gross_value: '500',
    discount_value: '50',
    net_value: '450',
    cost_value: '300',
  })
  await make.line('B1', 3, {
    transaction_type: 'Return',
    quantity: '-2',
    gross_value: '-110',
    discount_value: '-10',
    net_value: '-100',
    cost_value: '-60',
  })
  await make.line('B1', 4, { transaction_type: 'Credit', quantity: '0', gross_value: '-50', net_value: '-50' })
  await make.line('B1', 5, { transaction_type: 'Debit', quantity: '0', net_value: '20', cost_value: '0' })
})
afterAll(() => it.s.close())

describe('what a sales basis says is what counts', () => {
  test.each([
    ['ALL', { amount: 'net' }, 1220],
    ['SOLD', { amount: 'net', ...none }, 1370],
    ['NORETURN', { amount: 'net', returns: 'ignore' }, 1320],
    ['NOMEMO', { amount: 'net', credit_memos: 'ignore' }, 1270],
    ['RETURNS', { amount: 'net', returns: 'only' }, -100],
    ['GROSS', { amount: 'gross', deduct_discounts: false }, 1360],
    ['GROSSLESS', { amount: 'gross', deduct_discounts: true }, 1250],
    ['MARGIN', { amount: 'margin', credit_memos: 'ignore' }, 430],
    ['CASES', { amount: 'quantity', uom: 'CS' }, 4.83],
    ['CASESFINE', { amount: 'quantity', uom: 'CS', rounding: 4 }, 4.8333],
    ['PIECES', { amount: 'quantity', uom: 'EA', returns: 'ignore' }, 60],
    ['KILOS', { amount: 'weight', uom: 'KG' }, 29],
  ])('%s %o', async (name, says, counts) => {
    await make.based(name, says)
    const [row] = await owed(`C-${name}`, 'B1', { rules: [by(name)] })
    expect([row!['qualifier'], row!['benefit']]).toEqual([counts, counts])
    expect(row!['amount']).toBe(Number((counts * 0.05).toFixed(2)))
    expect(row).toMatchObject({ error: null, explanation: expect.stringContaining(`5 lines, sales basis ${name} `) })
  })

  test('the lines behind it tell what each counted and why it did not, add up, and what is posted is what was simulated', async () => {
    const id = await it.agree('C-LINES', 'B1', { rules: [by('SOLD')] })
    const asked = { contract_number: 'C-LINES', rule_no: 1, period_from: '2026-01-01', period_to: '2026-03-31' }
    const lines = recordsIn(await it.create('source_record_information', { ...asked, limit: 50 }))
    const left = 'A sales basis leaves it out'
    expect(
      lines.map((one) => [one['billing_doc_line'], Number(one['benefit']), Number(one['amount']), one['error']]),
    ).toEqual([
      [1, 900, 45, null],
      [2, 450, 22.5, null],
      [3, 0, 0, left],
      [4, 0, 0, left],
      [5, 20, 1, null],
    ])
    expect(amounts(await it.simulate('C-LINES'))).toEqual([68.5])
    expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 1 })
    expect(await it.postings('C-LINES')).toEqual([['Payment', '68.5']])
  })

  test('the tier is reached by one and paid on another, and the amount says by which', async () => {
    await make.based('CASESSOLD', { amount: 'quantity', uom: 'CS', returns: 'ignore' })
    const tiers = [tier('0', '4', '1'), tier('4', null, '3')]
    const tiered = { tier_mode: 'marginal', rate: null }
    const [byCases] = await owed('C-TIER', 'B1', {
      rules: [by('CASESSOLD', { ...tiered, benefit_basis: 'net' })],
      tiers,
    })
    // Five cases: four of them at 1 % of 976, the fifth at 3 % of 244.
    expect(byCases).toMatchObject({ qualifier: 5, benefit: 1220, amount: 17.08 })
    expect(byCases!['explanation']).toContain('5 lines, sales basis CASESSOLD 5;')
    expect(byCases!['explanation']).not.toContain('paid on')
    const [onSold] = await owed('C-PAID', 'B1', {
      rules: [by('SOLD', { tier_mode: 'retro', rate: null, qualifier_basis: 'net' })],
      tiers: [tier('0', '1200', '1'), tier('1200', null, '5')],
    })
    expect(onSold).toMatchObject({ qualifier: 1220, benefit: 1370, amount: 68.5 })
    expect(onSold!['explanation']).toBe('5 lines, net 1,220; 1,370 × 5 % in tier 2 = 68.50; paid on sales basis SOLD')
  })

  test('what is paid by the unit, or as a difference of prices, is paid on units of the lines that count', async () => {
    const perUnit = { rate_type: 'amount_per_unit', rate: '10' }
    const [cases] = await owed('C-UNIT', 'B1', { rules: [by('CASESSOLD', perUnit)] })
    expect(cases).toMatchObject({ benefit: 5, amount: 50 })
    const [pieces] = await owed('C-UNITSOLD', 'B1', { rules: [by('SOLD', { ...perUnit, uom: 'EA' })] })
    expect(pieces).toMatchObject({ qualifier: 1370, benefit: 60, amount: 600 })
    expect(pieces!['explanation']).toContain('paid on quantity of sales basis SOLD')
    const [difference] = await owed('C-PRICE', 'B1', {
      rules: [by('SOLD', { rate_type: 'price_difference', rate: '20', uom: 'EA' })],
    })
    // 1,370 for 60 pieces that are 20 each.
    expect(difference).toMatchObject({ benefit: 60, amount: 170 })
  })

  test('rules of a contract count by different bases, and one after another', async () => {
    const rows = await owed('C-MORE', 'B1', {
      rules: [
        by('ALL', { stack_group: 'S', stack_mode: 'reduce' }),
        by('SOLD', { rule_no: 2, rate: '10', stack_group: 'S', stack_mode: 'exclude' }),
        by('PIECES', { rule_no: 3, rate: '10', stack_group: 'S', stack_mode: 'exclude' }),
        rule({ rule_no: 4, rate: '1' }),
      ],
    })
    // The second pays on 1,370 less the 5 % of the first on the same lines; of pieces no value is taken.
    expect(amounts(rows)).toEqual([61, 130.15, 6, 12.2])
  })

  test('a factor or a cost that is missing is a fault, never one; what is left out misses nothing', async () => {
    await make.based('PALLETS', { amount: 'quantity', uom: 'PAL', returns: 'ignore' })
    const [row] = await owed('C-PAL', 'B1', { rules: [by('PALLETS', { uom: 'EA' })] })
    expect(row).toMatchObject({ benefit: 0, error: expect.stringMatching(/^4 lines without .*from CS to PAL/) })
    await make.based('ALLMARGIN', { amount: 'margin' })
    const [margin] = await owed('C-MARGIN2', 'B1', { rules: [by('ALLMARGIN')] })
    expect(margin).toMatchObject({ benefit: 430, error: '1 line without the cost of material M1' })
  })

  test('lines are rounded half away from zero, in the currency of the contract', async () => {
    await it.customer('B2')
    for (const [at, net_value, more] of [
      [1, '2.5', {}],
      [2, '1.5', {}],
      [3, '-0.5', {}],
      [4, '10', { currency: 'USD' }],
    ] as const)
      await make.line('B2', at, { quantity: '1', net_value, ...more })
    await it.create('currency-rates', {
      rate_type: 'average',
      from_currency: 'USD',
      to_currency: 'EUR',
      per_units: 1,
      valid_from: '2026-01-01',
      rate: '0.85',
    })
    await make.based('WHOLE', { amount: 'net', rounding: 0 })
    await make.based('EXACT', { amount: 'net', rounding: null })
    // 3 + 2 − 1 + 9 (of 8.5)
    expect(amounts(await owed('C-WHOLE', 'B2', { rules: [by('WHOLE', { rate: '100' })] }))).toEqual([13])
    expect(amounts(await owed('C-EXACT', 'B2', { rules: [by('EXACT', { rate: '100' })] }))).toEqual([12])
  })

  test('its parts come from the fields of the line that they are mapped to', async () => {
    const mapped = async (sales_basis: string, basis_part: string, source_field: string, factor: string) => {
      const made = await make.call('POST', 'sales-data-map', { sales_basis, basis_part, source_field, factor })
      expect([made.status, made.body.error]).toEqual([201, undefined])
      return made.body.response!
    }
    await make.based('HALFGROSS', { amount: 'net' })
    const part = await mapped('HALFGROSS', 'amount', 'gross_value', '0.5')
    // Half of 1,000 + 500 − 110 − 50; the debit memo has no gross value, and nothing is put in its place.
    expect((await owed('C-HALF', 'B1', { rules: [by('HALFGROSS')] }))[0]).toMatchObject({
      benefit: 670,
      amount: 33.5,
      error: '1 line without a value that its sales basis counts',
    })
    await make.based('DEARER', { amount: 'margin', credit_memos: 'ignore' })
    await mapped('DEARER', 'cost', 'cost_value', '1.1')
    // (900 − 660) + (450 − 330) + (−100 + 66) + 20
    expect((await owed('C-DEAR', 'B1', { rules: [by('DEARER')] }))[0]).toMatchObject({ error: null, benefit: 346 })
    await make.based('PAIRS', { amount: 'quantity', uom: 'EA' })
    await mapped('PAIRS', 'quantity', 'quantity', '0.5')
    expect((await owed('C-PAIRS', 'B1', { rules: [by('PAIRS')] }))[0]).toMatchObject({ benefit: 29 })
    const path = `sales-data-map/${String(part['id'])}`
    const changed = await make.call('PUT', path, { row_version: 1, factor: '1' })
    expect(changed.body.error?.issues).toMatchObject([
      { path: ['source_field'], message: expect.stringContaining('HALFGROSS is what C-HALF agreed on') },
    ])
    expect((await make.call('DELETE', path)).body.error).toMatchObject({ code: 'WRONG_STATE' })
    expect((await make.call('PUT', path, { row_version: 1, notes: 'As agreed' })).status).toBe(200)
  })

  test('purchases and claims count by them as well', async () => {
    await make.based('BOUGHT', { amount: 'net', source_data_type: 'purchase', returns: 'ignore' })
    await it.create('supplier-master', { supplier_number: 'SUP1', supplier_name: 'Supplies' })
    for (const [at, type, net_value] of [
      [1, 'Purchase', '5000'],
      [2, 'Return', '-500'],
    ] as const)
      await it.create('purchase-data', {
        supplier_number: 'SUP1',
        billing_doc_number: '1',
        billing_doc_line: at,
        billing_date: '2026-02-01',
        material_number: 'M1',
        transaction_type: type,
        quantity: '1',
        net_value,
      })
    const purchases = {
      partner_type: 'supplier',
      partner_customer: null,
      partner_supplier: 'SUP1',
      application_type: 'Supplier Rebate',
      data_source_type: 'purchase',
      rules: [by('BOUGHT', { rate: '2' })],
    }
    expect(amounts(await owed('C-BOUGHT', 'SUP1', purchases))).toEqual([100])

    await it.agree('CB-BASIS', 'DIST-1', {
      application_type: 'Supplier Chargeback',
      own_sales_only: false,
      eligibility: [{ group_no: 1, mode: 'include', attribute: 'customer.class_of_trade', value: 'HOSPITAL' }],
      rules: [by('PIECES', { rate_type: 'amount_per_unit', rate: '0.74', evaluation_period: 'month' })],
    })
    const claim = await it.claim('CL-BASIS', { contract_id: 'CB-BASIS' }, { contract_id: 'CB-BASIS', quantity: '-4' })
    const [sold, returned] = await it.checked(claim, 'CL-BASIS')
    expect(sold).toMatchObject({ calculated_amount: goodLine('X', 1)['claimed_amount'] + '00' })
    expect(Number(returned!['calculated_amount'])).toBe(0)
  })
})
