import { defineScreen, f } from '#src/definition'

// Upload formats have pages of their own; this is how other records refer to one.
export const uploadFormat = defineScreen({
  name: 'upload-format',
  label: ['Upload format', 'Upload formats'],
  area: 'integration',
  menu: { hidden: true },
  endpoint: 'upload-format-catalogue',
  table: { name: 'upload_format', key: ['code'], history: false },
  title: 'name',
  fields: {
    code: f.text({ max: 200, readOnly: true, search: true, label: 'Format', width: 320 }),
    name: f.text({ max: 120, readOnly: true, search: true, width: 220 }),
    functionality: f.text({ max: 80, readOnly: true, search: true, width: 220 }),
    description: f.text({ max: 400, readOnly: true, width: 260 }),
  },
  list: { path: '/upload-format-catalogue', columns: ['code', 'description'], sort: ['code'], pageSize: 50 },
  access: { read: 'integration.read', write: 'platform.catalogues' },
})
