import type { ShellCall } from './shell-call.ts'

/** The calls of postings and of the financial close. */
export const financeCalls: readonly ShellCall[] = [
  [
    'GET',
    '/posting-date',
    'Financial close',
    'The date postings get in an application, or whether one that is asked for is open, with its fiscal period',
    { query: 'application_type date', failures: [409, 422] },
  ],
  [
    'POST',
    '/accrual-posting-api',
    'Postings',
    'Reckon and post accruals of contracts by number or application, and answer the postings that were made',
    { body: 'contract_numbers:array application_type period_from! period_to! posting_date', failures: [403, 404, 422] },
  ],
  [
    'POST',
    '/tlp-posting-api',
    'Postings',
    'The same for payments, or for what kind says',
    {
      body: 'contract_numbers:array application_type kind period_from! period_to! posting_date',
      failures: [403, 404, 422],
    },
  ],
  [
    'GET',
    '/finpost-history/{id}',
    'Postings',
    'The postings of a contract, the newest first; filters, sorting and pages as in their list',
    { query: 'page:integer limit:integer sort posting_type status', failures: [404] },
  ],
  [
    'POST',
    '/postings-delete',
    'Postings',
    'Take out postings that nobody has approved yet: they stay as rejected, with the reason',
    { body: 'ids!:array reason!', failures: [403, 409, 422] },
  ],
]
