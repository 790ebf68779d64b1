import { defineScreen, f } from '#src/definition'

// Settings by key; server/engine/configuration-keys.ts has those that the product itself reads.
export const defaultConfig = defineScreen({
  name: 'default-config',
  label: ['Default configuration', 'Default configurations'],
  area: 'configuration',
  menu: { order: 70 },
  formId: 'IMA_CONFIG_DEFAULT',
  endpoint: 'default-config',
  endpointAliases: ['default-configuration'],
  hooks: 'default-config',
  table: { name: 'default_configuration', key: ['key', 'field'] },
  title: 'description',
  fields: {
    key: f.text({
      max: 60,
      required: true,
      immutable: true,
      search: true,
      index: true,
      width: 200,
      help: 'What is configured, such as dropdown_configuration.',
    }),
    field: f.reference('screen-catalogue', {
      integrity: 'soft',
      required: true,
      immutable: true,
      search: true,
      width: 180,
      help: 'Of what, such as the screen whose records a dropdown offers; * for all.',
    }),
    value: f.text({ max: 200, required: true, width: 160 }),
    description: f.text({ max: 200, search: true, width: 320 }),
    enabled: f.flag({ default: true, width: 90 }),
  },
  list: {
    path: '/default-configuration',
    columns: ['key', 'field', 'value', 'description', 'enabled'],
    filters: ['key', 'field', 'enabled'],
    pageSize: 50,
    displays: [
      {
        label: 'Entries of dropdowns',
        path: '/dropdown-enabling',
        columns: ['field', 'value', 'enabled', 'description'],
        filters: { key: 'dropdown_configuration' },
      },
    ],
  },
  form: { layout: [['key', 'field'], ['value', 'enabled'], ['description']] },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { key: 'dropdown_configuration', field: 'customer', value: '50' } },
    { reject: { key: 'dropdown_configuration', field: 'customer' }, at: 'value' },
  ],
})
