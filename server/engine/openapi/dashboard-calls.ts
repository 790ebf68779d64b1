import type { ShellCall } from './shell-call.ts'

const changes = 'app_source_type app_functionality operation user_id:integer from to'
const rejections = 'app_functionality from to'

/** The calls behind the dashboards. */
export const dashboardCalls: readonly ShellCall[] = [
  [
    'GET',
    '/home',
    'Dashboards',
    'What waits for the caller, what the caller changed last, and the last uploads',
    { query: 'application' },
  ],
  [
    'GET',
    '/home/figures',
    'Dashboards',
    'Where the numbers of an application stand: the figures that definitions name, counted for the caller',
    { query: 'application' },
  ],
  [
    'GET',
    '/master-data/count',
    'Dashboards',
    'How many records each master has',
    { query: 'app_source_type app_functionality' },
  ],
  [
    'GET',
    '/transaction-data/count',
    'Dashboards',
    'How many transactions there are',
    { query: 'app_source_type app_functionality' },
  ],
  [
    'GET',
    '/master-data/total-count-by-status',
    'Dashboards',
    'Records of each master by their state',
    { query: 'app_source_type app_functionality' },
  ],
  [
    'GET',
    '/master-data/period-count-by-status',
    'Dashboards',
    'Changes of masters by period and operation',
    { query: `interval ${changes}` },
  ],
  [
    'GET',
    '/master-data-operation-changes',
    'Dashboards',
    'Changes of masters by screen and operation',
    { query: changes },
  ],
  [
    'GET',
    '/filter-master-data-changes',
    'Dashboards',
    'The changes of masters, the newest first',
    { query: `${changes} page:integer limit:integer` },
  ],
  [
    'GET',
    '/rejected-lines',
    'Dashboards',
    'Imports with rejected lines',
    { query: `${rejections} page:integer limit:integer` },
  ],
  ['GET', '/rejected-lines/by-month', 'Dashboards', 'Rejected lines by month and screen', { query: rejections }],
  [
    'GET',
    '/dashboard/config-fields',
    'Dashboards',
    'The fields of a list that a configured dashboard may count by or add up, as far as the roles it is for may see them',
    { query: 'functionality! security_role use', failures: [404] },
  ],
  [
    'GET',
    '/dashboard/figures',
    'Dashboards',
    'The figures of one tile of a configured dashboard, each with the way to the records behind it',
    { query: 'dashboard!:integer tile:integer operation from to page:integer limit:integer', failures: [403, 404] },
  ],
  ['GET', '/rejected-lines/by-screen', 'Dashboards', 'Rejected lines by screen', { query: rejections }],
]
