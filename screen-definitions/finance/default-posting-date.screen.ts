import { defineScreen, f, when } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { closedApplications } from './choices.ts'

export const defaultPostingDate = defineScreen({
  name: 'default-posting-date',
  label: ['Default posting date', 'Default posting dates'],
  area: 'contracts',
  menu: { order: 62 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_DEFAULT_POSTING_DATE',
  endpoint: 'default-posting-date',
  table: { key: ['application_type'] },
  title: 'application_type',
  hooks: 'default-posting-date',
  fields: {
    application_type: f.choice(closedApplications, {
      default: 'all',
      required: true,
      immutable: true,
      index: true,
      label: 'For',
      width: 180,
    }),
    fiscal_calendar: f.text({
      max: 30,
      upper: true,
      required: true,
      default: 'STANDARD',
      width: 140,
      help: 'The fiscal years whose periods are open or closed, and by whose periods rules are reckoned that ask for fiscal ones',
    }),
    date_rule: f.choice(
      [
        { value: 'today', label: 'Today' },
        { value: 'period_end', label: 'Last day of the running period' },
        { value: 'previous_period_end', label: 'Last day of the period before' },
        { value: 'fixed', label: 'A fixed day' },
      ],
      { default: 'today', required: true, label: 'Posting date', width: 220 },
    ),
    fixed_date: f.date({ visible: when.eq('date_rule', 'fixed'), required: 'whenVisible', label: 'Day' }),
    day_rule: f.choice(
      [
        { value: 'any', label: 'Stays as it is' },
        { value: 'next', label: 'The next working day' },
        { value: 'previous', label: 'The last working day before' },
      ],
      { default: 'next', required: true, label: 'On a day without work', width: 200 },
    ),
    weekend: f.choice(
      [
        { value: 'sat-sun', label: 'Saturday and Sunday' },
        { value: 'fri-sat', label: 'Friday and Saturday' },
        { value: 'sun', label: 'Sunday' },
        { value: 'none', label: 'None' },
      ],
      { default: 'sat-sun', required: true, visible: when.ne('day_rule', 'any') },
    ),
    holiday_calendar: f.text({
      max: 30,
      upper: true,
      default: 'STANDARD',
      visible: when.ne('day_rule', 'any'),
      help: 'The holidays that count, as for batch jobs',
    }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/default-posting-dates',
    columns: ['application_type', 'date_rule', 'day_rule', 'weekend', 'holiday_calendar', 'fiscal_calendar'],
    filters: ['application_type', 'date_rule'],
  },
  form: {
    layout: [
      { title: 'For', rows: [['application_type', 'fiscal_calendar']] },
      {
        title: 'Date',
        rows: [
          ['date_rule', 'fixed_date'],
          ['day_rule', 'weekend', 'holiday_calendar'],
        ],
      },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  access: { read: 'any', write: 'finance.close' },
  tests: [
    { accept: { application_type: 'all' } },
    { reject: { application_type: 'Royalty', date_rule: 'fixed' }, at: 'fixed_date' },
  ],
})
