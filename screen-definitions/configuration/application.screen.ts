import { defineScreen, f } from '#src/definition'

// The nine application types and the sub-applications, kept as rows so that roles, users and organizations can refer to them.
export const application = defineScreen({
  name: 'application',
  label: ['Application', 'Applications'],
  area: 'configuration',
  menu: { hidden: true },
  endpoint: 'applications',
  table: { key: ['name'], history: false },
  fields: {
    name: f.text({ max: 40, required: true, immutable: true, search: true, label: 'Application', width: 220 }),
    position: f.integer({ min: 0 }),
  },
  list: { path: '/applications', columns: ['name'], sort: ['position', 'name'], pageSize: 20 },
  access: { read: 'any', write: 'never' },
})
