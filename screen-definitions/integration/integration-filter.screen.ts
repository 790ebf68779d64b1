import { defineScreen, f, when } from '#src/definition'

export const integrationFilter = defineScreen({
  name: 'integration-filter',
  label: ['Integration filter', 'Integration filters'],
  area: 'integration',
  menu: { hidden: true },
  endpoint: 'integration-filter',
  endpointAliases: ['integration-setup/filters'],
  table: { key: ['integration', 'position'] },
  title: 'source_field',
  fields: {
    integration: f.reference('integration-setup', { required: true, immutable: true, index: true, width: 180 }),
    position: f.integer({ required: true, immutable: true, default: 1, min: 1, max: 999, width: 90 }),
    source_field: f.text({ max: 120, required: true, search: true, label: 'Column of the source', width: 200 }),
    operator: f.choice(
      [
        { value: 'notEmpty', label: 'is not empty' },
        { value: 'eq', label: 'is' },
        { value: 'ne', label: 'is not' },
        { value: 'contains', label: 'contains' },
        { value: 'startsWith', label: 'begins with' },
        { value: 'gt', label: 'is greater than' },
        { value: 'lt', label: 'is less than' },
        { value: 'empty', label: 'is empty' },
      ],
      { required: true, default: 'eq', width: 150 },
    ),
    value: f.text({
      max: 200,
      visible: when.notIn('operator', ['empty', 'notEmpty']),
      required: 'whenVisible',
      width: 200,
    }),
  },
  list: {
    path: '/integration-filters',
    columns: ['integration', 'position', 'source_field', 'operator', 'value'],
    sort: ['integration', 'position'],
    filters: ['integration'],
    pageSize: 20,
  },
  form: { layout: [['integration', 'position'], ['source_field', 'operator'], ['value']] },
  access: { read: 'integration.read', write: 'integration.write' },
  tests: [
    { reject: { integration: 'A', position: 1, source_field: 'Status', operator: 'eq' }, at: 'value' },
    { accept: { integration: 'A', position: 1, source_field: 'Status', operator: 'notEmpty' } },
  ],
})
