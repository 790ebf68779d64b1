import type { ShellCall } from './shell-call.ts'

const asked = 'simulation_category id:integer formula_name formula_procedure'
const listed = 'materials:array customers:array quantities price_date currency'
const failures = [400, 403, 404, 413, 422] as const

const both = (path: string, summary: string): readonly ShellCall[] => [
  [
    'GET',
    path,
    'Pricing',
    summary,
    { query: `${asked} material_number customer_number quantity price_date`, failures },
  ],
  ['POST', path, 'Pricing', 'The same', { body: `${asked} ${listed} product_line`, failures }],
]

/** The simulations of prices that no definition makes. */
export const pricingCalls: readonly ShellCall[] = [
  ...both(
    '/pricing-calc-sim',
    'Prices from list to pocket by a procedure, or of the lines of a quote (simulation_category quote, its id)',
  ),
  ...both('/pricing-formula-calc-sim', 'The same prices step by step'),
]
