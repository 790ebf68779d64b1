import type { DemoMasters, Row } from './masters.ts'
import { createRandom, type Random } from './random.ts'

const step = (sequence: number, component: string, bucket: string, more: Row): Row => ({
  sequence,
  component,
  bucket,
  base: 'running',
  sign: '-',
  statistical: false,
  optional: false,
  ...more,
})

const percent = (value: string, more: Row = {}): Row => ({ calc_type: 'percent', value, ...more })
const lookup = (name: string, more: Row = {}): Row => ({ calc_type: 'lookup', lookup: name, ...more })
const formula = (name: string, more: Row = {}): Row => ({ calc_type: 'formula', formula: name, ...more })

const productCost = step(
  90,
  'Product cost',
  'cost',
  lookup('standard_cost', { sign: '+', statistical: true, optional: true }),
)
const costToServe = [
  step(70, 'Freight, terms and handling', 'cost', lookup('off_invoice_percent', { optional: true })),
  step(80, 'Freight by weight', 'cost', formula('FREIGHT', { optional: true })),
]

const procedures: readonly (readonly [string, string, Row, readonly Row[]])[] = [
  [
    'STANDARD',
    'Direct customers, from list to pocket price',
    { simulation_category: 'both' },
    [
      step(10, 'Price of a list', 'list', lookup('price_list', { sign: '+', optional: true })),
      step(
        12,
        'List price of the material',
        'list',
        lookup('material_list_price', { sign: '+', applies_when: 'running = 0' }),
      ),
      step(20, 'Discount of the class of trade', 'on-invoice', formula('CLASS-DISCOUNT')),
      step(30, 'Volume discount', 'on-invoice', formula('VOLUME', { best_of: 'VOLUME' })),
      step(
        32,
        'Autumn promotion',
        'on-invoice',
        percent('4', { best_of: 'VOLUME', applies_when: 'product_line = "Cleaning"' }),
      ),
      step(40, 'Small order surcharge', 'on-invoice', {
        calc_type: 'amount',
        value: '0.35',
        sign: '+',
        applies_when: 'quantity < 3',
      }),
      step(
        50,
        'Annual bonus',
        'off-invoice',
        percent('1', { base: 'step', base_step: 40, applies_when: 'not empty(customer_number)' }),
      ),
      step(
        55,
        'Rebates of contracts',
        'off-invoice',
        lookup('rebates', { base: 'step', base_step: 40, optional: true }),
      ),
      step(
        60,
        'Cash discount',
        'off-invoice',
        percent('2', { base: 'step', base_step: 40, applies_when: 'startsWith(payment_terms, "14 days")' }),
      ),
      ...costToServe,
      productCost,
    ],
  ],
  [
    'EXPORT',
    'Export, cost plus markup',
    { simulation_category: 'both' },
    [
      step(10, 'Export price', 'list', formula('COST-PLUS', { sign: '+' })),
      step(20, 'Export discount', 'on-invoice', percent('3')),
      step(30, 'Documents and insurance', 'on-invoice', percent('0.8', { sign: '+', base: 'original' })),
      step(40, 'Agent commission', 'off-invoice', percent('4', { base: 'step', base_step: 30 })),
      ...costToServe,
      productCost,
    ],
  ],
  [
    'VALUE',
    'Value of features on top of the list price',
    { simulation_category: 'price' },
    [
      step(10, 'List price', 'list', lookup('material_list_price', { sign: '+' })),
      step(20, 'Features', 'list', lookup('feature_value', { sign: '+', optional: true })),
      step(30, 'Volume discount', 'on-invoice', formula('VOLUME')),
      productCost,
    ],
  ],
  [
    'TENDER',
    'Tenders, below competitors and never below the floor',
    { simulation_category: 'quote' },
    [
      step(10, 'List price', 'list', lookup('material_list_price', { sign: '+' })),
      step(15, 'Competitors', 'list', lookup('market_price', { sign: '+', statistical: true })),
      step(20, 'To three percent below competitors', 'on-invoice', formula('BELOW-MARKET', { sign: '+' })),
      step(30, 'Annual bonus', 'off-invoice', percent('1.5', { base: 'step', base_step: 20 })),
      ...costToServe,
      productCost,
    ],
  ],
]

const formulas: readonly Row[] = [
  [
    'VOLUME',
    'Six percent from 100, three from 24 units on',
    'discount',
    'if(quantity >= 100, running * 0.06, if(quantity >= 24, running * 0.03, 0))',
    'quantity, running',
  ],
  [
    'CLASS-DISCOUNT',
    'By class of trade of the customer',
    'discount',
    'if(class_of_trade = "Wholesale", running * 0.14, if(class_of_trade = "Hospital", running * 0.09, if(class_of_trade = "Retail", running * 0.06, 0)))',
    'class_of_trade, running',
  ],
  ['COST-PLUS', 'Cost and 48 percent', 'price', 'round(cost * 1.48, 2)', 'cost'],
  [
    'FREIGHT',
    'Two cents a kilogram abroad',
    'cost',
    'if(country = "Germany", 0, gross_weight * 0.02)',
    'country, gross_weight',
  ],
  [
    'BELOW-MARKET',
    'Three percent below competitors, at least cost and ten percent',
    'discount',
    'if(market_price * 0.97 > cost * 1.1, market_price * 0.97, cost * 1.1) - running',
    'market_price, cost, running',
  ],
  [
    'STEPS-BY-PRICE',
    'Two percent up for what costs less than twenty',
    'adjustment',
    'if(running < 20, running * 1.02, running * 1.035)',
    'running',
  ],
].map(([formula_name, description, category, expression, uses]) => ({
  formula_name,
  description,
  category,
  expression,
  uses,
  status: 'active',
}))

