import { f, type Choice } from '#src/definition'
import { narrowedTo } from '../transactions/planning-fields.ts'

/** By what sales are forecast: each a field of sales lines or of their materials. */
export const forecastLevels: readonly Choice[] = [
  { value: 'customer_number', label: 'Customer' },
  { value: 'material_number', label: 'Material' },
  { value: 'product_line', label: 'Product line' },
  { value: 'country', label: 'Country' },
  { value: 'sales_employee', label: 'Sales employee' },
]

/** What a figure is of; those left empty are added up over. */
export const levelFields = {
  customer_number: narrowedTo('customer', 'Customer'),
  material_number: narrowedTo('material', 'Material'),
  product_line: f.text({ max: 60, immutable: true, index: true, search: true, width: 130 }),
  country: f.text({ max: 60, immutable: true, index: true, search: true, width: 120 }),
  sales_employee: f.reference('employee', { integrity: 'soft', immutable: true, index: true, width: 130 }),
}

/** The methods by which a forecast is made. */
export const forecastMethods: readonly Choice[] = [
  { value: 'automatic', label: 'The best of all' },
  { value: 'moving_average', label: 'Moving average' },
  { value: 'seasonal_naive', label: 'As a year ago' },
  { value: 'exponential_smoothing', label: 'Exponential smoothing' },
  { value: 'holt', label: 'Exponential smoothing with trend' },
  { value: 'holt_winters_additive', label: 'Holt-Winters, additive seasons' },
  { value: 'holt_winters_multiplicative', label: 'Holt-Winters, multiplicative seasons' },
  { value: 'croston', label: 'Croston, for demand with gaps' },
]

/** Where the sales of the past are. */
export const historySources: readonly Choice[] = [
  { value: 'both', label: 'Sales data, historical sales before' },
  { value: 'sales', label: 'Sales data' },
  { value: 'historical', label: 'Historical sales' },
]
