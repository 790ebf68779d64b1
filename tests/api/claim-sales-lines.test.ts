import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsApp, type ClaimsApp } from '#tests/support/claims-app.ts'
import { recordsIn, rule } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: ClaimsApp

const made = async (address: string, body: object): Promise<void> => {
  const answer = await it.create(address, body)
  expect([address, answer.status, answer.body.error]).toEqual([address, 201, undefined])
}

/** A sale that a distributor reports. */
const reported = (document: string, line: number, more: object = {}): Promise<void> =>
  made('indirect-sales-data', {
    distributor_number: 'DIST-1',
    billing_doc_number: document,
    billing_doc_line: line,
    billing_date: '2026-03-10',
    customer_number: 'HOSP-1',
    material_number: 'M1',
    quantity: '40',
    uom: 'EA',
    net_value: '4000',
    ...more,
  })

const chargeback = (more: object) => ({
  application_type: 'Supplier Chargeback',
  own_sales_only: false,
  eligibility: [
    { group_no: 1, mode: 'include', attribute: 'customer.class_of_trade', operator: 'eq', value: 'HOSPITAL' },
  ],
  ...more,
})

const figures = (lines: readonly Row[], ...names: string[]) => lines.map((line) => names.map((name) => line[name]))

beforeAll(async () => {
  it = await claimsApp()
  // Of the same month, customer and material, and under the contract: a claim is not about it.
  await reported('OTHER-9', 1, { quantity: '500', net_value: '90000', contract_number: 'CB-IND' })
  await it.agree(
    'CB-IND',
    'DIST-1',
    chargeback({
      data_source_type: 'indirect',
      rules: [rule({ rate_type: 'amount_per_unit', rate: '0.74', evaluation_period: 'month' })],
    }),
  )
})
afterAll(() => it?.s.close())

describe('a claim on a contract about other data than our own sales', () => {
  test('comes to what the claimed lines come to, whatever distributors report', async () => {
    const id = await it.claim(
      'IND1',
      { contract_id: 'CB-IND' },
      { contract_id: 'CB-IND', quantity: '10', claimed_amount: '7.40' },
    )
    const lines = await it.checked(id, 'IND1')
    expect(figures(lines, 'line_status', 'calculated_amount', 'approved_amount')).toEqual([
      ['ok', '29.6000', '29.6000'],
      ['ok', '7.4000', '7.4000'],
    ])
  })

  test('reaches its tier by what is claimed alone', async () => {
    // 5 % to 1,000, 10 % from there: 600 + 400 claimed is 1,000, with what is reported it would be 91,000.
    await it.agree(
      'CB-TIER',
      'DIST-1',
      chargeback({
        data_source_type: 'indirect',
        rules: [rule({ tier_mode: 'retro', evaluation_period: 'month' })],
        tiers: [
          { rule_no: 1, from_value: '0', to_value: '1000', rate: '5' },
          { rule_no: 1, from_value: '1000', to_value: null, rate: '10' },
        ],
      }),
    )
    const line = { contract_id: 'CB-TIER', acquisition_price: '10', uom: 'EA' }
    const below = await it.claim('TIER1', { ...line, quantity: '60', claimed_amount: '30' })
    expect(figures(await it.checked(below, 'TIER1'), 'calculated_amount')).toEqual([['30.0000']])
    const reached = await it.claim('TIER2', { ...line, quantity: '40', claimed_amount: '40' })
    expect(figures(await it.checked(reached, 'TIER2'), 'calculated_amount')).toEqual([['40.0000']])
  })

  test('of purchases is judged by what is claimed of the supplier', async () => {
    await made('supplier-master', { supplier_number: 'SUP-1', supplier_name: 'Maker' })
    await made('purchase-data', {
      supplier_number: 'SUP-1',
      billing_doc_number: 'P-1',
      billing_doc_line: 3,
      billing_date: '2026-03-10',
      material_number: 'M1',
      quantity: '100',
      net_value: '900',
    })
    await it.agree('SR-1', 'DIST-1', {
      application_type: 'Supplier Rebate',
      partner_type: 'supplier',
      partner_customer: null,
      partner_supplier: 'SUP-1',
      own_sales_only: true,
      data_source_type: 'purchase',
      rules: [rule({ rate_type: 'amount_per_unit', rate: '0.50', evaluation_period: 'month' })],
    })
    await made('customer-outgoing-claims', { claim_number: 'OUT1', supplier_number: 'SUP-1', claim_date: '2026-03-31' })
    await made('outgoing-claim-lines', {
      claim_number: 'OUT1',
      line_no: 1,
      contract_id: 'SR-1',
      material_id: 'M1',
      invoice_number: 'p 1',
      invoice_date: '2026-03-10',
      quantity: '40',
      uom: 'EA',
      claimed_amount: '20',
    })
    const claim = await it.one('customer-outgoing-claims?claim_number=OUT1')
    const answer = await it.act('customer-outgoing-claims', [Number(claim['id'])], 'validate')
    expect(answer.body.response).toMatchObject({ done: 1 })
    expect(await it.one('outgoing-claim-lines?claim_number=OUT1')).toMatchObject({
      line_status: 'ok',
      calculated_amount: '20.0000',
      sales_source: 'purchase',
      sales_line: 'SUP-1 / P-1 / 3',
      sales_quantity: '100.000000',
    })
  })
})

