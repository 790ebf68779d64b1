import type { DemoMasters, Row } from './masters.ts'
import { createRandom, type Random } from './random.ts'
import { borneBy } from '#server/commands/spread-costs.ts'
import type { Tx } from '#server/store/database.ts'
import { sql } from '#server/store/sql.ts'

const day = 86_400_000
const iso = (at: number): string => new Date(at).toISOString().slice(0, 10)
const money = (cents: number): string => (cents / 100).toFixed(2)

/** The demo's own today: its sales end shortly before. */
const today = Date.UTC(2026, 10, 2)

const monday = (weeks: number): number => today + weeks * 7 * day

const pace = (material: Row): number => 6 + (Number(material['material_number']) % 37)

/** What distributors have told of their stocks, at the end of each of the last eight weeks. */
function inventory(random: Random, { customers, materials }: DemoMasters): Row[] {
  const distributors = customers.filter((one) => one['class_of_trade'] === 'Wholesale').slice(0, 6)
  return distributors.flatMap((distributor, place) =>
    materials.slice(place * 3, place * 3 + 18).flatMap((material, at) => {
      const weekly = pace(material)
      let stock = weekly * random.whole(2, 9)
      return Array.from({ length: 8 }, (_, week) => {
        const sold = Math.round(weekly * (0.6 + random.whole(0, 80) / 100))
        const received = week % 2 === 0 ? Math.round(weekly * (at % 9 === 0 ? 1.1 : 2)) : 0
        stock = Math.max(0, stock + received - sold)
        const price = Math.round(Number(material['list_price']) * 94)
        return {
          customer_number: distributor['customer_number'],
          customer_name: distributor['customer_name'],
          warehouse: String(distributor['city']).slice(0, 3).toUpperCase(),
          material_number: material['material_number'],
          material_description: material['material_description'],
          inventory_date: iso(monday(week - 8) - day),
          quantity_on_hand: String(stock),
          quantity_reserved: String(Math.min(stock, random.whole(0, weekly))),
          quantity_in_transit: String(week % 2 === 1 ? weekly * 2 : 0),
          quantity_on_order: String(stock < weekly * 2 ? weekly * 3 : 0),
          quantity_returned: String(random.chance(0.05) ? random.whole(1, 4) : 0),
          quantity_damaged: String(random.chance(0.08) ? random.whole(1, 3) : 0),
          quantity_sold: String(sold),
          safety_stock: String(weekly * 2),
          days_of_supply: Math.round((stock / weekly) * 7),
          uom: 'EA',
          stock_value: money(price * stock),
          currency: 'EUR',
          expiry_date: material['product_line'] === 'Machines' ? null : iso(today + random.whole(20, 500) * day),
          ownership: place === 5 ? 'consigned' : 'owned',
          reported_date: iso(monday(week - 8) + day),
          document_number: `852-${iso(monday(week - 8)).replaceAll('-', '')}-${place + 1}`,
        }
      })
    }),
  )
}

/** Demand and supply of the materials that sell best, four weeks back and thirteen ahead. */
function demandAndSupply(random: Random, { materials, employees }: DemoMasters): Row[] {
  return materials.slice(0, 24).flatMap((material, at) => {
    const weekly = pace(material) * 12
    let stock = weekly * 3
    return Array.from({ length: 17 }, (_, index) => {
      const week = index - 4
      const season = 1 + 0.25 * Math.sin(((index + at) / 17) * 2 * Math.PI)
      const demand = Math.round(weekly * season)
      const promotion = random.chance(0.1) ? Math.round(weekly * 0.4) : 0
      const supply = at % 6 === 5 && week > 6 ? 0 : week % 2 === 0 ? Math.round(weekly * 1.9) : 0
      const bought = material['product_line'] === 'Machines' ? Math.round(weekly * 0.9) : 0
      const opening = stock
      stock = opening + supply + bought - demand - promotion
      return {
        plan_version: 'CURRENT',
        location: at % 4 === 3 ? '2000' : '1000',
        material_number: material['material_number'],
        material_description: material['material_description'],
        period_from: iso(monday(week)),
        period_to: iso(monday(week) + 6 * day),
        opening_stock: String(opening),
        demand_forecast: String(demand),
        demand_orders: String(week < 0 ? demand : Math.round(demand * Math.max(0, 0.8 - week * 0.15))),
        demand_promotion: String(promotion),
        supply_planned: String(supply),
        supply_purchase: String(bought),
        closing_stock: String(stock),
        safety_stock: String(weekly),
        uom: 'EA',
        capacity_use: supply > 0 ? String(random.whole(62, 104)) : '0',
        planner: employees[at % employees.length]!['employee_number'],
        status: week < 0 ? 'frozen' : week < 4 ? 'agreed' : 'proposed',
      }
    })
  })
}

const rivals: readonly (readonly [string, number])[] = [
  ['Albrecht & Sons', 0.24],
  ['Medivale', 0.17],
  ['Northern Supply', 0.11],
]

