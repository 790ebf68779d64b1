import type { ShellCall } from './shell-call.ts'

const tag = 'Integration'

/** The calls of integrations beside their records. */
export const integrationCalls: readonly ShellCall[] = [
  [
    'GET',
    '/service-a/logs',
    tag,
    'The latest lines of the log of the API',
    { query: 'limit:integer', failures: [403] },
  ],
  [
    'GET',
    '/service-b/logs',
    tag,
    'The latest of what batch jobs have told',
    { query: 'limit:integer', failures: [403] },
  ],
  [
    'GET',
    '/service-c/logs',
    tag,
    'The latest of what integrations have told',
    { query: 'limit:integer', failures: [403] },
  ],
  [
    'POST',
    '/kafka-test',
    tag,
    'Send a test message through the event transport',
    { isFile: true, query: 'format_id:integer', failures: [403, 501] },
  ],
  [
    'GET',
    '/message-log',
    tag,
    'What runs have told, with their time as clocks of a zone show it',
    { query: 'batch_job_id:integer user_time_zone page:integer limit:integer' },
  ],
  [
    'POST',
    '/integration-setup/manual-run',
    tag,
    'Put a run of an integration into the queue',
    { status: 202, body: 'integration id:integer', failures: [403, 404] },
  ],
  [
    'GET',
    '/integration-setup/history',
    tag,
    'The runs of an integration with their files',
    { query: 'integration id:integer page:integer limit:integer', failures: [404] },
  ],
  [
    'POST',
    '/integration-setup/retry',
    tag,
    'Take in again what a run rejected',
    { status: 202, body: 'run!:integer', failures: [403, 404, 409] },
  ],
  [
    'POST',
    '/integration-setup/reconcile',
    tag,
    'Hold what a run brought against the records',
    { body: 'run!:integer', failures: [403, 404, 409] },
  ],
  [
    'GET',
    '/integration-setup/sample',
    tag,
    'The beginning of what a source gives now',
    { query: 'integration id:integer', failures: [403, 404, 503] },
  ],
  [
    'GET',
    '/integration-field-value',
    tag,
    'The values of a column of a source, and what a qualifier makes of them',
    { query: 'integration id:integer field! qualifier', failures: [403, 404, 503] },
  ],
  [
    'GET',
    '/new-mappings',
    tag,
    'The columns of a source that its mapping does not read',
    { query: 'integration id:integer functionality', failures: [403, 404, 503] },
  ],
  [
    'POST',
    '/new-mappings',
    tag,
    'Make a mapping from the columns of a source',
    {
      status: 201,
      body: 'integration id:integer name! functionality decimal date_order',
      failures: [403, 404, 409, 503],
    },
  ],
]