describe('the sale that a claimed line is about', () => {
  const line = (more: object = {}) => ({ contract_id: 'CB-IND', ...more })

  test('is found by invoice, material, customer and day, each line its own', async () => {
    await reported('S-100', 1)
    await reported('S-100', 2)
    await reported('S-100', 3, { quantity: '7' })
    await reported('S-100', 4, { material_number: 'M3' })
    await reported('S-100', 5, { billing_date: '2026-03-11' })
    const id = await it.claim(
      'SALE1',
      line({ invoice_number: 's 100' }),
      line({ invoice_number: 'S100', quantity: '7', claimed_amount: '5.18' }),
      line({ invoice_number: 'S-100' }),
      line({ invoice_number: 'S-101' }),
    )
    const lines = await it.checked(id, 'SALE1')
    expect(figures(lines, 'sales_line', 'sales_source', 'line_status')).toEqual([
      ['DIST-1 / S-100 / 1', 'indirect', 'ok'],
      ['DIST-1 / S-100 / 3', 'indirect', 'ok'],
      ['DIST-1 / S-100 / 2', 'indirect', 'ok'],
      [null, null, 'ok'],
    ])
    expect(figures(await it.checked(id, 'SALE1'), 'sales_line')).toEqual(figures(lines, 'sales_line'))
  })

  test('is paid once: what is left of it may be claimed, not more, whatever the amount', async () => {
    await reported('S-200', 1)
    const first = await it.claim('ONCE1', line({ invoice_number: 'S-200', quantity: '30', claimed_amount: '22.20' }))
    expect(figures(await it.checked(first, 'ONCE1'), 'line_status')).toEqual([['ok']])
    const rest = await it.claim('ONCE2', line({ invoice_number: 'S-200', quantity: '10', claimed_amount: '7.40' }))
    expect(figures(await it.checked(rest, 'ONCE2'), 'line_status', 'duplicate_of')).toEqual([['ok', null]])
    const again = await it.claim('ONCE3', line({ invoice_number: 's200', quantity: '25', claimed_amount: '18.50' }))
    expect((await it.checked(again, 'ONCE3'))[0]).toMatchObject({
      line_status: 'denied',
      rejection_reason_code: 'DUP',
      duplicate_of: 'ONCE1 / 1',
      approved_amount: '0.0000',
      findings: 'Claimed before in ONCE1 / 1: of DIST-1 / S-200 / 1 only 40 EA were sold',
    })
  })

  test('is looked at where it is claimed under a contract beside', async () => {
    await it.agree(
      'CB-TWO',
      'DIST-1',
      chargeback({
        data_source_type: 'indirect',
        rules: [rule({ rate_type: 'amount_per_unit', rate: '0.10', evaluation_period: 'month' })],
      }),
    )
    await reported('S-300', 1)
    const first = await it.claim('TWO1', line({ invoice_number: 'S-300' }))
    await it.checked(first, 'TWO1')
    const second = await it.claim('TWO2', { contract_id: 'CB-TWO', invoice_number: 'S-300', claimed_amount: '4' })
    expect((await it.checked(second, 'TWO2'))[0]).toMatchObject({
      line_status: 'ok',
      duplicate_of: 'TWO1 / 1',
      findings: expect.stringContaining('Claimed under another contract in TWO1 / 1'),
    })
  })
})

