import { defineScreen, f } from '#src/definition'

// A mapping is an upload format: what is imported by hand and what comes by itself is understood in one way.
export const integrationMapping = defineScreen({
  name: 'integration-mapping',
  label: ['Mapping', 'Mappings'],
  area: 'integration',
  menu: { order: 20 },
  endpoint: 'integration-mapping',
  hooks: 'integration-mapping',
  table: { name: 'upload_format', key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({ max: 200, readOnly: true, search: true, label: 'Mapping', width: 360 }),
    name: f.text({ max: 120, required: true, search: true, width: 220 }),
    functionality: f.text({
      max: 80,
      required: true,
      immutable: true,
      search: true,
      label: 'Fills',
      width: 220,
      help: 'The upload functionality whose records it makes, such as CustomerDataUploadFormat.',
    }),
    description: f.text({ max: 1000, search: true, width: 300 }),
    body: f.attributes({ hidden: true }),
  },
  list: {
    path: '/integration-mappings',
    columns: ['code', 'name', 'functionality', 'description'],
    sort: ['code'],
    filters: ['functionality'],
    pageSize: 20,
  },
  form: {
    create: '/integration-mapping-new',
    view: '/integration-mapping-new/:id',
    edit: '/integration-mapping-new/:id/edit',
    layout: [['name', 'functionality'], ['description']],
    related: [{ screen: 'integration-setup', by: 'mapping' }],
  },
  access: { read: 'integration.read', write: 'integration.write' },
  tests: [
    { accept: { name: 'Holidays of the year', functionality: 'HolidayFormats' } },
    { reject: { functionality: 'HolidayFormats' }, at: 'name' },
  ],
})
