import { defineScreen, f, when } from '#src/definition'
import { applicationChoices } from '../shared/choices.ts'

const onlyMine = {
  when: when.eq('owner', '@me'),
  otherwise: 'Only who wrote it changes it. Save it under another name to go on with it.',
} as const

// Written and run in the SQL workbench; here they are found, shared and tidied up.
export const sqlQuery = defineScreen({
  name: 'sql-query',
  label: ['SQL query', 'SQL queries'],
  area: 'queries',
  menu: { order: 80 },
  endpoint: 'sql-work-bench',
  savesByPost: true,
  hooks: 'sql-query',
  table: { key: ['name'] },
  title: 'name',
  fields: {
    name: f.text({ max: 80, required: true, search: true, width: 260 }),
    description: f.text({ max: 300, search: true, width: 320 }),
    application_type: f.choice(applicationChoices, {
      label: 'Application',
      width: 160,
      help: 'Empty for every application.',
    }),
    statement: f.longText({
      max: 20_000,
      required: true,
      label: 'SQL',
      help: 'One statement that reads. :name stands for a parameter.',
    }),
    parameters: f.rows(
      {
        name: f.text({
          max: 40,
          required: true,
          pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
          patternMessage: 'Letters, digits and _, a letter first.',
        }),
        label: f.text({ max: 80 }),
        type: f.choice(
          [
            { value: 'text', label: 'Text' },
            { value: 'number', label: 'Number' },
            { value: 'date', label: 'Day' },
            { value: 'flag', label: 'Yes or no' },
          ],
          { default: 'text', required: true },
        ),
        value: f.text({ max: 200, label: 'Usual value' }),
      },
      { key: ['name'], maxRows: 30 },
    ),
    shared: f.flag({
      default: false,
      width: 90,
      help: 'Seen by everybody who may write SQL. Each runs it with the own rights.',
    }),
    owner: f.reference('user', { readOnly: true, index: true, label: 'Written by', width: 180 }),
  },
  list: {
    path: '/sql-queries',
    columns: ['name', 'description', 'application_type', 'shared', 'owner'],
    sort: ['name'],
    filters: ['application_type', 'shared', 'owner'],
    views: { Mine: when.eq('owner', '@me'), Shared: when.eq('shared', true) },
  },
  form: {
    layout: [
      {
        title: 'Query',
        rows: [['name', 'application_type'], ['description'], ['shared', 'owner']],
      },
      { title: 'Statement', rows: [['statement'], ['parameters']] },
    ],
    editable: onlyMine,
    deletable: onlyMine,
    pages: [{ label: 'Open in the workbench', path: '/sql-workbench?query=:id', access: 'workbench.sql' }],
  },
  access: {
    read: 'workbench.sql',
    write: 'workbench.sql',
    upload: 'never',
    rows: { when: when.any(when.eq('owner', '@me'), when.eq('shared', true)) },
  },
  tests: [
    { accept: { name: 'Customers', statement: 'select * from customer' } },
    { reject: { name: 'Customers' }, at: 'statement' },
  ],
})
