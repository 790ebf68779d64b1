import type { ShellCall } from './shell-call.ts'

/** The calls of approvals. */
export const approvalCalls: readonly ShellCall[] = [
  [
    'POST',
    '/approval-request/bulk-approval/exception',
    'Approvals',
    'Submit, approve, reject, return or withdraw exceptions, each told by itself',
    { body: 'exception_ids!:array approval_status! notes', failures: [403, 409, 422] },
  ],
  [
    'GET',
    '/approval-level',
    'Approvals',
    'The levels an amount goes through, and who may approve at each',
    { query: 'document_type! application_type amount currency', failures: [409, 422] },
  ],
]
