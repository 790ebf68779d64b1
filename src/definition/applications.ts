/** The nine application types; exactly one is current in a session. */
export const applicationTypes = [
  'Customer Rebate',
  'Supplier Rebate',
  'Supplier Chargeback',
  'Sales Commission',
  'Pricing',
  'Profit Optimization',
  'Customer Chargeback',
  'Royalty',
  'Promotions',
] as const

/** The four sub-applications of the launcher. */
export const subApplications = ['Audit Lab', 'Collaboration Portal', 'Integration Studio', 'Designer Studio'] as const

export type ApplicationType = (typeof applicationTypes)[number]
export type SubApplication = (typeof subApplications)[number]
export type Application = ApplicationType | SubApplication

/** Every application of the launcher, in its order. */
export const applications: readonly Application[] = [...applicationTypes, ...subApplications]