test('sales that a claim and a calculation of the same contract have paid are named', async () => {
  await it.agree(
    'CB-BOTH',
    'DIST-1',
    chargeback({
      data_source_type: 'indirect',
      eligibility: [
        { group_no: 1, mode: 'include', attribute: 'material.material_number', operator: 'eq', value: 'M2' },
      ],
      rules: [rule({ rate_type: 'amount_per_unit', rate: '0.74', evaluation_period: 'month' })],
    }),
  )
  for (const [document, quantity] of [
    ['B-1', '40'],
    ['B-2', '60'],
    ['B-3', '100'],
  ] as const)
    await reported(document, 1, { quantity, material_number: 'M2' })
  const contract = await it.one('contracts?contract_number=CB-BOTH')
  expect((await it.post(Number(contract['id']), 'Payment', '2026-03-01', '2026-03-31')).status).toBe(200)
  expect(await it.postings('CB-BOTH')).toEqual([['Payment', '148']])
  const report = async () =>
    recordsIn(
      await it.create('duplicate-payment', {
        posted_from: '2026-01-01',
        posted_to: '2026-12-31',
        within_days: 7,
        tolerance: '1',
      }),
    ).filter((row) => row['contract_number'] === 'CB-BOTH')
  expect(await report()).toEqual([])

  const id = await it.claim(
    'BOTH',
    { contract_id: 'CB-BOTH', material_id: 'M2', invoice_number: 'b 1' },
    { contract_id: 'CB-BOTH', material_id: 'M2', invoice_number: 'B-2', quantity: '60', claimed_amount: '44.40' },
  )
  await it.checked(id, 'BOTH')
  await it.act('supplier-incoming-claims', [id], 'review')
  await it.act('supplier-incoming-claims', [id], 'approve', {}, it.approver)
  await it.act('supplier-incoming-claims', [id], 'reconcile', { posting_date: '2026-04-02' })
  expect(await it.postings('CB-BOTH')).toEqual([
    ['Payment', '148'],
    ['Payment', '74'],
  ])
  expect(await report()).toMatchObject([
    {
      reason: 'line',
      posting_number: 'CB-BOTH-0001',
      other_number: 'CB-BOTH-0002',
      amount: '148.0000',
      other_amount: '74.0000',
      lines: 2,
      sales_lines: 'DIST-1 / B-1 / 1, DIST-1 / B-2 / 1',
    },
  ])
  // Of what was taken back nothing is paid twice.
  const [, posted] = await it.listed('financial_postings?contract_number=CB-BOTH&sort=posting_number')
  await it.act('financial_postings', [Number(posted!['id'])], 'reverse', { reason: 'Twice' })
  expect(await report()).toEqual([])
})

describe('money of a claim', () => {
  test('in another currency than its contract is not taken for the contract’s', async () => {
    const id = await it.claim('USD1', { currency: 'USD' }, {})
    const lines = await it.checked(id, 'USD1')
    expect(figures(lines, 'line_status', 'findings')).toEqual([
      ['error', 'Claimed in USD, but contract CB-100 pays in EUR'],
      ['ok', null],
    ])
    // Accepted all the same, it still is no euro.
    await it.act('incoming-claim-lines', [Number(lines[0]!['id'])], 'accept', {
      approved_amount: '29.60',
      note: 'Agreed',
    })
    await it.act('supplier-incoming-claims', [id], 'validate')
    await it.act('supplier-incoming-claims', [id], 'review')
    await it.act('supplier-incoming-claims', [id], 'approve', {}, it.approver)
    const posted = await it.act('supplier-incoming-claims', [id], 'reconcile', { posting_date: '2026-04-02' })
    expect(posted.body.response).toMatchObject({
      done: 0,
      failed: [{ message: 'Line 1 is in USD, but contract CB-100 pays in EUR. Claim it in EUR, or deny it.' }],
    })
    expect(await it.listed('financial_postings?claim_number=USD1')).toEqual([])
  })

  test('is approved and paid in whole cents, which add up to what the contract gives', async () => {
    // 10 % of 3 × 33.35 in one month: 10.005, so 10.01 in all: 3.34, 3.34 and the 3.33 that are left.
    await it.agree(
      'CB-CENT',
      'DIST-1',
      chargeback({
        rules: [rule({ tier_mode: 'retro', evaluation_period: 'month' })],
        tiers: [{ rule_no: 1, from_value: '0', to_value: null, rate: '10' }],
      }),
    )
    const one = { contract_id: 'CB-CENT', quantity: '1', acquisition_price: '33.35', claimed_amount: '3.345' }
    const id = await it.claim('CENT', one, one, { ...one, invoice_number: 'CENT-9' })
    const lines = await it.checked(id, 'CENT')
    const cents = lines.map((line) => Number(line['calculated_amount']))
    expect(cents.toSorted((a, b) => a - b)).toEqual([3.33, 3.34, 3.34])
    expect(lines.map((line) => Number(line['approved_amount']))).toEqual(cents)
    await it.act('supplier-incoming-claims', [id], 'review')
    await it.act('supplier-incoming-claims', [id], 'approve', {}, it.approver)
    await it.act('supplier-incoming-claims', [id], 'reconcile', { posting_date: '2026-04-02' })
    expect(await it.postings('CB-CENT')).toEqual([['Payment', '10.01']])
  })
})
