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

const decision = 'approval_status! notes'

const lists: readonly ShellCall[] = [
  [
    'GET',
    '/edi-segments',
    'Pricing',
    'The segments of an EDI price catalogue and their elements',
    { query: 'level', failures: [403] },
  ],
  [
    'GET',
    '/edi-mapping-data',
    'Pricing',
    'A price list as an EDI catalogue (X12 832), by a mapping',
    { query: 'mapping! price_list! on', failures: [403, 404, 413, 422] },
  ],
  [
    'POST',
    '/edi-mapping-data',
    'Pricing',
    'Reads an EDI catalogue by a mapping; nothing is kept',
    { body: 'mapping! text!', failures: [403, 404, 422] },
  ],
  [
    'GET',
    '/pricing/price-field-values',
    'Pricing',
    'The values of a field of prices, with how often',
    { query: 'name! price_list', failures: [400, 403] },
  ],
  ['GET', '/distinct-price-list-names', 'Pricing', 'The price lists by name', { failures: [403] }],
  [
    'GET',
    '/pricing/price-list/summary',
    'Pricing',
    'How much each price list holds, and how far it is approved',
    { query: 'price_list', failures: [403] },
  ],
  [
    'GET',
    '/pricing/price-list/filters',
    'Pricing',
    'What prices are filtered by, with the values there are where these are few',
    { query: 'price_list', failures: [403] },
  ],
  [
    'GET',
    '/pricing/price-list/detail',
    'Pricing',
    'A price list with its first prices',
    { query: 'id:integer priceName calcType', failures: [403, 404] },
  ],
  ['GET', '/price-list-fields', 'Pricing', 'The fields of price lists', { failures: [403] }],
  ['GET', '/price-list-data-fields', 'Pricing', 'The fields of prices', { failures: [403] }],
  ['GET', '/pricing/price-list/fields', 'Pricing', 'The same', { failures: [403] }],
  [
    'GET',
    '/price-list-data/approval',
    'Pricing',
    'Prices to approve: new ones, or those of another status',
    { query: 'approval_status page:integer limit:integer', failures: [403] },
  ],
  [
    'GET',
    '/price-list-approval',
    'Pricing',
    'The same',
    { query: 'approval_status page:integer limit:integer', failures: [403] },
  ],
  [
    'POST',
    '/price-list-approval',
    'Pricing',
    'Submit, approve, reject, return or withdraw a price',
    { body: `id!:integer ${decision}`, failures: [403, 404, 409, 422] },
  ],
  [
    'POST',
    '/price-list-bulk-approval',
    'Pricing',
    'The same for many, each told by itself',
    { body: `price_list_data_ids!:array ${decision}`, failures: [403, 409, 422] },
  ],
]

/** The calls about prices that no definition makes. */
export const pricingCalls: readonly ShellCall[] = [
  ...both(
    '/pricing-calc-sim',
    'Prices from list to pocket by a procedure, or of the lines of a quote (simulation_category quote, its id)',
  ),
  ...both('/pricing-formula-calc-sim', 'The same prices step by step'),
  ...lists,
]
