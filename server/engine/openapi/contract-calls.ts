import type { ShellCall } from './shell-call.ts'

/** The calls about contracts beside those of their records. */
export const contractCalls: readonly ShellCall[] = [
  [
    'GET',
    '/contracts/is-editable',
    'Contracts',
    'Whether a contract can be edited now, itself or by a change request, and what stands against it',
    { query: 'id:integer contract_number', failures: [404, 422] },
  ],
  [
    'POST',
    '/contracts/clone',
    'Contracts',
    'Make a draft with the terms of a contract and a number and validity of its own',
    {
      body: 'id!:integer contract_number! contract_header valid_from! valid_to!',
      status: 201,
      failures: [404, 409, 422],
    },
  ],
  [
    'POST',
    '/contracts/update-request',
    'Contracts',
    'Open a change request of an approved contract; further fields are what changes',
    { body: 'contract_number contract_id:integer reason!', status: 201, failures: [404, 409, 422] },
  ],
]
