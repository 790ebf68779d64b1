import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'

const money = (cents: number): string => (cents / 100).toFixed(2)

const quarters = [1, 2, 3, 4].map((quarter) => ({
  name: `2026-Q${quarter}`,
  from: `2026-${String(quarter * 3 - 2).padStart(2, '0')}-01`,
  to: ['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31'][quarter - 1]!,
}))

const round = (value: number, unit: number): string => String(Math.max(unit, Math.round(value / unit) * unit))

function usual(sales: readonly Row[], by: string): Map<string, number> {
  const totals = new Map<string, number>()
  for (const line of sales) {
    const key = String(line[by])
    totals.set(key, (totals.get(key) ?? 0) + Number(line['net_value']))
  }
  return new Map([...totals].map(([key, total]) => [key, total / 7.3]))
}

/** What distributors sold on: mostly to customers we know, some to names nobody matched yet. */
function indirectSales(random: Random, { customers, materials }: DemoMasters, lines: number): Row[] {
  const distributors = customers.filter((one) => one['class_of_trade'] === 'Wholesale').slice(0, 6)
  const buyers = customers.filter((one) => one['class_of_trade'] !== 'Wholesale')
  if (distributors.length === 0) return []
  return Array.from({ length: lines }, (_, at) => {
    const distributor = distributors[Math.floor(at / 3) % distributors.length]!
    const buyer = random.ranked(buyers)
    const material = random.ranked(materials)
    const day = new Date(Date.UTC(2026, 0, 2) + (Math.floor(at / 3) * 290 * 86_400_000) / Math.ceil(lines / 3))
    const list = Math.round(Number(material['list_price']) * 100)
    const quantity = (random.chance(0.03) ? -1 : 1) * random.pick([1, 2, 4, 6, 12, 24])
    const promised = Math.round(list * random.pick([0.82, 0.85, 0.88]))
    const known = !random.chance(0.08)
    return {
      distributor_number: distributor['customer_number'],
      distributor_name: distributor['customer_name'],
      billing_doc_number: `D${String(50_001 + Math.floor(at / 3))}`,
      billing_doc_line: (at % 3) + 1,
      transaction_type: quantity < 0 ? 'Return' : 'Sale',
      billing_date: day.toISOString().slice(0, 10),
      reported_date: new Date(day.getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
      customer_number: known ? buyer['customer_number'] : null,
      end_customer_name: known ? buyer['customer_name'] : String(buyer['customer_name']).toUpperCase(),
      end_customer_id: `X${String(10_000 + random.whole(0, 899))}`,
      class_of_trade: known ? buyer['class_of_trade'] : null,
      city: buyer['city'],
      postal_code: buyer['postal_code'],
      country: buyer['country'],
      material_number: material['material_number'],
      material_description: material['material_description'],
      quantity: String(quantity),
      uom: 'EA',
      unit_price: money(promised),
      acquisition_price: money(Math.round(list * 0.94)),
      contract_price: money(promised),
      gross_value: money(list * quantity),
      discount_value: money((list - promised) * quantity),
      net_value: money(promised * quantity),
      cost_value: money(Math.round(Number(material['standard_cost']) * 100) * quantity),
      currency: 'EUR',
      debit_memo: random.chance(0.6) ? `DM${String(7_001 + Math.floor(at / 40))}` : null,
      sales_organization: '1000',
      distribution_channel: '20',
    }
  })
}

/** What was bought of the suppliers of the materials, in orders of one to three lines. */
function purchases(random: Random, { materials, suppliers }: DemoMasters, lines: number): Row[] {
  const names = new Map(suppliers.map((one) => [String(one['supplier_number']), one]))
  return Array.from({ length: lines }, (_, at) => {
    const invoice = Math.floor(at / 3)
    const supplier = suppliers[invoice % suppliers.length]!
    const own = materials.filter((one) => one['supplier_number'] === supplier['supplier_number'])
    const material = random.pick(own.length > 0 ? own : materials)
    const day = new Date(Date.UTC(2026, 0, 5) + (invoice * 300 * 86_400_000) / Math.ceil(lines / 3))
    const price = Math.round(Number(material['standard_cost']) * 100)
    const quantity = (random.chance(0.02) ? -1 : 1) * random.pick([20, 50, 100, 144, 200])
    const number = String(supplier['supplier_number'])
    return {
      supplier_number: number,
      supplier_name: names.get(number)?.['supplier_name'],
      billing_doc_number: `P${String(31_001 + invoice)}`,
      billing_doc_line: (at % 3) + 1,
      transaction_type: quantity < 0 ? 'Return' : 'Purchase',
      billing_date: day.toISOString().slice(0, 10),
      receipt_date: new Date(day.getTime() - 4 * 86_400_000).toISOString().slice(0, 10),
      order_number: random.chance(0.95) ? `45${String(100_001 + invoice)}` : null,
      material_number: material['material_number'],
      material_description: material['material_description'],
      quantity: String(quantity),
      uom: 'EA',
      unit_price: money(price),
      gross_value: money(price * quantity),
      discount_value: '0',
      net_value: money(price * quantity),
      cost_value: money(Math.round(price * quantity * 0.03)),
      currency: 'EUR',
      country: supplier['country'],
      plant: '1000',
    }
  })
}

function targets({ customers, employees }: DemoMasters, sales: readonly Row[]): Row[] {
  const byCustomer = usual(sales, 'customer_number')
  const bySeller = usual(sales, 'sales_employee')
  const sellers = employees.filter((one) => one['commission_eligible'] === true).slice(0, 8)
  return [
    ...customers.slice(0, 12).flatMap((customer, at) =>
      quarters.map(({ name, from, to }) => ({
        target_number: `T-${String(customer['customer_number'])}-${name}`,
        description: `${name} ${String(customer['customer_name'])}`,
        target_type: at % 4 === 3 ? 'commitment' : 'sales',
        period_from: from,
        period_to: to,
        customer_number: customer['customer_number'],
        target_value: round(
          (byCustomer.get(String(customer['customer_number'])) ?? 5000) * (0.9 + (at % 5) * 0.07),
          100,
        ),
        currency: 'EUR',
      })),
    ),
    ...sellers.map((seller, at) => ({
      target_number: `T-${String(seller['employee_number'])}-2026`,
      description: `2026 ${String(seller['full_name'])}`,
      target_type: 'growth',
      period_from: '2026-01-01',
      period_to: '2026-12-31',
      sales_employee: seller['employee_number'],
      target_value: round((bySeller.get(String(seller['employee_number'])) ?? 5000) * (4.1 + at * 0.08), 1000),
      currency: 'EUR',
    })),
  ]
}

const competitors = ['Albrecht & Sons', 'Medivale', 'Northern Supply']

function marketPrices(random: Random, { materials }: DemoMasters): Row[] {
  return materials.slice(0, 30).flatMap((material, at) =>
    competitors.slice(0, 1 + (at % 3)).flatMap((competitor, place) =>
      [
        ['2025-01-01', '2025-12-31', 0.97],
        ['2026-01-01', null, 1.01],
      ].map(([from, to, level]) => ({
        competitor,
        material_number: material['material_number'],
        competitor_material: `${String(material['material_description'])} (${competitor.split(' ')[0]!})`,
        market: 'All',
        price_type: place === 2 ? 'street' : 'list',
        valid_from: from,
        valid_to: to,
        price: money(
          Math.round(Number(material['list_price']) * 100 * Number(level) * (0.9 + random.whole(0, 22) / 100)),
        ),
        currency: 'EUR',
        per_quantity: '1',
        uom: 'EA',
        source: random.pick(['survey', 'catalogue', 'sales', 'web']),
        confidence: random.pick(['high', 'medium', 'medium', 'low']),
      })),
    ),
  )
}

const metrics: readonly Row[] = [
  ['NET-SALES', 'Net sales', 'net_value', 'money', null],
  ['MARGIN', 'Margin on own sales', 'margin', 'money', null],
  ['REACH', 'Customers sold to', 'customers', 'count', null],
].map(([metric, description, measure, unit, product_line]) => ({
  metric,
  description,
  measure,
  unit,
  product_line,
  direction: 'higher',
  frequency: 'quarter',
  threshold: '80',
  cap: '150',
  valid_from: '2026-01-01',
  status: 'active',
}))

const weights: readonly Row[] = [
  ['STANDARD', 'NET-SALES', '60'],
  ['STANDARD', 'MARGIN', '30'],
  ['STANDARD', 'REACH', '10'],
  ['KEY ACCOUNT', 'NET-SALES', '40'],
  ['KEY ACCOUNT', 'MARGIN', '60'],
].map(([plan, metric, weight]) => ({ plan, metric, weight, valid_from: '2026-01-01' }))

function quotas({ employees }: DemoMasters, sales: readonly Row[]): Row[] {
  const bySeller = usual(sales, 'sales_employee')
  const sellers = employees.filter((one) => one['commission_eligible'] === true).slice(0, 10)
  return sellers.flatMap((seller, at) =>
    quarters.map(({ name, from, to }) => ({
      quota_number: `Q-${String(seller['employee_number'])}-${name}`,
      description: `${name} ${String(seller['full_name'])}`,
      quota_type: 'employee',
      sales_employee: seller['employee_number'],
      metric: 'net_value',
      period_from: from,
      period_to: to,
      target: round((bySeller.get(String(seller['employee_number'])) ?? 5000) * (0.92 + (at % 4) * 0.06), 500),
      stretch_target: round((bySeller.get(String(seller['employee_number'])) ?? 5000) * (1.15 + (at % 4) * 0.06), 500),
      currency: 'EUR',
      weight: '100',
      status: name === '2026-Q4' ? 'draft' : name === '2026-Q1' ? 'closed' : 'agreed',
    })),
  )
}

const keyFigures: readonly Row[] = [
  ['EARNED', 'Calculated amount', 'earned'],
  ['DUE', 'Calculated amount that is due', 'due'],
  ['BASIS', 'Basis of the calculation', 'basis'],
  ['ACCRUED', 'Accruals posted', 'accrued'],
  ['OPEN', 'Accruals not released', 'open'],
  ['PAID', 'Payments posted', 'paid'],
  ['COST', 'Payments and open accruals', 'cost'],
].map(([key_figure, description, source]) => ({ key_figure, description, source, sign: 'plus', status: 'active' }))

const formulas: readonly Row[] = [
  ['NET-LESS-CASH', 'Net value less two percent cash discount', 'basis', 'round(net_value * 0.98, 2)', 'net_value'],
  [
    'SALES-ONLY',
    'Net value without returns',
    'basis',
    'if(transaction_type = "Sale", net_value, 0)',
    'transaction_type, net_value',
  ],
  ['CONTRIBUTION', 'What is left of net value after cost', 'margin', 'net_value - cost_value', 'net_value, cost_value'],
].map(([formula_name, description, category, expression, uses]) => ({
  formula_name,
  description,
  category,
  expression,
  uses,
  source_data_type: 'direct',
  decimals: 2,
  status: 'active',
}))

const queryFields: readonly Row[] = [
  ['CLASS-OF-TRADE', 'Class of trade of the customer', 'customer.class_of_trade'],
  ['COUNTRY', 'Country of the sale', 'sales-data.country'],
  ['PRODUCT-LINE', 'Product line of the material', 'material.product_line'],
  ['SELLER', 'Sales employee', 'sales-data.sales_employee'],
  ['BRAND', 'Brand of the material', 'material.brand'],
].map(([query_field, description, attribute]) => ({ query_field, description, attribute, status: 'active' }))

/** What is sold on, what is to be reached, and what others ask for it. */
export const makeMarket = (
  random: Random,
  masters: DemoMasters,
  sales: readonly Row[],
): Readonly<Record<string, readonly Row[]>> => ({
  'indirect-sales': indirectSales(random, masters, Math.ceil(sales.length / 25)),
  'purchase-data': purchases(random, masters, Math.ceil(sales.length / 40)),
  'target-data': targets(masters, sales),
  'market-price': marketPrices(random, masters),
  quota: quotas(masters, sales),
  'performance-metric': metrics,
  'performance-weight': weights,
  'key-figure-mapping': keyFigures,
  formula: formulas,
  'query-field': queryFields,
})
