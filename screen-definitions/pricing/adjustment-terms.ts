import { f, when } from '#src/definition'
import { priceEnding } from './pricing-choices.ts'

/** How prices are raised or lowered; of simulations and of the adjustments that propose them. */
export const adjustmentTerms = {
  materials: f.references('material', { integrity: 'soft', help: 'Empty: all, or those of the product line' }),
  product_line: f.text({ max: 60 }),
  method: f.choice(
    [
      { value: 'percent', label: 'By percent' },
      { value: 'amount', label: 'By an amount' },
      { value: 'formula', label: 'By a formula' },
    ],
    { default: 'percent', required: true, label: 'Change' },
  ),
  value: f.decimal(18, 4, {
    visible: when.in('method', ['percent', 'amount']),
    required: 'whenVisible',
    default: '3',
    label: 'By',
    help: 'Percent, or the amount of a unit; less than nothing lowers prices',
  }),
  formula: f.reference('price-calculation-formula', {
    integrity: 'soft',
    visible: when.eq('method', 'formula'),
    required: 'whenVisible',
    help: 'One that makes a new price of the old one (running)',
  }),
  ...priceEnding,
}
