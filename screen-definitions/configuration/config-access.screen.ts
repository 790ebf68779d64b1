import { defineScreen, f } from '#src/definition'

export const configAccess = defineScreen({
  name: 'config-access',
  label: ['Access right', 'Access rights'],
  area: 'configuration',
  menu: { order: 30 },
  endpoint: 'config/access',
  hooks: 'config-access',
  table: { name: 'application_access', key: ['role', 'application'] },
  title: 'application',
  fields: {
    role: f.reference('user-role', { required: true, immutable: true, width: 200 }),
    application: f.reference('application', { required: true, immutable: true, width: 220 }),
    can_open: f.flag({
      default: true,
      label: 'May open',
      help: 'Adds the application to those of the role, or takes it away.',
    }),
    note: f.text({ max: 200, width: 320 }),
  },
  list: {
    path: '/access-rights',
    columns: ['role', 'application', 'can_open', 'note'],
    filters: ['role', 'application'],
    pageSize: 100,
  },
  access: { read: 'administration.roles', write: 'administration.roles' },
  tests: [{ reject: { role: 'READER' }, at: 'application' }],
})
