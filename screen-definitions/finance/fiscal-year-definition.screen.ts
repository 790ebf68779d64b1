import { defineScreen, f, when } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { fiscalPatterns } from './choices.ts'

export const fiscalYearDefinition = defineScreen({
  name: 'fiscal-year-definition',
  label: ['Fiscal year', 'Fiscal years'],
  area: 'contracts',
  menu: { order: 60 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_FISCAL_YEAR',
  endpoint: 'fiscal-year-definition',
  table: {
    key: ['calendar', 'fiscal_year'],
    validity: { from: 'start_date', to: 'end_date', within: ['calendar'] },
  },
  title: 'description',
  hooks: 'fiscal-year',
  fields: {
    calendar: f.text({
      max: 30,
      upper: true,
      required: true,
      immutable: true,
      default: 'STANDARD',
      index: true,
      width: 130,
      label: 'Fiscal calendar',
      help: 'Years that go together; the default posting date says which calendar an application follows',
    }),
    fiscal_year: f.integer({ required: true, immutable: true, ungrouped: true, min: 1990, max: 2199, width: 110 }),
    description: f.text({ max: 80, search: true, width: 220 }),
    pattern: f.choice(fiscalPatterns, { default: 'months', required: true, width: 190, label: 'Periods' }),
    start_date: f.date({ required: true, width: 120, label: 'Begins on' }),
    weeks: f.choice(
      [
        { value: '52', label: '52 weeks' },
        { value: '53', label: '53 weeks' },
      ],
      {
        default: '52',
        visible: when.ne('pattern', 'months'),
        required: 'whenVisible',
        help: 'The week too many is in the last period',
      },
    ),
    end_date: f.date({ readOnly: true, width: 120, label: 'Ends on' }),
    period_count: f.integer({ readOnly: true, width: 90, label: 'Number of periods' }),
    periods: f.rows(
      {
        period_no: f.integer({ required: true, min: 1, max: 99, label: 'Period', width: 80 }),
        name: f.text({ max: 30, required: true, width: 140 }),
        quarter: f.integer({ required: true, min: 1, max: 4, width: 90 }),
        start_date: f.date({ required: true, label: 'From', width: 130 }),
        end_date: f.date({ required: true, after: 'start_date', label: 'To', width: 130 }),
      },
      { key: ['period_no'], maxRows: 60, help: 'Left empty, they are made by the pattern' },
    ),
  },
  list: {
    path: '/fiscal-year-definition',
    columns: ['calendar', 'fiscal_year', 'description', 'pattern', 'start_date', 'end_date', 'period_count'],
    sort: ['calendar', '-fiscal_year'],
    filters: ['calendar', 'fiscal_year', 'pattern'],
    views: { 'This year': when.all(when.lte('start_date', '@today'), when.gte('end_date', '@today')) },
  },
  form: {
    layout: [
      {
        title: 'Fiscal year',
        rows: [
          ['calendar', 'fiscal_year', 'description'],
          ['pattern', 'weeks', 'period_count'],
          ['start_date', 'end_date'],
        ],
      },
      { title: 'Periods', rows: [['periods']] },
    ],
  },
  actions: [
    {
      name: 'next-year',
      label: 'Make the next year',
      command: 'next-fiscal-year',
      on: ['row', 'selection'],
      primary: true,
      access: 'finance.close',
      message: 'Successfully added',
    },
  ],
  access: { read: 'any', write: 'finance.close' },
  tests: [
    { accept: { calendar: 'STANDARD', fiscal_year: 2026, pattern: 'months', start_date: '2026-01-01' } },
    { accept: { calendar: 'RETAIL', fiscal_year: 2026, pattern: '4-4-5', start_date: '2026-02-01', weeks: '53' } },
    { reject: { calendar: 'STANDARD', fiscal_year: 2026, pattern: 'months' }, at: 'start_date' },
    { reject: { calendar: 'STANDARD', fiscal_year: 26, start_date: '2026-01-01' }, at: 'fiscal_year' },
  ],
})
