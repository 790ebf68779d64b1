import type { ShellCall } from './shell-call.ts'

const tag = 'Claims'

/** The calls of claims beside those of their records. */
export const claimsCalls: readonly ShellCall[] = [
  ['GET', '/claim-response-fields', tag, 'The fields of an answer to a claim', { failures: [403] }],
  [
    'GET',
    '/outgoing-claim-download-fields',
    tag,
    'What the columns of a file for a supplier may hold',
    { failures: [403] },
  ],
  [
    'POST',
    '/process-outgoing-claim',
    tag,
    'Check an outgoing claim and send it to the supplier',
    { query: 'claim_number', body: 'claim_number', failures: [400, 404, 409] },
  ],
]
