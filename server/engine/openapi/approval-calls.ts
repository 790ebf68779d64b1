import type { ShellCall } from './shell-call.ts'

/** The calls of approvals, memberships and eligibility. */
export const approvalCalls: readonly ShellCall[] = [
  [
    'POST',
    '/approval-request/bulk-approval/exception',
    'Approvals',
    'Submit, approve, reject, return or withdraw exceptions, each told by itself',
    { body: 'exception_ids!:array approval_status! notes', failures: [403, 409, 422] },
  ],
  [
    'POST',
    '/approval-request/bulk-approval/contract',
    'Approvals',
    'Submit, approve, reject, return or withdraw contracts and change requests, each told by itself',
    {
      body: 'contract_ids:array update_contract_ids:array approval_status! notes contract_status',
      failures: [403, 409, 422],
    },
  ],
  [
    'POST',
    '/approval-request/bulk-approval/pricing_contract',
    'Approvals',
    'Submit, approve, reject, return or withdraw pricing contracts and changes of them, each told by itself',
    { body: 'contract_ids:array update_contract_ids:array approval_status! notes', failures: [403, 409, 422] },
  ],
  [
    'POST',
    '/approval-request/bulk-approval/financial-posting',
    'Approvals',
    'Submit, approve, reject, return or withdraw postings, each told by itself',
    { body: 'financial_posting_ids!:array approval_status! notes', failures: [403, 409, 422] },
  ],
  [
    'POST',
    '/workflow-status',
    'Approvals',
    'Approve what waits, or reject it with a reason, whatever kind of record the request stands for',
    { body: 'id!:integer approve!:boolean notes', failures: [403, 409, 422] },
  ],
  [
    'POST',
    '/workflow-delete',
    'Approvals',
    'Withdraw requests: what they stand for is not waiting any more',
    { body: 'ids!:array', failures: [403, 409, 422] },
  ],
  [
    'GET',
    '/approval-level',
    'Approvals',
    'The levels an amount goes through, and who may approve at each',
    { query: 'document_type! application_type amount currency', failures: [409, 422] },
  ],
  [
    'POST',
    '/universal-eligibility-rule/matches',
    'Eligibility',
    'What rules leave of customers, materials and sales lines: those given, else those that hold',
    { body: 'rules:array application_type data_source_type valid_on', failures: [422] },
  ],
  [
    'POST',
    '/membership-mass/fetch',
    'Membership',
    'Keep a mass update (the fields of mass-membership-update) and tell what it would change',
    { body: 'description! action! effective_on!', failures: [403, 409, 422] },
  ],
  [
    'POST',
    '/membership-mass/update',
    'Membership',
    'Run a mass update as its preview told; 202 while it is running',
    { body: 'id!:integer wait:number', failures: [403, 404, 409] },
  ],
  [
    'GET',
    '/approval-workflow/distinct-name',
    'Approvals',
    'The names of the approval workflows, of one kind of document or of all',
    { query: 'functionality application_type' },
  ],
  [
    'GET',
    '/approval-workflow/status-desc',
    'Approvals',
    'The states of approval in words, with how many documents are in each; those that wait alone with pending',
    { query: 'pending:boolean application_type' },
  ],
  [
    'POST',
    '/history-data',
    'Approvals',
    'The changes of one record, the newest first',
    { body: 'table_name! id!:integer page:integer limit:integer', failures: [403, 404] },
  ],
]
