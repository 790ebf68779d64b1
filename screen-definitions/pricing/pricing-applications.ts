/** Where special prices are asked for and agreed. */
export const pricingApplications = ['Pricing', 'Profit Optimization', 'Customer Rebate'] as const
