import { defineScreen, f } from '#src/definition'

export const integrationQualifier = defineScreen({
  name: 'integration-qualifier',
  label: ['Qualifier', 'Qualifiers'],
  area: 'integration',
  menu: { order: 30 },
  endpoint: 'integration-qualifiers',
  table: { key: ['qualifier', 'source_value'] },
  title: 'qualifier',
  fields: {
    qualifier: f.text({
      max: 40,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      index: true,
      width: 180,
      help: 'Values that are looked up together, such as COUNTRY; mappings name it.',
    }),
    source_value: f.text({
      max: 200,
      required: true,
      immutable: true,
      search: true,
      label: 'In the source',
      width: 220,
    }),
    target_value: f.text({ max: 200, search: true, label: 'Becomes', width: 220, help: 'Empty: nothing is stored.' }),
    description: f.text({ max: 200, search: true, width: 260 }),
  },
  list: {
    path: '/integration-qualifiers',
    columns: ['qualifier', 'source_value', 'target_value', 'description'],
    sort: ['qualifier', 'source_value'],
    filters: ['qualifier'],
    pageSize: 50,
  },
  form: { layout: [['qualifier'], ['source_value', 'target_value'], ['description']] },
  upload: { functionality: 'IntegrationQualifierFormats' },
  access: { read: 'integration.read', write: 'integration.write' },
  tests: [
    { accept: { qualifier: 'COUNTRY', source_value: 'Germany', target_value: 'DE' } },
    { reject: { qualifier: 'COUNTRY', target_value: 'DE' }, at: 'source_value' },
  ],
})
