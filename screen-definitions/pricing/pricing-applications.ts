import { when, type Choice } from '#src/definition'

/** Where special prices are asked for and agreed. */
export const pricingApplications = ['Pricing', 'Profit Optimization', 'Customer Rebate'] as const

/** Which of them a request or an agreement belongs to. */
export const pricingApplicationTypes: readonly Choice[] = [
  { value: 'Pricing', label: 'Pricing' },
  { value: 'Profit Optimization', label: 'Profit Optimization' },
]

/** The lists of a single application, beside the one of both. */
export const applicationViews = {
  'Of Pricing': when.eq('application_type', 'Pricing'),
  'Of Profit Optimization': when.eq('application_type', 'Profit Optimization'),
}
