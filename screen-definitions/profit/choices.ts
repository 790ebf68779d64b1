import { f, type Choice } from '#src/definition'
import { periodOf } from '../transactions/planning-fields.ts'

/** Where margins are looked at and improved. */
export const profitApplications = ['Profit Optimization', 'Pricing'] as const

/** What a driver is a quantity of; a simulation moves those of a kind together. */
export const driverKinds: readonly Choice[] = [
  { value: 'price', label: 'Price' },
  { value: 'discount', label: 'Discount' },
  { value: 'volume', label: 'Volume' },
  { value: 'cost', label: 'Cost of goods' },
  { value: 'freight', label: 'Freight and handling' },
  { value: 'rebate', label: 'Rebate' },
  { value: 'other', label: 'Other, fixed' },
]

export const driverMeasures: readonly Choice[] = [
  { value: 'amount', label: 'Amount of the period' },
  { value: 'per_unit', label: 'Amount for a unit' },
  { value: 'percent', label: 'Percent of net value' },
]

const value = (label: string, help: string) =>
  f.text({ max: 120, immutable: true, index: true, search: true, label, help, width: 150 })

/** Of what a figure is: the values of the attributes of its level, in their order. */
export const levelValues = {
  value_1: value('First value', 'Of the first attribute of the level'),
  value_2: value('Second value', 'Where the level has a second attribute'),
  value_3: value('Third value', 'Where the level has a third attribute'),
}

/** Of which period a figure of a driver is. */
export const figurePeriod = {
  ...periodOf,
  period_from: { ...periodOf.period_from, help: 'The first day of it' },
}

export const profitAccess = {
  read: 'profit.read',
  write: 'profit.write',
  delete: 'profit.delete',
} as const
