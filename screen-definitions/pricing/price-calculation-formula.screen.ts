import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'

const freight = { formula_name: 'FREIGHT', description: 'Freight by weight', expression: 'gross_weight * 0.12' }

export const priceCalculationFormula = defineScreen({
  name: 'price-calculation-formula',
  label: ['Calculation formula', 'Calculation formulas'],
  area: 'pricing',
  menu: { order: 82 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICING_CALC_FORMULA',
  endpoint: 'pricing-calc-formula',
  table: { key: ['formula_name'] },
  title: 'description',
  hooks: 'price-calculation-formula',
  fields: {
    formula_name: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Formula',
      width: 160,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    category: f.choice(
      [
        { value: 'price', label: 'Price' },
        { value: 'discount', label: 'Discount or surcharge' },
        { value: 'cost', label: 'Cost' },
        { value: 'adjustment', label: 'New price from the old one' },
      ],
      { default: 'discount', required: true, index: true, width: 180 },
    ),
    expression: f.longText({
      max: 2000,
      required: true,
      label: 'Calculation',
      help: 'Such as round(running * 0.02, 2), if(quantity >= 100, 1.5, 0) or cost * 1.35. There are running, original, step_10 (the price after step 10), cost, list_price, market_price, quantity, and fields of the material and the customer',
    }),
    uses: f.text({ max: 500, readOnly: true, label: 'What it reads', width: 240 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/pricing-calculation-formula',
    columns: ['formula_name', 'description', 'category', 'expression', 'uses', 'status'],
    sort: ['formula_name'],
    filters: ['category', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Formula',
        rows: [
          ['formula_name', 'description'],
          ['category', 'status'],
        ],
      },
      { title: 'Calculation', rows: [['expression'], ['uses'], ['notes']] },
    ],
  },
  actions: [
    {
      name: 'try',
      label: 'Try it',
      icon: 'play',
      command: 'try-price-formula',
      on: ['row'],
      primary: true,
      parameters: {
        material: f.reference('material', { integrity: 'soft', required: true }),
        customer: f.reference('customer', { integrity: 'soft', help: 'Empty: anybody' }),
        quantity: f.decimal(15, 3, { min: '0.001', default: '1', required: true }),
        running: f.money({ label: 'Price before the step', help: 'The list price of the material unless given' }),
        price_date: f.date({ default: '@today', required: true, label: 'On' }),
      },
      access: 'pricing.read',
    },
  ],
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: freight },
    { reject: { ...freight, expression: null }, at: 'expression' },
    { reject: { ...freight, category: 'magic' }, at: 'category' },
  ],
})
