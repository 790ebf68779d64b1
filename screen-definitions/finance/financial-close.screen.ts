import { defineScreen, f, when } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { closedApplications, periodStates } from './choices.ts'

const forApplication = f.choice(closedApplications, {
  label: 'For',
  help: 'Empty: whom the period is kept for. One application gets a state of its own',
})

// Made with the fiscal years; the state is written by closing and reopening only.
export const financialClose = defineScreen({
  name: 'financial-close',
  label: ['Fiscal period', 'Financial close'],
  area: 'contracts',
  menu: { order: 61 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_FINANCIAL_CLOSE',
  endpoint: 'fiscal-month',
  endpointAliases: ['financial-close'],
  table: { key: ['calendar', 'fiscal_year', 'period_no', 'application_type'] },
  title: 'name',
  fields: {
    calendar: f.text({ max: 30, required: true, index: true, width: 130, label: 'Fiscal calendar' }),
    fiscal_year: f.integer({ required: true, index: true, ungrouped: true, width: 100 }),
    period_no: f.integer({ required: true, label: 'Period', width: 80 }),
    name: f.text({ max: 30, required: true, search: true, width: 130, label: 'Name' }),
    quarter: f.integer({ width: 80 }),
    start_date: f.date({ required: true, index: true, width: 115, label: 'From' }),
    end_date: f.date({ required: true, index: true, width: 115, label: 'To' }),
    application_type: f.choice(closedApplications, {
      default: 'all',
      required: true,
      index: true,
      label: 'For',
      width: 170,
    }),
    status: f.choice(periodStates, { default: 'open', required: true, readOnly: true, index: true, width: 120 }),
    closed_by: f.reference('user', { integrity: 'soft', readOnly: true, width: 210, label: 'Changed by' }),
    closed_at: f.dateTime({ readOnly: true, label: 'Changed at' }),
    reason: f.text({ max: 400, readOnly: true }),
  },
  list: {
    path: '/financial-close',
    columns: ['name', 'calendar', 'start_date', 'end_date', 'application_type', 'status', 'closed_by', 'closed_at'],
    sort: ['-fiscal_year', 'calendar', 'start_date', 'application_type'],
    filters: ['fiscal_year', 'application_type', 'status', 'calendar', 'start_date'],
    views: {
      'Begun and still open': when.all(when.ne('status', 'closed'), when.lte('start_date', '@today')),
      'Soft closed': when.eq('status', 'soft_closed'),
      Closed: when.eq('status', 'closed'),
    },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Period',
        rows: [
          ['name', 'application_type', 'status'],
          ['start_date', 'end_date'],
          ['calendar', 'fiscal_year'],
          ['period_no', 'quarter'],
        ],
      },
      { title: 'Close', rows: [['closed_by', 'closed_at'], ['reason']] },
    ],
  },
  actions: [
    {
      name: 'soft-close',
      label: 'Soft close',
      command: 'close-period',
      on: ['row', 'selection'],
      primary: true,
      values: { status: 'soft_closed' },
      when: when.eq('status', 'open'),
      parameters: { application_type: forApplication, reason: f.text({ max: 400, label: 'Note' }) },
      access: 'finance.close',
      message: 'Only those who close periods post here now',
    },
    {
      name: 'close',
      label: 'Close period',
      command: 'close-period',
      on: ['row', 'selection'],
      primary: true,
      values: { status: 'closed' },
      when: when.ne('status', 'closed'),
      parameters: { application_type: forApplication, reason: f.text({ max: 400, label: 'Note' }) },
      access: 'finance.close',
      message: 'Successfully closed',
    },
    {
      name: 'reopen',
      label: 'Reopen',
      command: 'close-period',
      on: ['row', 'selection'],
      danger: true,
      values: { status: 'open' },
      when: when.ne('status', 'open'),
      parameters: { application_type: forApplication, reason: f.text({ max: 400, required: true }) },
      access: 'finance.close',
      message: 'Successfully reopened',
    },
  ],
  access: { read: 'any', write: 'never' },
})
