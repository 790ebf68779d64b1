import { defineScreen, f, when } from '#src/definition'
import { jobApplications, runStatus } from '../shared/jobs.ts'

const comes = (...sources: string[]) => when.in('source_type', sources)
const callsOut = comes('https', 'database', 'sftp')
const withKey = when.all(comes('sftp'), when.eq('sftp_auth', 'key'))

export const integrationSetup = defineScreen({
  name: 'integration-setup',
  label: ['Integration', 'Integrations'],
  area: 'integration',
  menu: { order: 10 },
  endpoint: 'integration-setup',
  hooks: 'integration',
  table: { key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Integration',
      width: 160,
    }),
    name: f.text({ max: 120, required: true, search: true, width: 260 }),
    app_type: f.choice(jobApplications, {
      required: true,
      default: 'Customer Rebate',
      label: 'Application',
      width: 150,
    }),
    active: f.flag({ default: true, width: 80 }),
    description: f.longText({ max: 2000 }),
    source_type: f.choice(
      [
        { value: 'file', label: 'Files in the drop folder' },
        { value: 'https', label: 'Web address (HTTPS)' },
        { value: 'database', label: 'Database table' },
        { value: 'sftp', label: 'Files on an SFTP server' },
      ],
      { required: true, default: 'file', label: 'Comes from', width: 180 },
    ),
    folder: f.text({
      max: 120,
      visible: comes('file'),
      pattern: '[A-Za-z0-9_\\-]+(/[A-Za-z0-9_\\-]+)*',
      patternMessage: 'Letters, digits, - and _, with / between folders',
      help: 'Within the folder in of the drop folder.',
    }),
    file_pattern: f.text({
      max: 120,
      default: '*',
      visible: comes('file', 'sftp'),
      label: 'Files',
      help: 'Such as sales-*.csv; the oldest first.',
    }),
    url: f.text({ max: 1000, format: 'url', visible: comes('https'), required: 'whenVisible', label: 'Address' }),
    response_format: f.choice(
      [
        { value: 'csv', label: 'Text with columns (CSV)' },
        { value: 'json', label: 'JSON' },
      ],
      { default: 'csv', visible: comes('https'), required: 'whenVisible', label: 'Answers with' },
    ),
    records_path: f.text({
      max: 200,
      visible: when.all(comes('https'), when.eq('response_format', 'json')),
      label: 'Records are at',
      help: 'Where in the answer the list of records stands, such as data.items; empty when the answer is the list. Pages are followed by the header Link.',
    }),
    auth_type: f.choice(
      [
        { value: 'none', label: 'None' },
        { value: 'basic', label: 'User and password' },
        { value: 'bearer', label: 'Token' },
      ],
      { default: 'none', visible: comes('https'), required: 'whenVisible', label: 'Signs in with' },
    ),
    db_host: f.text({ max: 255, visible: comes('database'), required: 'whenVisible', label: 'Server' }),
    db_port: f.integer({ min: 1, max: 65_535, default: 5432, visible: comes('database'), label: 'Port' }),
    db_name: f.text({ max: 63, visible: comes('database'), required: 'whenVisible', label: 'Database' }),
    db_table: f.text({
      max: 127,
      visible: comes('database'),
      required: 'whenVisible',
      label: 'Table or view',
      pattern: '[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?',
      patternMessage: 'A name, with the schema and a dot before it where needed',
    }),
    db_encrypted: f.flag({ default: true, visible: comes('database'), label: 'Encrypted connection' }),
    sftp_host: f.text({ max: 255, visible: comes('sftp'), required: 'whenVisible', label: 'SFTP server' }),
    sftp_port: f.integer({ min: 1, max: 65_535, default: 22, visible: comes('sftp'), label: 'SFTP port' }),
    sftp_folder: f.text({
      max: 500,
      visible: comes('sftp'),
      label: 'Folder on the server',
      help: 'Such as /outbox/sales; empty for the folder in which the server puts the user.',
    }),
    sftp_host_key: f.text({
      max: 100,
      visible: comes('sftp'),
      pattern: 'SHA256:[A-Za-z0-9+/]{43}',
      patternMessage: 'SHA256: and 43 characters, as ssh-keygen -l shows it',
      label: 'Fingerprint of the server',
      help: 'Nothing is sent to a server that shows another one. Leave it empty for the first run: that run is refused, and its message tells which fingerprint the server shows, to be compared with what its operator says.',
    }),
    sftp_auth: f.choice(
      [
        { value: 'password', label: 'User and password' },
        { value: 'key', label: 'User and private key' },
      ],
      { default: 'password', visible: comes('sftp'), required: 'whenVisible', label: 'Signs in to SFTP with' },
    ),
    sftp_after: f.choice(
      [
        { value: 'move', label: 'Move them into the folder done there' },
        { value: 'delete', label: 'Delete them there' },
        { value: 'leave', label: 'Leave them' },
      ],
      {
        default: 'move',
        visible: comes('sftp'),
        required: 'whenVisible',
        label: 'Files that were taken',
        help: 'Files that are left are read again by every run; records that are there already do not change.',
      },
    ),
    auth_user: f.text({
      max: 200,
      visible: when.any(comes('database', 'sftp'), when.all(comes('https'), when.eq('auth_type', 'basic'))),
      label: 'User',
    }),
    secret: f.text({
      max: 2000,
      visible: when.all(callsOut, when.not(withKey)),
      label: 'Password or token',
      help: 'Kept encrypted and never shown again; leave it empty to keep the one that is there.',
    }),
    private_key: f.longText({
      max: 8000,
      visible: withKey,
      label: 'Private key',
      help: 'In the form of OpenSSH or PEM, without a passphrase. Kept encrypted and never shown again; leave it empty to keep the one that is there.',
    }),
    has_secret: f.flag({ readOnly: true, visible: callsOut, label: 'Password or key is kept' }),
    secret_box: f.text({ readOnly: true, hidden: true }),
    mapping: f.reference('integration-mapping', { required: true, width: 260 }),
    only_valid: f.flag({
      default: true,
      label: 'Write the valid lines',
      help: 'Rejected lines wait for being mended. Otherwise one of them keeps the whole file from being written.',
    }),
    distinct_by: f.text({
      max: 400,
      label: 'Take once for each',
      help: 'Columns of the source, with commas between them: of lines with the same values only the first is taken.',
    }),
    control_field: f.text({
      max: 60,
      label: 'Sum to reconcile',
      help: 'A number among the fields that are filled; its sum is compared between source and records.',
    }),
    last_run_at: f.dateTime({ readOnly: true, label: 'Last run', width: 160 }),
    last_status: f.choice(runStatus, { readOnly: true, label: 'Last result', width: 120 }),
    last_message: f.text({ readOnly: true, label: 'What came of it', width: 300 }),
  },
  list: {
    path: '/integration-setup',
    columns: ['code', 'name', 'app_type', 'source_type', 'last_run_at', 'last_status', 'active'],
    sort: ['code'],
    filters: ['app_type', 'source_type', 'last_status', 'active'],
    views: {
      Active: when.eq('active', true),
      'Failed or with problems': when.in('last_status', ['failed', 'partial']),
    },
    attention: ['Failed or with problems'],
    pageSize: 20,
    displays: [
      {
        label: 'Integration overview',
        path: '/integration-list',
        columns: ['code', 'name', 'source_type', 'last_status', 'last_run_at', 'last_message'],
      },
    ],
  },
  form: {
    layout: [
      { title: 'Integration', rows: [['code', 'name'], ['app_type', 'active'], ['description']] },
      {
        title: 'Source',
        rows: [
          ['source_type', 'folder'],
          ['file_pattern'],
          ['url', 'response_format'],
          ['records_path', 'auth_type'],
          ['db_host', 'db_port'],
          ['db_name', 'db_table'],
          ['db_encrypted'],
          ['sftp_host', 'sftp_port'],
          ['sftp_folder', 'sftp_after'],
          ['sftp_host_key', 'sftp_auth'],
          ['auth_user', 'secret'],
          ['private_key'],
          ['has_secret'],
        ],
      },
      {
        title: 'What becomes of it',
        rows: [
          ['mapping', 'only_valid'],
          ['distinct_by', 'control_field'],
        ],
      },
      { title: 'Last run', rows: [['last_run_at', 'last_status'], ['last_message']] },
    ],
    pages: [{ label: 'Runs and files', path: '/integration-manager/im-history/:id' }],
    related: [
      { screen: 'batch-job-run', by: 'integration' },
      { screen: 'integration-filter', by: 'integration' },
    ],
  },
  actions: [
    {
      name: 'manual-run',
      label: 'Run now',
      command: 'run-integrations',
      on: ['row', 'selection'],
      access: 'integration.run',
      message: 'Started; see its runs',
    },
  ],
  access: {
    read: 'integration.read',
    write: 'integration.write',
    fields: { secret_box: { read: 'platform.secrets', write: 'platform.secrets' } },
  },
  tests: [
    { accept: { code: 'ERP', name: 'Customers of the ERP', mapping: 'A / B' } },
    { reject: { code: 'WEB', name: 'Rates', source_type: 'https', mapping: 'A / B' }, at: 'url' },
    { reject: { code: 'BOX', name: 'Files', source_type: 'sftp', mapping: 'A / B' }, at: 'sftp_host' },
    {
      accept: {
        code: 'BOX',
        name: 'Files',
        source_type: 'sftp',
        mapping: 'A / B',
        sftp_host: 'files.example.com',
        sftp_host_key: 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU',
      },
    },
    {
      reject: {
        code: 'BOX',
        name: 'Files',
        source_type: 'sftp',
        mapping: 'A / B',
        sftp_host: 'files.example.com',
        sftp_host_key: 'aa:bb',
      },
      at: 'sftp_host_key',
    },
    {
      reject: { code: 'DB', name: 'Table', source_type: 'database', mapping: 'A / B', db_table: 'a;b' },
      at: 'db_table',
    },
  ],
})
