import { defineScreen, f, when } from '#src/definition'
import { jobApplications, runStatus, runTypes } from '../shared/jobs.ts'

// Written by the workers; people start, cancel and repeat runs by actions.
export const batchJobRun = defineScreen({
  name: 'batch-job-run',
  label: ['Job run', 'Job runs'],
  area: 'integration',
  menu: { order: 55, label: 'Batch job runs' },
  endpoint: 'batch-job-status',
  endpointAliases: ['batch-job'],
  table: { name: 'batch_job_run', key: ['number'], history: false },
  title: 'name',
  fields: {
    number: f.integer({ readOnly: true, label: 'Run', width: 90 }),
    job: f.reference('batch-job-definition', { readOnly: true, integrity: 'soft', width: 160 }),
    integration: f.reference('integration-setup', { readOnly: true, integrity: 'soft', index: true, width: 160 }),
    name: f.text({ max: 200, readOnly: true, search: true, width: 280 }),
    app_type: f.choice(jobApplications, { readOnly: true, label: 'Application', width: 150 }),
    job_type: f.choice(runTypes, { readOnly: true, label: 'What it does', width: 170 }),
    status: f.choice(runStatus, { readOnly: true, width: 110 }),
    started_by: f.text({ max: 200, readOnly: true, search: true, label: 'Started by', width: 160 }),
    due_at: f.dateTime({ readOnly: true, label: 'Due', width: 160 }),
    started_at: f.dateTime({ readOnly: true, label: 'Started', width: 160 }),
    finished_at: f.dateTime({ readOnly: true, label: 'Finished', width: 160 }),
    seconds: f.decimal(12, 1, { readOnly: true, unit: 's', label: 'Took', width: 90 }),
    attempt: f.integer({ readOnly: true, label: 'Try', width: 70 }),
    phase: f.text({ max: 200, readOnly: true, label: 'Doing', width: 180 }),
    percent_done: f.percent({ readOnly: true, label: 'Done', width: 90 }),
    inserted: f.integer({ readOnly: true, label: 'Added', width: 90 }),
    updated: f.integer({ readOnly: true, label: 'Changed', width: 90 }),
    unchanged: f.integer({ readOnly: true, width: 100 }),
    rejected: f.integer({ readOnly: true, width: 90 }),
    message: f.longText({ max: 4000, readOnly: true, search: true, label: 'What came of it', width: 320 }),
    output: f.file({ readOnly: true, label: 'File it made' }),
  },
  list: {
    path: '/batch-job-status',
    columns: ['number', 'name', 'status', 'started_by', 'started_at', 'seconds', 'message'],
    sort: ['-number'],
    filters: ['job', 'integration', 'status', 'app_type', 'job_type', 'started_at'],
    views: {
      Running: when.in('status', ['running', 'waiting']),
      'Failed or with problems': when.in('status', ['failed', 'partial']),
      'Last day': when.after('started_at', '@today-1d'),
    },
    pageSize: 20,
  },
  form: {
    layout: [
      {
        title: 'Run',
        rows: [
          ['number', 'status'],
          ['job', 'integration'],
          ['name'],
          ['app_type', 'job_type'],
          ['started_by', 'attempt'],
        ],
      },
      {
        title: 'Time',
        rows: [
          ['due_at', 'started_at'],
          ['finished_at', 'seconds'],
          ['phase', 'percent_done'],
        ],
      },
      {
        title: 'What came of it',
        rows: [['message'], ['inserted', 'updated'], ['unchanged', 'rejected'], ['output']],
      },
    ],
    live: when.in('status', ['waiting', 'running']),
    related: [{ screen: 'message-log', by: 'batch_job_id' }],
  },
  actions: [
    {
      name: 'cancel',
      label: 'Cancel the run',
      command: 'cancel-batch-runs',
      on: ['row', 'selection'],
      when: when.all(when.in('status', ['waiting', 'running']), when.ne('job_type', 'received_file')),
      confirm: 'What it has not finished is taken back.',
      danger: true,
      access: 'integration.run',
      message: 'Cancelled',
    },
    {
      name: 'run-again',
      label: 'Run again',

      command: 'repeat-batch-runs',
      on: ['row', 'selection'],
      when: when.all(when.in('status', ['failed', 'partial', 'cancelled']), when.ne('job_type', 'received_file')),
      access: 'integration.run',
      message: 'Started again',
    },
  ],
  access: { read: 'integration.read', write: 'never' },
  messages: { empty: 'No records found.' },
})
