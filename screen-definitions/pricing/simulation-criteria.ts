import { f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'

const ofPrices = when.empty('quote')

/** What prices are simulated for; spread into the criteria of every simulation. */
export const simulationCriteria = {
  formula_procedure: f.reference('formula-procedure', {
    integrity: 'soft',
    label: 'Procedure',
    help: 'Empty: the one of the price settings, or of the quote',
  }),
  quote: f.reference('comprehensive-quote', {
    integrity: 'soft',
    label: 'Lines of a quote',
    help: 'Empty: materials and customers as chosen here',
  }),
  line: f.integer({ min: 1, visible: when.notEmpty('quote'), label: 'Only the line', help: 'Empty: all of the quote' }),
  materials: f.references('material', {
    integrity: 'soft',
    visible: ofPrices,
    help: 'Empty: all that are active, or those of the product line',
  }),
  product_line: f.text({ max: 60, visible: ofPrices }),
  customers: f.references('customer', { integrity: 'soft', visible: ofPrices, help: 'Empty: anybody' }),
  quantities: f.text({
    max: 120,
    default: '1',
    visible: ofPrices,
    required: 'whenVisible',
    pattern: '\\s*\\d{1,12}([.]\\d{1,3})?(\\s*[,;]\\s*\\d{1,12}([.]\\d{1,3})?)*\\s*',
    patternMessage: 'Numbers with semicolons between them, such as 1; 10; 100',
    help: 'In base units, such as 1; 10; 100',
  }),
  price_date: f.date({ default: '@today', required: true, label: 'Prices on' }),
  currency: currencyCode({}),
}
