import { defineScreen, f, when } from '#src/definition'

export const user = defineScreen({
  name: 'user',
  label: ['User', 'Users'],
  area: 'configuration',
  menu: { order: 10 },
  endpoint: 'users',
  hooks: 'user',
  table: { name: 'app_user', key: ['email'] },
  title: 'name',
  fields: {
    email: f.text({ max: 200, required: true, format: 'email', search: true, label: 'Email address', width: 260 }),
    name: f.text({ max: 120, required: true, search: true, width: 200 }),
    role: f.reference('user-role', { required: true, width: 180 }),
    status: f.choice(
      [
        { value: 'invited', label: 'Invited', tone: 'warn' },
        { value: 'active', label: 'Active', tone: 'ok' },
        { value: 'deactivated', label: 'Deactivated', tone: 'neutral' },
      ],
      {
        default: 'invited',
        required: true,
        index: true,
        width: 130,
        help: 'An invited user becomes active by choosing a password.',
      },
    ),
    authorized_apps: f.references('application', {
      label: 'Authorized applications',
      help: 'Leave empty to take those of the role.',
    }),
    phone: f.text({ max: 40, format: 'phone' }),
    department: f.text({ max: 80, search: true }),
  },
  list: {
    path: '/users',
    columns: ['name', 'email', 'role', 'status', 'department'],
    sort: ['name', 'email'],
    filters: ['role', 'status'],
    views: { Active: when.eq('status', 'active'), Invited: when.eq('status', 'invited') },
  },
  form: {
    layout: [
      {
        title: 'User',
        rows: [
          ['name', 'email'],
          ['phone', 'department'],
        ],
      },
      { title: 'Access', rows: [['role', 'status'], ['authorized_apps']] },
    ],
  },
  access: { read: 'administration.users', write: 'administration.users' },
  messages: { deleted: 'User deleted successfully.' },
  tests: [
    { reject: { email: 'nobody', name: 'Nobody', role: 'READER' }, at: 'email' },
    { reject: { email: 'ana@northgate.example', role: 'READER' }, at: 'name' },
  ],
})
