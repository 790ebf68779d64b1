import { defineScreen, f } from '#src/definition'

// The lists there are, kept as rows so that jobs can refer to them; filled from the definitions at each start.
export const screenCatalogue = defineScreen({
  name: 'screen-catalogue',
  label: ['List', 'Lists'],
  area: 'integration',
  menu: { hidden: true },
  endpoint: 'screen-catalogue',
  table: { key: ['name'], history: false },
  title: 'label',
  fields: {
    name: f.text({ max: 80, required: true, immutable: true, search: true, label: 'Name', width: 220 }),
    label: f.text({ max: 120, search: true, label: 'What it is called', width: 240 }),
    functionality: f.text({ max: 80, search: true, label: 'Upload functionality', width: 220 }),
  },
  list: { path: '/screen-catalogue', columns: ['label', 'name', 'functionality'], sort: ['label'], pageSize: 100 },
  access: { read: 'any', write: 'never' },
})