/** The sales of others by product line, country and quarter, as a market survey has them. */
function competitors(random: Random, { materials }: DemoMasters): Row[] {
  const lines = [...new Set(materials.map((one) => String(one['product_line'])))]
  const quarters = [0, 3, 6, 9, 12, 15, 18].map((month) => [Date.UTC(2025, month, 1), Date.UTC(2025, month + 3, 0)])
  return lines.flatMap((line, at) =>
    ['Germany', 'France', 'United Kingdom'].flatMap((market, place) =>
      quarters.flatMap(([from = 0, to = 0], quarter) => {
        const whole = (900 + at * 240 - place * 180 + quarter * 12) * 100_000
        return rivals.map(([competitor, share], rank) => {
          const part = share + (rank === 1 ? quarter * 0.006 : -quarter * 0.002) + random.whole(-8, 8) / 1000
          const price = 900 + at * 310 + rank * 45
          return {
            competitor,
            market,
            product_line: line,
            period_from: iso(from),
            period_to: iso(to),
            sales_quantity: String(Math.round((whole * part) / price)),
            uom: 'EA',
            sales_value: money(Math.round(whole * part)),
            average_price: money(price),
            market_value: money(whole),
            market_share: (part * 100).toFixed(2),
            our_share: (21 + at + quarter * 0.3).toFixed(2),
            currency: 'EUR',
            channel: 'all',
            source: random.pick(['survey', 'survey', 'sales', 'customer']),
            observed_on: iso(to + 20 * day),
            confidence: random.pick(['high', 'medium', 'medium', 'low']),
          }
        })
      }),
    ),
  )
}

const kinds = [
  ['freight', 'Freight', 'net_value', 26_000],
  ['logistics', 'Handling and storage', 'quantity', 14_000],
  ['cooperative', 'Co-operative advertising', 'net_value', 9000],
  ['terms', 'Cost of payment terms', 'gross_value', 6500],
] as const

/** What trading costs beside the invoices: a cost of each kind every quarter, and some of single customers. */
function offInvoice(random: Random, { customers }: DemoMasters): Row[] {
  const quarters = [0, 3, 6].map((month) => [Date.UTC(2026, month, 1), Date.UTC(2026, month + 3, 0)])
  return quarters.flatMap(([from = 0, to = 0], quarter) => [
    ...kinds.map(([kind, words, basis, amount], at) => ({
      cost_number: `OI-26${quarter + 1}-${String(at + 1).padStart(2, '0')}`,
      description: `${words}, quarter ${quarter + 1} of 2026`,
      cost_type: kind,
      amount: money((amount + random.whole(-900, 1800)) * 100),
      basis,
      period_from: iso(from),
      period_to: iso(to),
      currency: 'EUR',
      status: 'actual',
      document_number: `KR${random.whole(100_000, 999_999)}`,
      cost_center: `CC${410 + at}`,
      account: `47${at}000`,
    })),
    ...customers.slice(0, 6).map((customer, at) => ({
      cost_number: `OI-26${quarter + 1}-${String(at + 11)}`,
      description: `Shelf service ${String(customer['customer_name'])}`,
      cost_type: 'service',
      customer_number: customer['customer_number'],
      amount: money(random.whole(150, 900) * 100),
      basis: 'net_value',
      period_from: iso(from),
      period_to: iso(to),
      currency: 'EUR',
      status: quarter === 2 && at > 3 ? 'planned' : 'actual',
      cost_center: 'CC420',
    })),
  ])
}

/** What it costs to stand in for machines that fail, by term and country. */
function coverage({ materials, suppliers }: DemoMasters): Row[] {
  const machines = materials.filter((one) => one['product_line'] === 'Machines').slice(0, 8)
  const provider = suppliers[0]?.['supplier_number']
  const terms = [12, 24, 36].flatMap((months) =>
    ['All', 'Germany', 'France'].map((market, place) => ({
      coverage_code: `EW-${months}`,
      description: `Extended warranty, ${months} months`,
      coverage_type: 'extended_warranty',
      market,
      product_line: 'Machines',
      material_number: null,
      term_months: months,
      cost_per_unit: money(1450 + months * 95 + place * 120),
      claim_rate: (2.5 + months / 8).toFixed(1),
      average_claim: money(18_500),
      provider: place === 0 ? null : provider,
      valid_from: '2026-01-01',
      valid_to: null,
    })),
  )
  const service = machines.map((material, at) => ({
    coverage_code: 'SERVICE',
    description: `Maintenance of ${String(material['material_description'])}`.slice(0, 120),
    coverage_type: 'maintenance',
    market: 'All',
    product_line: 'Machines',
    material_number: material['material_number'],
    term_months: 12,
    usage_limit: '10000',
    usage_unit: 'CUPS',
    cost_per_unit: money(Math.round(Number(material['list_price']) * 6)),
    valid_from: at % 2 === 0 ? '2026-01-01' : '2025-07-01',
    valid_to: at % 4 === 3 ? '2026-06-30' : null,
  }))
  return [...terms, ...service].map((row) => ({ currency: 'EUR', status: 'active', ...row }))
}

/** What planning works with: stocks, demand and supply, the sales of others, and costs that no invoice shows. */
export function makePlanning(seed: number, masters: DemoMasters): Readonly<Record<string, readonly Row[]>> {
  const random = createRandom(seed)
  return {
    'channel-inventory': inventory(random, masters),
    'demand-supply': demandAndSupply(random, masters),
    'competitor-data': competitors(random, masters),
    'off-invoice-cost': offInvoice(random, masters),
    'coverage-cost': coverage(masters),
  }
}

/** Spreads the costs of the first half of 2026; those of the third quarter still wait. */
export async function spreadDemo(tx: Tx, organizationId: number): Promise<void> {
  const costs = await tx.query<Row & { readonly id: number }>(sql`
    select t.id, t.basis, t.amount, t.currency, t.period_from, t.period_to, t.customer_number, t.material_number, t.product_line, t.country
      from off_invoice_cost t where t.organization_id = ${organizationId} and t.period_to < '2026-07-01'`)
  for (const cost of costs) {
    const { basis, lines, rate } = await borneBy(tx, organizationId, cost)
    await tx.query(sql`
      update off_invoice_cost t set basis_value = ${basis}::numeric, lines = ${lines}, rate = ${rate}::numeric, built_at = '2026-07-06T08:12:00Z'
       where t.organization_id = ${organizationId} and t.id = ${cost.id}`)
  }
}
