import { defineScreen, f, when } from '#src/definition'

export const reportByFunctionality = defineScreen({
  name: 'report-by-functionality',
  label: ['Report by functionality', 'Reports by functionality'],
  area: 'configuration',
  menu: { order: 64 },
  formId: 'IMA_CONFIG_REPORT_BY_FUNCTIONALITY',
  endpoint: 'reports-by-functionality',
  hooks: 'report-by-functionality',
  table: { key: ['functionality', 'report'] },
  title: 'label',
  fields: {
    functionality: f.reference('screen-catalogue', {
      integrity: 'soft',
      required: true,
      immutable: true,
      index: true,
      width: 180,
      help: 'The list beside whose records the report is offered.',
    }),
    report: f.text({
      max: 80,
      required: true,
      immutable: true,
      search: true,
      width: 180,
      help: 'Name of the report, such as customer-margin.',
    }),
    label: f.text({ max: 80, search: true, width: 220, help: 'How it is called there; its own name unless given.' }),
    description: f.text({ max: 200, search: true, width: 280 }),
    parameter: f.text({
      max: 60,
      label: 'Criterion from the record',
      help: 'The criterion of the report that the key of the record is put into, such as customer.',
    }),
    application_types: f.references('application', { label: 'Applications', help: 'Empty for all of them.' }),
    roles: f.references('user-role', { help: 'Whom it is offered to; empty for everybody who may run it.' }),
    position: f.integer({ min: 0, max: 9999, default: 10, width: 90 }),
    enabled: f.flag({ default: true, label: 'Offered', width: 90 }),
  },
  list: {
    path: '/reporting-by-function',
    columns: ['functionality', 'report', 'label', 'description', 'parameter', 'position', 'enabled'],
    sort: ['functionality', 'position', 'report'],
    filters: ['functionality', 'report', 'enabled'],
    views: { Offered: when.eq('enabled', true) },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Report', rows: [['functionality', 'report'], ['label', 'parameter'], ['description']] },
      {
        title: 'For whom',
        rows: [
          ['application_types', 'roles'],
          ['position', 'enabled'],
        ],
      },
    ],
  },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { functionality: 'material', report: 'price-elasticity' } },
    { reject: { functionality: 'customer' }, at: 'report' },
  ],
})
