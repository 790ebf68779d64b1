import { f, when } from '#src/definition'
import { buckets, calcTypes, lookups } from './pricing-choices.ts'

const isNumber = when.in('calc_type', ['percent', 'amount'])

/** A step of a formula procedure. */
export const stepFields = {
  sequence: f.integer({ required: true, min: 1, max: 9999, label: 'Step', width: 70 }),
  component: f.text({ max: 60, required: true, width: 180 }),
  bucket: f.choice(buckets, { default: 'on-invoice', required: true, width: 130 }),
  calc_type: f.choice(calcTypes, { default: 'percent', required: true, label: 'Kind', width: 110 }),
  sign: f.choice(
    [
      { value: '+', label: 'Adds' },
      { value: '-', label: 'Takes away' },
    ],
    { default: '-', required: true, label: 'Adds or takes', width: 130 },
  ),
  value: f.decimal(18, 6, {
    visible: isNumber,
    required: 'whenVisible',
    help: 'Percent, or the amount of a unit',
    width: 100,
  }),
  lookup: f.choice(lookups, {
    visible: when.eq('calc_type', 'lookup'),
    required: 'whenVisible',
    label: 'Looks up',
    width: 200,
  }),
  price_list: f.reference('price-list-master', {
    integrity: 'soft',
    visible: when.eq('lookup', 'price_list'),
    help: 'Empty: whichever list holds for the buyer',
    width: 150,
  }),
  formula: f.reference('price-calculation-formula', {
    integrity: 'soft',
    visible: when.eq('calc_type', 'formula'),
    required: 'whenVisible',
    width: 160,
  }),
  base: f.choice(
    [
      { value: 'running', label: 'the price before it' },
      { value: 'original', label: 'the first price' },
      { value: 'step', label: 'the price after step' },
    ],
    { default: 'running', required: true, label: 'Percents are of', width: 150 },
  ),
  base_step: f.integer({
    min: 1,
    max: 9999,
    visible: when.eq('base', 'step'),
    required: 'whenVisible',
    label: 'After step',
    width: 90,
  }),
  best_of: f.text({
    max: 20,
    upper: true,
    label: 'Best of',
    help: 'Of neighbouring steps with the same word only the best for the customer counts',
    width: 100,
  }),
  applies_when: f.text({
    max: 200,
    label: 'Only where',
    help: 'A condition, such as quantity >= 100 and country = "Spain"',
    width: 200,
  }),
  statistical: f.flag({
    default: false,
    label: 'Only shown',
    help: 'Changes no price; in the bucket Cost it is what the product costs',
    width: 100,
  }),
  optional: f.flag({
    default: false,
    label: 'May be missing',
    help: 'Without a value it counts for nothing; otherwise the line cannot be priced',
    width: 110,
  }),
}
