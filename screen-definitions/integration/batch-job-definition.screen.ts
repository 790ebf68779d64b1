import { defineScreen, f, when } from '#src/definition'
import { jobApplications, jobTypes, runStatus } from '../shared/jobs.ts'

const does = (type: string) => when.eq('job_type', type)
const isTimed = when.eq('schedule', 'cron')

export const batchJobDefinition = defineScreen({
  name: 'batch-job-definition',
  label: ['Batch job', 'Batch jobs'],
  area: 'integration',
  menu: { order: 50 },
  endpoint: 'batch-job-definition',
  hooks: 'batch-job',
  table: { key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, label: 'Job', width: 150 }),
    name: f.text({ max: 120, required: true, search: true, width: 280 }),
    app_type: f.choice(jobApplications, {
      required: true,
      default: 'Customer Rebate',
      index: true,
      label: 'Application',
      width: 150,
    }),
    job_type: f.choice(jobTypes, { required: true, default: 'file_upload', label: 'What it does', width: 140 }),
    active: f.flag({ default: true, width: 80, help: 'A job that is not active runs only when somebody runs it.' }),
    upload_format: f.reference('integration-mapping', {
      visible: does('file_upload'),
      required: 'whenVisible',
      help: 'Says what the columns of the files mean and where their lines go.',
    }),
    integration: f.reference('integration-setup', { visible: does('integration'), required: 'whenVisible' }),
    folder: f.text({
      max: 120,
      visible: when.in('job_type', ['file_upload', 'export']),
      pattern: '[A-Za-z0-9_\\-]+(/[A-Za-z0-9_\\-]+)*',
      patternMessage: 'Letters, digits, - and _, with / between folders',
      help: 'Within the drop folder: uploads take files from its folder in, exports leave them in out.',
    }),
    file_pattern: f.text({
      max: 120,
      default: '*',
      visible: does('file_upload'),
      label: 'Files',
      help: 'Names of the files to take, such as sales-*.csv; the oldest first.',
    }),
    only_valid: f.flag({
      visible: does('file_upload'),
      label: 'Write the valid lines',
      help: 'Otherwise a file with one bad line writes nothing and waits in the folder failed.',
    }),
    export_screen: f.reference('screen-catalogue', {
      visible: does('export'),
      required: 'whenVisible',
      label: 'List',
    }),
    export_filter: f.text({
      max: 1000,
      visible: does('export'),
      label: 'Filter',
      help: 'As in the address of the list behind the question mark: status=active&country=DE. Empty for all of it.',
    }),
    export_format: f.choice(['csv', { value: 'xlsx', label: 'XLSX' }], {
      default: 'csv',
      visible: does('export'),
      required: 'whenVisible',
      label: 'Format',
    }),
    keep_days: f.integer({
      min: 1,
      max: 3650,
      default: 90,
      unit: 'days',
      visible: does('purge_logs'),
      required: 'whenVisible',
      label: 'Keep for',
    }),
    notice_days: f.integer({
      min: 1,
      max: 365,
      default: 30,
      unit: 'days',
      visible: does('contract_renewal'),
      required: 'whenVisible',
      label: 'Before they end',
      help: 'From so many days on contracts that ask are shown to their responsible, and those that go on are prolonged. Those that ended become Expired.',
    }),
    schedule: f.choice(
      [
        { value: 'manual', label: 'When somebody runs it' },
        { value: 'cron', label: 'At times' },
        { value: 'after', label: 'After another job' },
      ],
      { default: 'manual', required: true, width: 140 },
    ),
    cron: f.text({
      max: 100,
      visible: isTimed,
      required: 'whenVisible',
      label: 'Times',
      width: 140,
      help: 'Minute, hour, day of the month, month, day of the week: 30 6 * * 1-5 is half past six from Monday to Friday, 0 2 L * * two o’clock on the last of the month.',
    }),
    time_zone: f.text({
      max: 60,
      default: 'UTC',
      visible: isTimed,
      required: 'whenVisible',
      help: 'Such as Europe/Berlin; summer time is followed.',
    }),
    day_rule: f.choice(
      [
        { value: 'any', label: 'Runs all the same' },
        { value: 'skip', label: 'Is left out' },
        { value: 'next', label: 'Runs on the next working day' },
      ],
      { default: 'any', visible: isTimed, required: 'whenVisible', label: 'On days without work' },
    ),
    weekend: f.choice(
      [
        { value: 'sat-sun', label: 'Saturday and Sunday' },
        { value: 'fri-sat', label: 'Friday and Saturday' },
        { value: 'sun', label: 'Sunday' },
        { value: 'none', label: 'None' },
      ],
      { default: 'sat-sun', visible: when.all(isTimed, when.ne('day_rule', 'any')), required: 'whenVisible' },
    ),
    calendar: f.text({
      max: 30,
      upper: true,
      default: 'STANDARD',
      visible: when.all(isTimed, when.ne('day_rule', 'any')),
      help: 'Whose holidays are days without work as well.',
    }),
    after_job: f.reference('batch-job-definition', {
      acyclic: true,
      visible: when.eq('schedule', 'after'),
      required: 'whenVisible',
      label: 'After success of',
    }),
    retries: f.integer({ min: 0, max: 20, default: 2, label: 'Tries again', help: 'How often, when it fails.' }),
    retry_seconds: f.integer({
      min: 1,
      max: 86_400,
      default: 60,
      unit: 's',
      label: 'Waiting before',
      help: 'Twice as long before each further try.',
    }),
    notes: f.longText({ max: 2000 }),
    runs_as: f.reference('user', {
      integrity: 'soft',
      readOnly: true,
      label: 'Runs in the name of',
      width: 210,
      help: 'Whoever saved the job last. It sees and changes what this user may; when the user may not sign in any more, it fails until somebody else saves it.',
    }),
    next_run_at: f.dateTime({ readOnly: true, label: 'Next run', width: 160 }),
    last_run_at: f.dateTime({ readOnly: true, label: 'Last run', width: 160 }),
    last_status: f.choice(runStatus, { readOnly: true, label: 'Last result', width: 120 }),
  },
  list: {
    path: '/batchjob-setup',
    columns: ['code', 'name', 'app_type', 'job_type', 'schedule', 'next_run_at', 'last_status'],
    sort: ['code'],
    filters: ['app_type', 'job_type', 'schedule', 'last_status', 'active', 'runs_as'],
    views: {
      Active: when.eq('active', true),
      'Failed last time': when.in('last_status', ['failed', 'partial']),
    },
    attention: ['Failed last time'],
    displays: [
      {
        label: 'Integration batch jobs',
        path: '/integration-batchjob-setup',
        filters: { app_type: 'Integration Studio' },
      },
      {
        label: 'Profit optimization batch jobs',
        path: '/profitopt-batchjob-setup',
        filters: { app_type: 'Profit Optimization' },
      },
      {
        label: 'Transaction data batch jobs',
        path: '/transaction-data-batchjob-setup',
        filters: { app_type: 'Transaction Data' },
      },
      { label: 'Pricing batch jobs', path: '/pricing-batchjob-setup', filters: { app_type: 'Pricing' } },
    ],
  },
  form: {
    layout: [
      { title: 'Job', rows: [['code', 'name'], ['app_type', 'active'], ['notes']] },
      {
        title: 'What it does',
        rows: [
          ['job_type', 'upload_format'],
          ['integration'],
          ['folder', 'file_pattern'],
          ['only_valid'],
          ['export_screen', 'export_format'],
          ['export_filter'],
          ['keep_days'],
          ['notice_days'],
        ],
      },
      {
        title: 'When it runs',
        rows: [
          ['schedule', 'after_job'],
          ['cron', 'time_zone'],
          ['day_rule', 'weekend'],
          ['calendar', 'next_run_at'],
          ['runs_as'],
        ],
      },
      {
        title: 'When it fails',
        rows: [
          ['retries', 'retry_seconds'],
          ['last_run_at', 'last_status'],
        ],
      },
    ],
    related: [{ screen: 'batch-job-run', by: 'job' }],
  },
  actions: [
    {
      name: 'run-now',
      label: 'Run now',

      command: 'run-batch-jobs',
      on: ['row', 'selection'],
      access: 'integration.run',
      message: 'Started; see its runs',
    },
  ],
  access: { read: 'integration.read', write: 'integration.write' },
  tests: [
    { accept: { code: 'TIDY', name: 'Old logs go', job_type: 'purge_logs', keep_days: 30 } },
    { accept: { code: 'ENDS', name: 'Contracts go on', job_type: 'contract_renewal', notice_days: 60 } },
    {
      reject: { code: 'ENDS', name: 'Contracts go on', job_type: 'contract_renewal', notice_days: 0 },
      at: 'notice_days',
    },
    { accept: { code: 'NIGHT', name: 'Nightly files', upload_format: 'SalesDataUploadFormat / Nightly' } },
    { reject: { code: 'NIGHT', name: 'Nightly files' }, at: 'upload_format' },
    { reject: { code: 'X', name: 'Timed', job_type: 'refresh_indexes', schedule: 'cron' }, at: 'cron' },
    { accept: { code: 'X', name: 'Timed', job_type: 'refresh_indexes', schedule: 'cron', cron: '0 3 * * *' } },
    { reject: { code: 'X', name: 'Chained', job_type: 'purge_logs', schedule: 'after' }, at: 'after_job' },
    { reject: { code: 'X', name: 'Files', upload_format: 'A / B', folder: '../etc' }, at: 'folder' },
  ],
})
