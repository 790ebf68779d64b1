import type { ShellCall } from './shell-call.ts'

const costs =
  'sticker_code product_line country sticker_type material_number on archived:boolean page:integer limit:integer'
const financing = 'product_line country currency term_months:integer on page:integer limit:integer'
const choice = 'search product_line'

/** The calls of the masters of promotions that no definition makes. */
export const promotionMasterCalls: readonly ShellCall[] = [
  [
    'GET',
    '/promotion-cost-material',
    'Promotions',
    'What one unit of each material costs under each sticker, and what is missing to know it; on a day, or on the first of the sticker',
    { query: costs, failures: [403, 422] },
  ],
  [
    'GET',
    '/promotion-cost-header',
    'Promotions',
    'The same by sticker: averages over its materials',
    { query: costs, failures: [403, 422] },
  ],
  [
    'GET',
    '/promotion/promotional-financing',
    'Promotions',
    'Financing that stickers in use offer, beside what is offered all year',
    { query: financing, failures: [403, 422] },
  ],
  [
    'GET',
    '/promotion/format-regular-financing',
    'Promotions',
    'What is offered all year: one record a line and country, with its terms side by side',
    { query: financing, failures: [403, 422] },
  ],
  [
    'GET',
    '/promo-territory-by-value',
    'Promotions',
    'Countries, regions or territories, each with how many territories it has and their share of the country',
    { query: 'by country region territory product_line search on', failures: [403, 422] },
  ],
  [
    'GET',
    '/promotion-sticker-types',
    'Promotions',
    'The types of offers with their group, the sections they ask for, and how many stickers in use are of each',
    { failures: [403] },
  ],
  [
    'GET',
    '/promotion-sticker-choice',
    'Promotions',
    'Stickers in use to choose from; gives is cash, finance or coverage',
    { query: 'search gives', failures: [403, 422] },
  ],
  [
    'GET',
    '/custom-group-choice',
    'Promotions',
    'Custom groups in use to choose from',
    { query: choice, failures: [403, 422] },
  ],
  [
    'GET',
    '/promotion-sticker-groups',
    'Promotions',
    'The sticker groups of the mapping',
    { query: choice, failures: [403, 422] },
  ],
  [
    'PUT',
    '/promotion/{id}/archive',
    'Promotions',
    'Archive a sticker or a custom group (table_name), or take it out again with archived false',
    { query: 'table_name!', body: 'archived:boolean', failures: [400, 403, 404, 409] },
  ],
  [
    'POST',
    '/promotion-sticker/{id}/clone',
    'Promotions',
    'Clone a sticker; under a code that is made of its own where none is given',
    { body: 'sticker_code sticker_name country valid_from valid_to', status: 201, failures: [403, 404, 409, 422] },
  ],
  [
    'POST',
    '/promotion/custom-group/clone',
    'Promotions',
    'Clone a custom group; its claim number stays with it',
    { body: 'id!:integer group_code group_name', status: 201, failures: [400, 403, 404, 409, 422] },
  ],
  [
    'POST',
    '/promotion/custom-grouped-data',
    'Promotions',
    'The materials of a line by custom group, each with its price in a country on a day',
    { body: 'product_line! country group_codes:array on ungrouped:boolean', failures: [403, 422] },
  ],
  [
    'GET',
    '/promotion/default-all',
    'Promotions',
    'All planning defaults',
    { query: 'product_line country', failures: [403] },
  ],
]
