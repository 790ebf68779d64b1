import type { ShellCall } from './shell-call.ts'

const designFields = 'layer layer_ref:integer application_type fields:array'

const designs = (path: string, of: string): ShellCall[] => [
  ['GET', `/${path}`, 'Fields', `The designs of ${of}`, { query: 'page:integer limit:integer' }],
  [
    'POST',
    `/${path}`,
    'Fields',
    `Begin a design of ${of}`,
    { body: designFields, status: 201, failures: [404, 409, 422] },
  ],
  ['GET', `/${path}/{id}`, 'Fields', `A design of ${of}`, { failures: [404] }],
  ['PUT', `/${path}/{id}`, 'Fields', `Change a design of ${of}`, { body: 'fields!:array', failures: [404, 422] }],
  ['DELETE', `/${path}/{id}`, 'Fields', `Take a design of ${of} back`, { failures: [404] }],
]

const byRole = (path: string, of: string): ShellCall[] => [
  ['GET', `/${path}`, 'Fields', `${of} as a role sees it`, { query: 'id!:integer application_type', failures: [404] }],
  ...(['POST', 'PUT'] as const).map((method): ShellCall => [
    method,
    `/${path}`,
    'Fields',
    `Change how a role sees it: ${of.toLowerCase()}`,
    { body: 'id!:integer application_type fields!:array', failures: [404, 422] },
  ]),
]

/** The calls of designs of documents. */
export const designCalls: readonly ShellCall[] = [
  ...designs('default-designer', 'contracts'),
  ...designs('default', 'contracts, under its other name'),
  ...designs('payment-designer', 'payments'),
  ...designs('accrual-designer', 'accruals'),
  ...byRole('contract-role-by-id', 'The contract'),
  ...byRole('cal-fin-display-by-id', 'Calculations and postings'),
]
