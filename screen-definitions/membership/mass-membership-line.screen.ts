import { defineScreen, f, when } from '#src/definition'

// Written by mass updates themselves.
export const massMembershipLine = defineScreen({
  name: 'mass-membership-line',
  label: ['Mass update line', 'Mass update lines'],
  area: 'membership',
  menu: { order: 71, label: 'Mass update results' },
  endpoint: 'mass-membership-lines',
  table: { key: ['run_number', 'line'], history: false },
  title: 'member_number',
  fields: {
    run_number: f.reference('mass-membership-update', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Update',
      width: 110,
    }),
    line: f.integer({ readOnly: true, width: 70 }),
    owner_id: f.reference('membership', { readOnly: true, integrity: 'soft', index: true, label: 'Owner', width: 110 }),
    member_number: f.reference('customer', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Member',
      width: 130,
    }),
    outcome: f.choice(
      [
        { value: 'planned', label: 'Will change', tone: 'accent' },
        { value: 'conflict', label: 'Conflict', tone: 'bad' },
        { value: 'unchanged', label: 'Stays', tone: 'neutral' },
        { value: 'done', label: 'Changed', tone: 'ok' },
        { value: 'failed', label: 'Failed', tone: 'bad' },
        { value: 'undone', label: 'Taken back', tone: 'neutral' },
        { value: 'kept', label: 'Not taken back', tone: 'warn' },
      ],
      { readOnly: true, index: true, width: 120 },
    ),
    state_before: f.text({ label: 'Before', max: 400, readOnly: true, width: 260 }),
    state_after: f.text({ label: 'After', max: 800, readOnly: true, width: 320 }),
    message: f.text({ max: 800, readOnly: true, search: true, label: 'Why', width: 300 }),
    membership_record: f.integer({ readOnly: true, hidden: true, index: true }),
    membership_version: f.integer({ readOnly: true, hidden: true }),
    written: f.longText({ max: 20_000, readOnly: true, hidden: true }),
  },
  list: {
    path: '/mass-membership-update-result',
    columns: ['run_number', 'line', 'owner_id', 'member_number', 'outcome', 'state_before', 'state_after', 'message'],
    sort: ['-run_number', 'line'],
    filters: ['run_number', 'outcome', 'owner_id'],
    views: {
      'Will change': when.eq('outcome', 'planned'),
      'Conflicts and failures': when.in('outcome', ['conflict', 'failed']),
      Changed: when.eq('outcome', 'done'),
    },
    pageSize: 50,
  },
  form: {
    layout: [
      ['run_number', 'line'],
      ['owner_id', 'member_number'],
      ['outcome'],
      ['state_before'],
      ['state_after'],
      ['message'],
    ],
  },
  access: { read: 'any', write: 'never' },
})
