import { defineScreen, f } from '#src/definition'

export const holiday = defineScreen({
  name: 'holiday',
  label: ['Holiday', 'Holidays'],
  area: 'integration',
  menu: { order: 59 },
  endpoint: 'holiday',
  hooks: 'holiday',
  table: { key: ['calendar', 'day'] },
  title: 'name',
  fields: {
    calendar: f.text({
      max: 30,
      upper: true,
      required: true,
      immutable: true,
      default: 'STANDARD',
      index: true,
      width: 140,
      help: 'Holidays that go together, such as those of a country; jobs name the calendar they follow.',
    }),
    day: f.date({ required: true, immutable: true, width: 120 }),
    name: f.text({ max: 80, required: true, search: true, width: 260 }),
  },
  list: {
    path: '/holidays',
    columns: ['calendar', 'day', 'name'],
    sort: ['calendar', '-day'],
    filters: ['calendar', 'day'],
    pageSize: 50,
  },
  form: { layout: [['calendar', 'day'], ['name']] },
  upload: { functionality: 'HolidayFormats', aliases: { day: ['Date'], name: ['Holiday'] } },
  access: { read: 'any', write: 'integration.write' },
  tests: [
    { accept: { calendar: 'DE', day: '2026-10-03', name: 'German Unity Day' } },
    { reject: { calendar: 'DE', name: 'A day without a date' }, at: 'day' },
  ],
})
