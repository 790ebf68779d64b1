import { f, type Choice } from '#src/definition'

/** The applications in which prices are kept. */
export const pricingApplications = ['Pricing', 'Profit Optimization'] as const

/** Where special prices are asked for and agreed: rebates are reckoned on them. */
export const specialPriceApplications = [...pricingApplications, 'Customer Rebate'] as const

/** Which of them a request or an agreement belongs to. */
export const pricingApplicationTypes: readonly Choice[] = pricingApplications.map((name) => ({
  value: name,
  label: name,
}))

/** The fields a price may be kept by beside its material, under the names they have in a row of a price list. */
export const priceKeys: readonly Choice[] = [
  { value: 'customer_number', label: 'Customer' },
  { value: 'customer_group', label: 'Customer group' },
  { value: 'class_of_trade', label: 'Class of trade' },
  { value: 'country', label: 'Country' },
  { value: 'sales_organization', label: 'Sales organization' },
  { value: 'distribution_channel', label: 'Distribution channel' },
  { value: 'division', label: 'Division' },
]

/** By which step of the comparison a price came before the others. */
export const priceDecisions: readonly Choice[] = [
  { value: 'only', label: 'Only price' },
  { value: 'priority', label: 'Priority of the list' },
  { value: 'specificity', label: 'More specific' },
  { value: 'price', label: 'Lowest price' },
  { value: 'newest', label: 'Newest' },
  { value: 'first', label: 'Entered first' },
]

export const uom = (options: { readonly immutable?: boolean; readonly required?: boolean; readonly help?: string }) =>
  f.text({ max: 6, upper: true, label: 'Unit', width: 70, ...options })
