import type { ShellCall } from './shell-call.ts'

/** The calls of configuration beyond the records of its screens. */
export const configurationCalls: readonly ShellCall[] = [
  [
    'GET',
    '/message-id',
    'Configuration',
    'The messages of the product, in the words of the organization',
    { query: 'message_id functionality search page:integer limit:integer' },
  ],
  [
    'GET',
    '/migration',
    'Configuration',
    'The tables that can be moved to another installation; with table_names their records, those that others refer to first',
    { query: 'table_names', failures: [403, 404] },
  ],
  [
    'POST',
    '/migration/upload',
    'Configuration',
    'Brings the file of a migration in: known keys are changed, others added; with dry_run it is only counted',
    { query: 'dry_run:boolean', isFile: true, failures: [400, 403, 404] },
  ],
  [
    'GET',
    '/valid-configuration',
    'Configuration',
    'Whether something is configured under a key for a field, and as what',
    { query: 'key_name! field' },
  ],
  [
    'GET',
    '/document-assignment-config/in-force',
    'Configuration',
    'What is assigned to a document in an application',
    { query: 'document_type! application_type' },
  ],
  [
    'GET',
    '/reports-by-functionality/offered',
    'Configuration',
    'The reports the caller is offered beside the records of a screen',
    { query: 'functionality!' },
  ],
]
