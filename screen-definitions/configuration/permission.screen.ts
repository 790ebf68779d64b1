import { defineScreen, f } from '#src/definition'

// Filled from the definitions at each start; nobody writes it by hand.
export const permission = defineScreen({
  name: 'permission',
  label: ['Permission', 'Permissions'],
  area: 'configuration',
  menu: { hidden: true },
  endpoint: 'permissions',
  table: { key: ['name'], history: false },
  title: 'description',
  fields: {
    name: f.text({ max: 80, required: true, immutable: true, search: true, label: 'Permission', width: 220 }),
    description: f.text({ max: 160, search: true, label: 'What it allows', width: 360 }),
  },
  list: { path: '/permissions', columns: ['name', 'description'], pageSize: 100 },
  access: { read: 'any', write: 'never' },
})
