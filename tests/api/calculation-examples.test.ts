import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amount, sumOf } from '#server/domain/calculation/amount.ts'
import { sql } from '#server/store/sql.ts'
import { amounts, rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

// Examples of the domain's page by their numbers that no other test of the calls has, and its invariants on random contracts.

let it: RebateApp

beforeAll(async () => {
  it = await rebateApp()
})
afterAll(() => it?.s.close())

const sold = async (customer: string, net: string, more: object = {}) => {
  await it.customer(customer)
  await it.sell({ document: `${customer}-1`, customer, date: '2026-02-01', net, ...more })
}
const owed = async (number: string, customer: string, terms: object): Promise<number[]> => {
  await it.agree(number, customer, terms)
  return amounts(await it.simulate(number))
}
const reported = async (address: string, body: object) => {
  const answer = await it.create(address, { limit: 100, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return recordsIn(answer)
}
/** What formulas of the lab come to on the sales of a customer, in their order. */
const valuesOf = async (customer: string, expressions: readonly string[]): Promise<number[]> => {
  const values: number[] = []
  for (const [at, expression] of expressions.entries()) {
    const name = `${customer}-${at + 1}`
    const kept = await it.create('formula', { formula_name: name, description: name, expression })
    expect(kept.status, JSON.stringify(kept.body)).toBe(201)
    const [row] = await reported('formula-values-report', { formula: name, customer, billing_date_from: '2026-01-01' })
    values.push(Number(row!['value']))
  }
  return values
}

describe('worked examples', () => {
  test('E1: 10 % to 1,000 and 25 % to 2,500 on 2,000, in each mode of tiers', async () => {
    await sold('E1', '2000')
    const tiers = [tier('0', '1000', '10'), tier('1000', '2500', '25')]
    const paid: number[][] = []
    for (const tier_mode of ['marginal', 'retro', 'rolling', 'total'])
      paid.push(await owed(`E1-${tier_mode}`, 'E1', { rules: [rule({ tier_mode })], tiers }))
    expect(paid).toEqual([[350], [500], [600], [700]])
  })

  test('D5: what is accrued at one rate and paid at another is a loss of exchange, apart from both', async () => {
    for (const [valid_from, rate] of [
      ['2026-01-01', '1.0815'],
      ['2026-04-01', '1.092'],
    ])
      await it.create('currency-rates', {
        rate_type: 'average',
        from_currency: 'USD',
        to_currency: 'EUR',
        valid_from,
        rate,
      })
    await sold('D5', '10000', { currency: 'USD' })
    const id = await it.agree('D5', 'D5', { currency: 'USD', rules: [rule({ rate: '10' })] })
    const asked = { contract: 'D5', posted_from: '2026-01-01' }
    const post = (kind: string, posting_date: string) =>
      it.s.call('POST', '/api/contracts/actions/post', {
        token: it.analyst,
        body: { ids: [id], parameters: { kind, posting_date, period_from: '2026-01-01', period_to: '2026-03-31' } },
      })
    await post('Accrual', '2026-03-31')
    expect(await reported('financial_postings/accrual-vs-payment', asked)).toMatchObject([
      { accrued: '1000.0000', accrued_local: '1081.50', paid_local: '0.00', exchange_difference: '0.00' },
    ])
    await post('Payment', '2026-04-30')
    expect(await reported('financial_postings/accrual-vs-payment', asked)).toMatchObject([
      {
        accrued: '1000.0000',
        released: '1000.0000',
        paid: '1000.0000',
        currency: 'USD',
        accrued_local: '1081.50',
        paid_local: '1092.00',
        exchange_difference: '-10.50',
        local_currency: 'EUR',
      },
    ])
  })

  test('E5: two free for each hundred; 150 bought leave two, worth what was paid for them', async () => {
    await sold('E5', '300', { quantity: '150' })
    expect(await valuesOf('E5', ['floor(quantity / 100) * 2'])).toEqual([2])
    const formula = 'floor(quantity / 100) * 2 * net_value / quantity'
    const terms = { rate_type: 'formula', benefit_basis: 'formula', formula, evaluation_period: 'invoice' }
    expect(await owed('E5', 'E5', { rules: [rule(terms)] })).toEqual([4])
  })

  test('E18: 0.20 for each of 100 cases; 5 % of 100 at 5.00', async () => {
    await sold('E18', '500', { quantity: '100', uom: 'CS' })
    expect(
      await owed('E18U', 'E18', { rules: [rule({ rate_type: 'amount_per_unit', rate: '0.2', uom: 'CS' })] }),
    ).toEqual([20])
    expect(await owed('E18P', 'E18', { rules: [rule({ rate: '5' })] })).toEqual([25])
  })

  test('E30: a price in steps, each on the base or on what those before left', async () => {
    await sold('E30', '1000')
    const steps = [
      'net_value + net_value * 5 / 100',
      'net_value * 1.05 * 0.98',
      'net_value * 1.05 * 0.98 + 10',
      '(net_value * 1.05 * 0.98 + 10) * 1.05',
      '(net_value * 1.05 * 0.98 + 10) * 1.05 + 2',
      '((net_value * 1.05 * 0.98 + 10) * 1.05 + 2) * 1.05',
    ]
    expect(await valuesOf('E30', steps)).toEqual([1050, 1029, 1039, 1090.95, 1092.95, 1147.6])
  })

  test('E32: the better one of 10 and 20, and 30 beside it: a discount of 50', async () => {
    await sold('E32', '100')
    const stacked = [
      ['10', 'exclusive'],
      ['20', 'exclusive'],
      ['30', 'additive'],
    ].map(([rate, stack_mode], at) => rule({ rule_no: at + 1, rate, stack_group: 'S', stack_mode, sequence: at + 1 }))
    expect(await owed('E32', 'E32', { rules: stacked })).toEqual([0, 20, 30])
  })

  test('E37: from the list price of 100 over the invoice of 85 and 80 after its rebate to the pocket price of 77', async () => {
    await sold('E37', '85')
    await it.s.db.system((tx) =>
      tx.query(sql`update sales_data set gross_value = 100 where billing_doc_number = 'E37-1'`),
    )
    const [row] = await reported('price-analytics-report', {
      period: 'month',
      customer: 'E37',
      billing_date_from: '2026-01-01',
      billing_date_to: '2026-12-31',
    })
    const levels = [Number(row!['list_price']), Number(row!['net_price'])]
    for (const [number, rate] of [
      ['E37A', '5'],
      ['E37B', '3'],
    ] as const) {
      const [off] = await owed(number, 'E37', { rules: [rule({ rate_type: 'amount_per_unit', rate })] })
      levels.push(levels.at(-1)! - off!)
    }
    expect(levels).toEqual([100, 85, 80, 77])
  })
})

const money = fc.integer({ min: -200_000, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2))
const rates = fc
  .uniqueArray(fc.integer({ min: 1, max: 2_000 }), { minLength: 3, maxLength: 3 })
  .map((all) => all.toSorted((a, b) => a - b).map((hundredths) => (hundredths / 100).toFixed(2)))
const bounds = fc
  .uniqueArray(fc.integer({ min: 1, max: 60_000 }), { minLength: 2, maxLength: 2 })
  .map((all) => all.toSorted((a, b) => a - b).map(String))
/** Sales of a year, the rates and bounds of three tiers that rise, and the digits of a second payee's share. */
const agreements = fc.record({
  sales: fc.array(fc.record({ month: fc.integer({ min: 1, max: 12 }), net: money }), { minLength: 1, maxLength: 20 }),
  rates,
  bounds,
  share: fc.integer({ min: 1, max: 99 }),
})
type Agreement = typeof agreements extends fc.Arbitrary<infer T> ? T : never

const sum = (rows: readonly Record<string, unknown>[], name = 'amount') =>
  sumOf(rows.map((row) => amount(String(row[name])))).toFixed(2)
/** Ends of the months of 2026. */
const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at + 1, 0)).toISOString().slice(0, 10))

