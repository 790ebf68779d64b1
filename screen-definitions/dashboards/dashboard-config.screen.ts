import { defineScreen, f, when } from '#src/definition'
import { applications } from '#src/definition/applications.ts'

const fieldsOf = (use: 'groups' | 'sums') => ({
  call: 'dashboard/config-fields',
  query: { use },
  by: ['functionality', 'security_role'],
})
const ofRecords = when.eq('counts', 'records')

// Each line of `tiles` becomes a tile of a page that everybody it is for finds in the menu.
export const dashboardConfig = defineScreen({
  name: 'dashboard-config',
  label: ['Dashboard', 'Configured dashboards'],
  area: 'configuration',
  menu: { order: 73, label: 'Dashboard designer' },
  formId: 'IMA_CONFIG_DASHBOARD',
  endpoint: 'dashboard/config',
  hooks: 'dashboard-config',
  table: { key: ['name'] },
  title: 'name',
  fields: {
    name: f.text({ max: 80, required: true, search: true, width: 240 }),
    description: f.text({ max: 200, search: true, width: 320, help: 'Said below its title.' }),
    functionality: f.reference('screen-catalogue', {
      integrity: 'soft',
      required: true,
      label: 'Counts',
      width: 200,
      help: 'The list whose records, or whose changes, it counts.',
    }),
    application_type: f.choice(
      applications.map((name) => ({ value: name, label: name })),
      { label: 'Application', width: 160, help: 'Empty for every application that has the list.' },
    ),
    security_role: f.references('user-role', {
      label: 'Roles',
      help: 'Whom it is shown to. Without roles and users: everybody who may read the list.',
    }),
    users: f.references('user', { help: 'Single people it is shown to as well.' }),
    position: f.integer({ min: 0, max: 9999, default: 10, width: 100 }),
    enabled: f.flag({ default: true, label: 'Shown', width: 90 }),
    tiles: f.rows(
      {
        title: f.text({ max: 80, required: true, width: 180 }),
        counts: f.choice(
          [
            { value: 'records', label: 'Records' },
            { value: 'changes', label: 'Changes by period' },
            { value: 'entries', label: 'Changes, one by one' },
          ],
          { default: 'records', required: true, width: 170 },
        ),
        by: f.text({ max: 80, offers: fieldsOf('groups'), visible: ofRecords, width: 150 }),
        per: f.choice(['day', 'month', 'quarter', 'year'], {
          label: 'Period',
          visible: when.ne('counts', 'entries'),
          width: 110,
          help: 'Of days and moments; by month unless chosen.',
        }),
        split: f.text({ max: 80, offers: fieldsOf('groups'), visible: ofRecords, label: 'Split by', width: 150 }),
        sum: f.text({
          max: 80,
          offers: fieldsOf('sums'),
          visible: ofRecords,
          label: 'Adds up',
          width: 150,
          help: 'A figure of the records; how many they are unless named.',
        }),
        chart: f.choice(
          [
            { value: 'bar', label: 'Bars side by side' },
            { value: 'stacked', label: 'Stacked bars' },
            { value: 'line', label: 'Lines' },
            { value: 'figures', label: 'Figures' },
          ],
          { default: 'bar', required: true, visible: when.ne('counts', 'entries'), label: 'Shown as', width: 150 },
        ),
        only: f.text({
          max: 400,
          visible: ofRecords,
          label: 'Only those with',
          width: 180,
          help: 'As in the address of the list: status=active&country=DE.',
        }),
        wide: f.flag({ label: 'Wide', width: 70 }),
      },
      { key: ['title'], maxRows: 24, required: true },
    ),
  },
  list: {
    path: '/dashboard-designer',
    columns: ['name', 'functionality', 'application_type', 'description', 'position', 'enabled'],
    sort: ['position', 'name'],
    filters: ['functionality', 'application_type', 'enabled'],
    displays: [
      {
        label: 'Analytics designer',
        path: '/analytics-designer',
        columns: ['name', 'application_type', 'functionality', 'security_role', 'users', 'tiles', 'position'],
        filters: { enabled: 'true' },
      },
    ],
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Dashboard', rows: [['name', 'functionality'], ['description']] },
      {
        title: 'For whom',
        rows: [['security_role', 'users'], ['application_type', 'position'], ['enabled']],
      },
      { title: 'What it shows', rows: [['tiles']] },
    ],
    pages: [{ label: 'Open the dashboard', path: '/dashboards/:id' }],
  },
  access: { read: 'administration.configuration', write: 'administration.configuration' },
  tests: [
    {
      accept: {
        name: 'Customers',
        functionality: 'customer',
        tiles: [{ title: 'By country', counts: 'records', by: 'country', chart: 'bar' }],
      },
    },
    { reject: { name: 'Customers', functionality: 'customer' }, at: 'tiles' },
  ],
})
