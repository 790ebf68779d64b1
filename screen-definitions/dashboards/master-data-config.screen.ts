import { defineScreen, f } from '#src/definition'

export const masterDataConfig = defineScreen({
  name: 'master-data-config',
  label: ['Dashboard entry', 'Master-data dashboard'],
  area: 'configuration',
  menu: { order: 72 },
  formId: 'IMA_CONFIG_MASTER_DATA',
  endpoint: 'master-data-config',
  hooks: 'master-data-config',
  table: { key: ['app_functionality'] },
  title: 'app_functionality',
  fields: {
    app_functionality: f.reference('screen-catalogue', {
      integrity: 'soft',
      required: true,
      immutable: true,
      label: 'Master',
      width: 240,
      help: 'The list whose records are counted.',
    }),
    shown: f.flag({ default: true, help: 'Masters without an entry are shown behind those that have one.' }),
    position: f.integer({ min: 0, max: 999, default: 100, width: 100 }),
    note: f.text({ max: 200, width: 320 }),
  },
  list: {
    path: '/master-data-config',
    columns: ['app_functionality', 'shown', 'position', 'note'],
    sort: ['position', 'app_functionality'],
    filters: ['shown'],
    pageSize: 50,
  },
  form: { layout: [['app_functionality', 'position'], ['shown'], ['note']] },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { app_functionality: 'product-group', position: 5 } },
    { reject: { app_functionality: 'customer', position: -1 }, at: 'position' },
  ],
})
