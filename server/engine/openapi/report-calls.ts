import type { ShellCall } from './shell-call.ts'

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The calls of results and transactions that no definition makes. */
export const reportCalls: readonly ShellCall[] = [
  [
    'GET',
    '/sales-data-search',
    'Transactions',
    'Sales lines in which a word is found',
    { query: 'keyword! page:integer limit:integer', failures: [422] },
  ],
  [
    'GET',
    '/target-data-fetch-all',
    'Transactions',
    'All targets; filters as in their list',
    { query: 'search sort', failures: [403] },
  ],
  [
    'POST',
    '/generate-excel-sheet/{type}',
    'Results',
    'A result by its criteria, or the records of a list by its filters, as a workbook; the type is the screen or its address',
    { body: 'filters:object sort columns', answers: workbook, failures: [403, 404, 422] },
  ],
]
