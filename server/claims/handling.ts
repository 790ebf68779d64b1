export type Handling = 'ignore' | 'warn' | 'repair' | 'deny'

/** The checks in their order, with what follows unless the configuration of the application says otherwise. */
export const standardHandling = {
  structure: 'repair',
  debit_memo: 'repair',
  customer: 'repair',
  contract: 'repair',
  date: 'deny',
  late: 'deny',
  covered: 'deny',
  product: 'repair',
  product_covered: 'deny',
  price: 'repair',
  uom: 'repair',
  quantity: 'repair',
  amount: 'warn',
  duplicate: 'deny',
  near_duplicate: 'warn',
} as const satisfies Record<string, Handling>

export const checksInOrder = Object.entries(standardHandling).map(([check_name, handling], at) => ({
  check_name,
  handling,
  place: at + 1,
}))
