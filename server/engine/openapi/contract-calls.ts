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
  [
    'POST',
    '/contracts/mass-update/lookup',
    'Contracts',
    'Keep a mass update (the fields of contract-mass-update) and tell what it would change, old and new per contract',
    { body: 'description! action!', failures: [403, 409, 422] },
  ],
  [
    'POST',
    '/contracts/mass-update/action',
    'Contracts',
    'Run a mass update as its preview told; 202 while it is running',
    { body: 'id!:integer wait:number', failures: [403, 404, 409] },
  ],
  [
    'POST',
    '/contract-search-rule',
    'Contracts',
    'Contracts by what stands in their rules and eligibility, with the lines that were found',
    {
      body: 'attribute value rule_type rate_type tier_mode condition_id rate_from:number rate_to:number application_type contract_status page:integer limit:integer',
      failures: [422],
    },
  ],
  [
    'POST',
    '/contract-rules/validate',
    'Contracts',
    'Check rules, tiers, shares and eligibility without saving them: what is wrong, and what looks odd',
    {
      query: 'rule_type calculation_method',
      body: 'rules:array tiers:array payees:array eligibility:array',
      failures: [422],
    },
  ],
  [
    'PUT',
    '/eligibility-rules',
    'Contracts',
    'Replace the eligibility of a contract; of an approved one by a change request with the reason',
    { body: 'contract_number contract_id:integer eligibility!:array reason', failures: [404, 409, 422] },
  ],
  [
    'PUT',
    '/calculation-rules',
    'Contracts',
    'Replace rules, tiers and shares of a contract; of an approved one by a change request with the reason',
    {
      body: 'contract_number contract_id:integer rules!:array tiers:array payees:array reason',
      failures: [404, 409, 422],
    },
  ],
  [
    'POST',
    '/file-upload',
    'Contracts',
    'Attach a document to a contract',
    { query: 'contract_number id:integer kind note', isFile: true, status: 201, failures: [404, 422] },
  ],
  [
    'GET',
    '/file-download',
    'Contracts',
    'A document by its id, as GET /files/{id}',
    { query: 'id! inline', answers: 'application/octet-stream', failures: [404] },
  ],
]
