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
]
