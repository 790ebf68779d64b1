import type { Screen } from '#src/definition'
import { fiscalCalendar, postingDay } from '../calculation/fiscal-calendar.ts'
import { postContract } from '../calculation/post.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms } from '../calculation/terms.ts'
import { sql } from '../store/sql.ts'
import type { Tx } from '../store/database.ts'
import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'
import { contractsInWork } from './contract-life.ts'
import { productLines } from './words.ts'

const nice = (value: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1)
  return Math.max(unit, Math.round(value / unit) * unit)
}

/** Net value of a partner's quarter, as it usually is. */
function usualQuarters(sales: readonly Row[], by: string): Map<string, number> {
  const totals = new Map<string, number>()
  for (const line of sales)
    totals.set(String(line[by]), (totals.get(String(line[by])) ?? 0) + Number(line['net_value']))
  return new Map([...totals].map(([key, total]) => [key, total / 7.3]))
}

const tiersAround = (usual: number, rates: readonly string[]) => {
  const starts = [0, nice(usual * 0.8), nice(usual * 1.1)].slice(0, rates.length)
  return starts.map((from, at) => ({
    rule_no: 1,
    from_value: String(from),
    to_value: starts[at + 1] === undefined ? null : String(starts[at + 1]),
    rate: rates[at]!,
  }))
}

const rule = (more: Row): Row => ({
  rule_no: 1,
  rule_type: 'Both',
  rate_type: 'percent',
  benefit_basis: 'net',
  qualifier_basis: 'net',
  tier_mode: 'none',
  bound: 'lower',
  evaluation_period: 'quarter',
  aggregation_level: 'contract',
  ...more,
})

const contract = (number: string, more: Row): Row => ({
  contract_number: number,
  application_type: 'Customer Rebate',
  contract_type: 'volume',
  partner_type: 'customer',
  own_sales_only: true,
  currency: 'EUR',
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
  accrual_frequency: 'month',
  payment_frequency: 'quarter',
  payment_calc_days: 30,
  payment_method: 'transfer',
  payment_terms: '30 days',
  renewal: 'ask',
  contract_status: 'Active',
  approval_status: 'approved',
  ...more,
})

const include = (attribute: string, value: string, more: Row = {}): Row => ({
  group_no: 1,
  mode: 'include',
  attribute,
  operator: 'eq',
  value,
  ...more,
})

function volumeRebates(random: Random, masters: DemoMasters, sales: readonly Row[]): Row[] {
  const usual = usualQuarters(sales, 'customer_number')
  return masters.customers.slice(0, 24).map((customer, at) => {
    const number = String(customer['customer_number'])
    const rates = random.pick([
      ['1', '2', '3'],
      ['0.5', '1.5', '2.5'],
      ['2', '3', '4.5'],
    ])
    const mode = at % 3 === 1 ? 'marginal' : 'retro'
    return contract(`R26-${String(at + 1).padStart(3, '0')}`, {
      contract_header: `Quarterly volume rebate ${String(customer['customer_name'])}`,
      partner_customer: number,
      partner_number: number,
      eligibility:
        at % 4 === 2
          ? [
              include('sales-data.sales_employee', String(masters.employees[0]!['employee_number']), {
                mode: 'exclude',
              }),
            ]
          : [],
      rules: [rule({ tier_mode: mode, accrual_rate: rates[1]!, description: 'Growing with the quarter' })],
      tiers: tiersAround(usual.get(number) ?? 10_000, rates),
      contract_status: at === 21 ? 'Draft' : at === 22 ? 'Terminated' : 'Active',
      approval_status: at === 21 ? 'new' : 'approved',
    })
  })
}

