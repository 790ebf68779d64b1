import { aggregateExternal } from '../profit/aggregate.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { DemoMasters, Row } from './masters.ts'
import { createRandom } from './random.ts'

const attributes: readonly Row[] = [
  ['LINE', 'Product line', 'material.product_line'],
  ['BRAND', 'Brand', 'material.brand'],
  ['TRADE', 'Class of trade', 'customer.class_of_trade'],
  ['COUNTRY', 'Country of the customer', 'customer.country'],
  ['CUSTOMER', 'Customer', 'customer.customer_number'],
  ['SELLER', 'Sales employee', 'sales-data.sales_employee'],
].map(([attribute_code, description, source]) => ({
  attribute_code,
  description,
  source,
  empty_text: '(none)',
  status: 'active',
}))

const levels: readonly Row[] = [
  ['LINE', 'Product lines', 30, 'LINE', null],
  ['LINE_TRADE', 'Product lines by class of trade', 20, 'LINE', 'TRADE'],
  ['COUNTRY', 'Countries', 50, 'COUNTRY', null],
  ['CUSTOMER', 'Customers by product line', 10, 'CUSTOMER', 'LINE'],
].map(([analysis_level, description, priority, first_attribute, second_attribute]) => ({
  analysis_level,
  description,
  priority,
  first_attribute,
  second_attribute,
  status: 'active',
}))

const drivers: readonly Row[] = [
  ['GROSS', 'Sales at list price', 'price', 'sales', 'gross_value', null, 'none'],
  ['DISCOUNT', 'Discounts on the invoice', 'discount', 'sales', 'discount_value', null, 'none'],
  ['NET', 'Net sales', 'price', 'sales', 'net_value', null, 'adds'],
  ['COST', 'Cost of goods', 'cost', 'sales', 'cost_value', null, 'reduces'],
  ['VOLUME', 'Units sold', 'volume', 'sales', 'quantity', null, 'none'],
  ['FREIGHT', 'Freight to the customer', 'freight', 'maintained', null, 'amount', 'reduces'],
  ['HANDLING', 'Warehouse, for a unit', 'freight', 'maintained', null, 'per_unit', 'reduces'],
  ['BONUS', 'Bonus, of net sales', 'rebate', 'maintained', null, 'percent', 'reduces'],
  ['MARKETING', 'Marketing of the line', 'other', 'maintained', null, 'amount', 'reduces'],
].map(([driver, description, kind, source, sales_field, measure, effect]) => ({
  driver,
  description,
  kind,
  source,
  sales_field,
  measure,
  effect,
  status: 'active',
}))

const formulas: readonly Row[] = [
  [
    'POCKET',
    'Pocket margin',
    'NET - COST - FREIGHT - HANDLING - BONUS',
    'NET, COST, FREIGHT, HANDLING, BONUS',
    'amount',
  ],
  ['DISCOUNT_RATE', 'Discount of list price', '100 * DISCOUNT / GROSS', 'DISCOUNT, GROSS', 'percent'],
  ['FREIGHT_UNIT', 'Freight of a unit', 'if(VOLUME > 0, FREIGHT / VOLUME, 0)', 'VOLUME, FREIGHT', 'amount'],
].map(([formula_name, description, expression, uses, unit]) => ({
  formula_name,
  description,
  expression,
  uses,
  unit,
  decimals: 2,
  status: 'active',
}))

const external: Row = {
  external_code: 'CARRIER',
  description: 'Invoices of the carriers',
  source_system: 'Transport management',
  analysis_level: 'LINE',
  driver: 'FREIGHT',
  aggregation: 'sum',
  period: 'month',
  factor: '1',
  status: 'active',
}

const months = Array.from({ length: 10 }, (_, month) => ({
  from: new Date(Date.UTC(2026, month, 1)).toISOString().slice(0, 10),
  to: new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10),
}))

const policy = (
  name: string,
  description: string,
  level: string,
  values: readonly (string | null)[],
  [floor, target]: readonly [string, string],
): Row => ({
  policy: name,
  description,
  analysis_level: level,
  value_1: values[0] ?? null,
  value_2: values[1] ?? null,
  floor_margin: floor,
  target_margin: target,
  valid_from: '2025-01-01',
  status: 'active',
})

/** What margins are looked at by, what they are made of, what was imported for it, and the margins that lines have to have. */
export function makeProfit(seed: number, masters: DemoMasters): Record<string, Row[]> {
  const random = createRandom(seed)
  const lines = [...new Set(masters.materials.map((material) => String(material['product_line'])))]
  const figure = (driver: string, line: string, from: string, to: string, value: string): Row => ({
    analysis_level: 'LINE',
    driver,
    value_1: line,
    period_from: from,
    period_to: to,
    value,
    currency: 'EUR',
    origin: 'manual',
  })
  const year = ['2026-01-01', '2026-12-31'] as const
  const figures = lines.flatMap((line, at) => [
    figure('HANDLING', line, ...year, (0.12 + at * 0.03).toFixed(2)),
    figure('BONUS', line, ...year, (1.5 + (at % 3) * 0.5).toFixed(2)),
    ...months
      .filter((_, month) => month % 3 === 0)
      .map(({ from, to }) => figure('MARKETING', line, from, to, (random.whole(20, 90) * 10).toFixed(2))),
  ])
  const imported = lines.flatMap((line, at) =>
    months.flatMap(({ from }, month) =>
      Array.from({ length: 2 }, (_, place): Row => ({
        external_code: 'CARRIER',
        value_1: line,
        figure_date: `${from.slice(0, 8)}${place === 0 ? '10' : '25'}`,
        reference: `TM-26${String(month + 1).padStart(2, '0')}${at}${place + 1}`,
        value: (random.whole(300, 900) + at * 20).toFixed(2),
        currency: 'EUR',
      })),
    ),
  )
  return {
    'profit-attribute': [...attributes],
    'profit-analysis-level': [...levels],
    'profit-driver': [...drivers],
    'profit-external': [external],
    'profit-formula': [...formulas],
    'profit-level-data': figures,
    'profit-external-data': imported,
    'margin-policy': [
      policy('GENERAL', 'Every line', 'LINE', [], ['33', '35.5']),
      policy('HOSPITAL', `${lines[0]!} for hospitals`, 'LINE_TRADE', [lines[0]!, 'Hospital'], ['34', '36.5']),
      policy('WHOLESALE', `${lines[1]!} for wholesalers`, 'LINE_TRADE', [lines[1]!, 'Wholesale'], ['32', '34']),
      policy('LINE-3', lines[2]!, 'LINE', [lines[2]!], ['34.5', '37']),
      {
        ...policy(
          'KEY-1',
          'Agreed with the greatest customer',
          'CUSTOMER',
          [String(masters.customers[0]!['customer_number'])],
          ['31', '34'],
        ),
        notes: 'The volume makes up for it.',
      },
    ],
  }
}

/** Adds the imported figures up into their driver. */
export async function aggregateDemo(
  tx: Tx,
  caller: { readonly organizationId: number; readonly userId: number },
): Promise<void> {
  await aggregateExternal(tx, caller, external as never, { from: null, to: null })
  await tx.query(sql`analyze profit_level_data`)
}
