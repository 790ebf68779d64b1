import { defineScreen, f } from '#src/definition'

export const role = defineScreen({
  name: 'user-role',
  label: ['Role', 'Roles'],
  area: 'configuration',
  menu: { order: 20 },
  endpoint: 'user-role',
  hooks: 'role',
  table: { name: 'role', key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({ max: 40, required: true, immutable: true, upper: true, search: true, label: 'Code', width: 160 }),
    name: f.text({ max: 80, required: true, search: true, width: 220 }),
    description: f.text({ max: 200, search: true, width: 320 }),
    permissions: f.references('permission', {
      integrity: 'soft',
      help: 'What holders of the role may do. Permissions you do not hold yourself cannot be granted.',
    }),
    authorized_apps: f.references('application', { label: 'Authorized applications' }),
  },
  list: { path: '/user-roles', columns: ['code', 'name', 'description'] },
  form: {
    layout: [
      { title: 'Role', rows: [['code', 'name'], ['description']] },
      { title: 'What it allows', rows: [['permissions'], ['authorized_apps']] },
    ],
    related: [
      { screen: 'user', by: 'role' },
      { screen: 'config-access', by: 'role' },
    ],
  },
  upload: { functionality: 'UserRoleFormats' },
  access: { read: 'any', write: 'administration.roles' },
  tests: [{ reject: { code: 'SALES' }, at: 'name' }, { accept: { code: 'SALES', name: 'Sales' } }],
})
