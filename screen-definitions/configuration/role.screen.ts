import { defineScreen, f, when } from '#src/definition'

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
    update_note: f.text({
      max: 2000,
      readOnly: true,
      sentence: true,
      visible: when.notEmpty('update_note'),
      label: 'Changed by an update',
      help: 'Permissions that came with a new version of the product. Saving the role takes this remark away.',
      width: 320,
    }),
  },
  list: {
    path: '/user-roles',
    columns: ['code', 'name', 'description'],
    views: { 'Changed by an update': when.notEmpty('update_note') },
    attention: ['Changed by an update'],
  },
  form: {
    layout: [
      { title: 'Role', rows: [['code', 'name'], ['description']] },
      { title: 'What it allows', rows: [['update_note'], ['permissions'], ['authorized_apps']] },
    ],
    related: [
      { screen: 'user', by: 'role' },
      { screen: 'config-access', by: 'role' },
    ],
  },
  upload: { functionality: 'UserRoleFormats' },
  access: { read: 'any', write: 'administration.roles', fields: { update_note: { read: 'administration.roles' } } },
  tests: [{ reject: { code: 'SALES' }, at: 'name' }, { accept: { code: 'SALES', name: 'Sales' } }],
})