describe('whatever is agreed and sold', () => {
  let made = 0

  const sell = (customer: string, sales: Agreement['sales']) =>
    it.sell(
      ...sales.map(({ month, net }, at) => ({
        document: `${customer}-${month}-${at}`,
        customer,
        date: `2026-${String(month).padStart(2, '0')}-15`,
        net,
      })),
    )

  const contractsOf = async ({ rates: percents, bounds: froms, share }: Agreement) => {
    const customer = `P${(made += 1)}`
    await it.customer(customer)
    const tiers = percents.map((rate, at) => tier(at === 0 ? '0' : froms[at - 1]!, froms[at] ?? null, rate))
    const payees = [
      { payee: customer, percent: String(100 - share) },
      { payee: `${customer}-X`, percent: String(share) },
    ]
    const agree = (suffix: string, more: object, own: object = {}) =>
      it.agree(`${customer}${suffix}`, customer, {
        rules: [rule({ evaluation_period: 'year', ...own })],
        tiers,
        payees,
        ...more,
      })
    return { customer, agree }
  }

  const postingsOf = (number: string, kind?: string) =>
    it.listed(`financial_postings?contract_number=${number}&limit=1000${kind ? `&posting_type.in=${kind}` : ''}`)

  test('lines add up, what is simulated is posted once, accruals net to nothing, and band by band is never more', async () => {
    await fc.assert(
      fc.asyncProperty(agreements, async (agreed) => {
        const { customer, agree } = await contractsOf(agreed)
        await sell(customer, agreed.sales)
        const id = await agree('R', {}, { tier_mode: 'retro' })
        await agree('M', {}, { tier_mode: 'marginal' })
        const [retro, marginal] = [await it.simulate(`${customer}R`), await it.simulate(`${customer}M`)]
        // The lines that both payees share are counted once, and both are told the basis of the whole.
        const counted = retro.filter((row) => row['lines'] !== null)
        expect(counted.map((row) => Number(row['lines']))).toEqual([agreed.sales.length])
        const net = sumOf(agreed.sales.map((one) => amount(one.net)))
        for (const row of retro) expect(amount(String(row['benefit'])).eq(net)).toBe(true)
        expect(net.lte(0) || amount(sum(marginal)).lte(sum(retro))).toBe(true)

        const accrued = sum(await it.simulate(`${customer}R`, { kind: 'Accrual' }))
        await it.post(id, 'Accrual')
        expect(sum(await postingsOf(`${customer}R`))).toBe(accrued)
        await it.post(id, 'Payment')
        expect(sum(await postingsOf(`${customer}R`, 'Payment,Delta%20Payment'))).toBe(sum(retro))
        expect(sum(await postingsOf(`${customer}R`, 'Accrual,Accrual%20Reversal'))).toBe('0.00')
        const before = await it.postings(`${customer}R`)
        expect((await it.post(id, 'Payment')).body.response).toMatchObject({ done: 0 })
        expect(await it.postings(`${customer}R`)).toEqual(before)
      }),
      { numRuns: 8, seed: 4711 },
    )
  })

  test('what is settled month by month adds up to the one settlement of the year', async () => {
    let instalments = 0
    await fc.assert(
      fc.asyncProperty(agreements, async (agreed) => {
        const { customer, agree } = await contractsOf(agreed)
        const monthly = await agree('I', { payment_frequency: 'month' }, { tier_mode: 'retro' })
        await agree('Y', {}, { tier_mode: 'retro' })
        for (const [at, end] of months.entries()) {
          await sell(
            customer,
            agreed.sales.filter(({ month }) => month === at + 1),
          )
          await it.post(monthly, 'Payment', '2026-01-01', end)
        }
        const posted = await postingsOf(`${customer}I`)
        instalments = Math.max(instalments, posted.length)
        expect(sum(posted)).toBe(sum(await it.simulate(`${customer}Y`)))
      }),
      { numRuns: 3, seed: 4712 },
    )
    // Two payees and more than one month, or nothing was shown.
    expect(instalments).toBeGreaterThan(2)
  })
})
