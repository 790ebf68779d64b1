import { defineScreen, f, when } from '#src/definition'

// What runs tell while they work.
export const messageLog = defineScreen({
  name: 'message-log',
  label: ['Message', 'Messages'],
  area: 'integration',
  menu: { order: 58, label: 'Message log' },
  endpoint: 'message-log',
  table: { history: false },
  title: 'message',
  fields: {
    batch_job_id: f.integer({ readOnly: true, index: true, label: 'Run', width: 90 }),
    at: f.dateTime({ readOnly: true, index: true, label: 'Time', width: 160 }),
    severity: f.choice(
      [
        { value: 'info', label: 'Information', tone: 'neutral' },
        { value: 'warning', label: 'Warning', tone: 'warn' },
        { value: 'error', label: 'Error', tone: 'bad' },
      ],
      { readOnly: true, width: 110 },
    ),
    message: f.longText({ max: 4000, readOnly: true, search: true, width: 560 }),
  },
  list: {
    path: '/message-log',
    aliases: ['/message-logs'],
    columns: ['at', 'severity', 'message', 'batch_job_id'],
    sort: ['-at'],
    filters: ['severity', 'batch_job_id', 'at'],
    views: { 'Warnings and errors': when.in('severity', ['warning', 'error']) },
    pageSize: 50,
  },
  form: { layout: [['at', 'severity'], ['batch_job_id'], ['message']] },
  access: { read: 'integration.read', write: 'never' },
})