function furtherContracts(masters: DemoMasters, sales: readonly Row[]): Row[] {
  const [first, second, third] = masters.customers.map((customer) => String(customer['customer_number']))
  // Machines have terms of their own: a rule over all contracts leaves them out.
  const [one, other] = productLines.filter(({ line }) => line !== 'Machines').map(({ line }) => line)
  const seller = masters.employees.find((employee) => employee['commission_eligible'])!
  const sold = usualQuarters(sales, 'sales_employee').get(String(seller['employee_number'])) ?? 10_000
  const supplier = String(masters.suppliers[0]!['supplier_number'])
  return [
    contract('G26-001', {
      contract_header: `Hospitals: ${other!} for every unit`,
      partner_customer: first,
      partner_number: first,
      own_sales_only: false,
      contract_type: 'flat',
      eligibility: [include('customer.class_of_trade', 'Hospital'), include('material.product_line', other!)],
      rules: [
        rule({
          rate_type: 'amount_per_unit',
          benefit_basis: 'quantity',
          rate: '0.35',
          evaluation_period: 'month',
          aggregation_level: 'customer',
        }),
      ],
    }),
    contract('G26-002', {
      contract_header: `Target bonus ${one!}, shared with the buying group`,
      partner_customer: second,
      partner_number: second,
      contract_type: 'growth',
      eligibility: [include('material.product_line', one!)],
      rules: [
        rule({
          rate_type: 'fixed_amount',
          tier_mode: 'retro',
          evaluation_period: 'year',
          description: 'Once the target is reached',
        }),
      ],
      tiers: [{ rule_no: 1, from_value: '10000', to_value: null, flat_amount: '1500' }],
      payees: [
        { payee: second, percent: '60' },
        { payee: third, percent: '40' },
      ],
      payment_frequency: 'year',
    }),
    contract('C26-001', {
      contract_header: `Commission ${String(seller['full_name'])}`,
      application_type: 'Sales Commission',
      contract_type: 'commission',
      partner_type: 'employee',
      partner_employee: seller['employee_number'],
      partner_number: seller['employee_number'],
      rules: [
        rule({
          benefit_basis: 'margin',
          tier_mode: 'marginal',
          evaluation_period: 'quarter',
          description: 'On the margin, by net sales',
        }),
      ],
      tiers: tiersAround(sold, ['1', '1.5', '2.5']),
    }),
    contract('L26-001', {
      contract_header: `Royalty ${String(masters.suppliers[0]!['supplier_name'])}`,
      application_type: 'Royalty',
      contract_type: 'royalty',
      partner_type: 'supplier',
      partner_supplier: supplier,
      partner_number: supplier,
      rules: [rule({ rate: '4', evaluation_period: 'quarter', aggregation_level: 'material', min_amount: '0' })],
    }),
    contract('P26-001', {
      contract_header: `Purchase bonus ${String(masters.suppliers[1]!['supplier_name'])}`,
      application_type: 'Supplier Rebate',
      contract_type: 'volume',
      partner_type: 'supplier',
      partner_supplier: masters.suppliers[1]!['supplier_number'],
      partner_number: masters.suppliers[1]!['supplier_number'],
      data_source_type: 'purchase',
      rules: [rule({ tier_mode: 'retro', description: 'On what was bought in a quarter' })],
      tiers: tiersAround(20_000, ['1', '2', '3']),
    }),
    // Two contracts on the same lines: the second pays on what the first leaves.
    ...(['cascade', 'net_of_prior'] as const).map((stack_mode, at) =>
      contract(`Y26-00${at + 1}`, {
        contract_header: `${at === 0 ? 'Monthly' : 'Yearly'} bonus ${String(masters.customers[25]!['customer_name'])}`,
        contract_type: 'flat',
        partner_customer: masters.customers[25]!['customer_number'],
        partner_number: masters.customers[25]!['customer_number'],
        rules: [
          rule({
            rate: at === 0 ? '2' : '5',
            evaluation_period: at === 0 ? 'month' : 'year',
            description: at === 0 ? 'On every month' : 'On what the months left',
          }),
        ],
        payment_frequency: at === 0 ? 'quarter' : 'year',
        stack_group: 'BONUS-2026',
        stack_order: (at + 1) * 10,
        stack_mode,
      }),
    ),
    contract('M26-001', {
      contract_header: 'Members of Alliance Purchasing',
      contract_type: 'flat',
      partner_customer: first,
      partner_number: first,
      own_sales_only: false,
      eligibility: [
        include('membership.owner_id', 'ALLIANCE', { operator: 'under' }),
        include('material.product_line', other!),
      ],
      rules: [rule({ rate: '1.25', aggregation_level: 'customer', description: 'For each member, while it is one' })],
    }),
    contract('W26-001', {
      contract_header: `Growth over the year before ${String(masters.customers[3]!['customer_name'])}`,
      contract_type: 'growth',
      partner_customer: masters.customers[3]!['customer_number'],
      partner_number: masters.customers[3]!['customer_number'],
      rules: [
        rule({
          tier_mode: 'retro',
          benchmark: 'prior_period',
          growth_pays: 'increment',
          accrue_on: 'expected',
          description: 'On the growth alone',
        }),
      ],
      tiers: [
        { rule_no: 1, from_value: '0', to_value: '10', rate: '2' },
        { rule_no: 1, from_value: '10', to_value: null, rate: '4' },
      ],
    }),
  ]
}

/** Contracts of 2026 with the biggest customers, a group of them, a seller and a licensor. */
export const makeContracts = (
  random: Random,
  masters: DemoMasters,
  sales: readonly Row[],
): Record<string, readonly Row[]> => ({
  contract: [
    ...volumeRebates(random, masters, sales),
    ...furtherContracts(masters, sales),
    ...contractsInWork(masters, contract, rule),
  ],
})

/** Posts what a tenant of these contracts would have posted by now: two quarters paid, the third accrued. */
export async function postDemo(
  tx: Tx,
  screens: readonly Screen[],
  organizationId: number,
  userId: number,
): Promise<void> {
  const where = sql`t.organization_id = ${organizationId} and t.contract_status = 'Active'`
  const around = await readSurroundings(tx, organizationId, screens)
  for (const terms of await readTerms(tx, where, { limit: 100 })) {
    const calendar = await fiscalCalendar(tx, organizationId, terms.application_type)
    const post = (kind: 'Accrual' | 'Payment', from: string, to: string, date: string) => {
      const day = postingDay(calendar, date, { permissions: new Set() }, date)
      return postContract(tx, around, userId, terms, { kind, window: { from, to }, day })
    }
    await post('Accrual', '2026-01-01', '2026-06-30', '2026-07-02')
    await post('Payment', '2026-01-01', '2026-06-30', '2026-07-31')
    await post('Accrual', '2026-07-01', '2026-09-30', '2026-10-02')
  }
}