const settings: readonly Row[] = ['Pricing', 'Profit Optimization'].map((application_type) => ({
  application_type,
  formula_procedure: 'STANDARD',
  quote_procedure: 'STANDARD',
  currency: 'EUR',
  quote_days: 30,
  least_margin: '18',
  elasticity_months: 24,
  elasticity_least: 8,
}))

const adjustments: readonly Row[] = [
  ['General increase 2027', 'STANDARD', null, 'percent', '3.2', 'nearest', '0.05', '0'],
  ['Cleaning: raw materials', 'STANDARD', 'Cleaning', 'percent', '5.5', 'up', '0.1', '0.09'],
  ['Key accounts: steps by price', 'KEY-ACCOUNTS', null, 'formula', null, 'none', null, null],
  ['Paper goes down', 'STANDARD', 'Paper', 'amount', '-0.20', 'nearest', '0.05', '0'],
].map(([description, price_list, product_line, method, value, rounding, rounding_unit, rounding_ending], at) => ({
  adjustment_number: `PA-${String(at + 1).padStart(6, '0')}`,
  description,
  price_list,
  product_line,
  new_from: '2027-01-01',
  method,
  value,
  formula: method === 'formula' ? 'STEPS-BY-PRICE' : null,
  rounding,
  rounding_unit,
  rounding_ending,
  adjustment_status: 'draft',
}))

interface Feature {
  readonly feature: string
  readonly name: string
  readonly group: string
  readonly line: string | null
  readonly differentiates: string
  /** Values from the plainest to the best, and what each is worth in percent of the list price. */
  readonly values: readonly (readonly [string, number])[]
}

const features: readonly Feature[] = [
  {
    feature: 'ECO-LABEL',
    name: 'Eco label',
    group: 'Sustainability',
    line: null,
    differentiates: 'positive',
    values: [
      ['None', 0],
      ['EU Ecolabel', 4],
      ['Cradle to Cradle', 7],
    ],
  },
  {
    feature: 'CONCENTRATE',
    name: 'Concentration',
    group: 'Performance',
    line: 'Cleaning',
    differentiates: 'positive',
    values: [
      ['Ready to use', 0],
      ['1:10', 6],
      ['1:100', 14],
    ],
  },
  {
    feature: 'FRAGRANCE',
    name: 'Fragrance',
    group: 'Comfort',
    line: 'Cleaning',
    differentiates: 'equal',
    values: [
      ['Free', 0],
      ['Citrus', 1],
      ['Lavender', 1.5],
    ],
  },
  {
    feature: 'SOFTNESS',
    name: 'Softness',
    group: 'Performance',
    line: 'Paper',
    differentiates: 'positive',
    values: [
      ['Standard', 0],
      ['Soft', 3],
      ['Premium', 8],
    ],
  },
  {
    feature: 'WARRANTY',
    name: 'Warranty',
    group: 'Service',
    line: 'Machines',
    differentiates: 'positive',
    values: [
      ['2 years', 0],
      ['3 years', 3],
      ['5 years', 7.5],
    ],
  },
  {
    feature: 'NOISE',
    name: 'Noise level',
    group: 'Performance',
    line: 'Machines',
    differentiates: 'negative',
    values: [
      ['Below 60 dB', 4],
      ['60 to 70 dB', 0],
      ['Above 70 dB', -5],
    ],
  },
  {
    feature: 'PACKAGING',
    name: 'Packaging',
    group: 'Logistics',
    line: null,
    differentiates: 'equal',
    values: [
      ['Carton', 0],
      ['Returnable', -2],
      ['Shelf ready', 2.5],
    ],
  },
]

function featurePrices(random: Random, { materials }: DemoMasters): Row[] {
  return materials.slice(0, 48).flatMap((material) =>
    features
      .filter(({ line }) => line === null || line === material['product_line'])
      .map(({ feature, values }, at) => {
        const [value, worth] = random.pick(values)
        const asPercent = at % 2 === 1
        const price = Number(material['list_price'])
        return {
          material_number: material['material_number'],
          feature,
          feature_value: value,
          adjustment_type: asPercent ? 'percent' : 'amount',
          adjustment: asPercent ? String(worth) : ((price * worth) / 100).toFixed(2),
          currency: 'EUR',
          included: !random.chance(0.2),
          valid_from: '2026-01-01',
          source: random.pick(['conjoint', 'survey', 'cost', 'market', 'estimate']),
        }
      }),
  )
}

/** Procedures, formulas, settings and features of pricing. */
export const makePricing = (seed: number, masters: DemoMasters): Readonly<Record<string, readonly Row[]>> => ({
  'price-calculation-formula': formulas,
  'formula-procedure': procedures.map(([formula_procedure, formula_name, more, steps]) => ({
    formula_procedure,
    formula_name,
    decimals: 2,
    currency: 'EUR',
    valid_from: '2026-01-01',
    status: 'active',
    step_count: steps.length,
    steps,
    ...more,
  })),
  'pricing-config': settings,
  'price-adjustment': adjustments,
  'product-feature': features.map(({ feature, name, group, line, differentiates, values }) => ({
    feature,
    feature_name: name,
    feature_group: group,
    value_type: 'choice',
    feature_values: values.map(([feature_value], at) => ({ feature_value, rank: at + 1, is_standard: at === 0 })),
    product_line: line,
    differentiates,
    status: 'active',
  })),
  'product-feature-price': featurePrices(createRandom(seed), masters),
})
