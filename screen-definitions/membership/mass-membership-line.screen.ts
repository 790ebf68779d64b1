import { defineScreen, f } from '#src/definition'
import { massOutcomes, massOutcomeViews } from '../shared/mass-update.ts'

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
    outcome: massOutcomes,
    state_before: f.text({ label: 'Before', max: 400, readOnly: true, sentence: true, width: 260 }),
    state_after: f.text({ label: 'After', max: 800, readOnly: true, sentence: true, width: 320 }),
    message: f.text({ max: 800, readOnly: true, sentence: true, search: true, label: 'Why', width: 300 }),
    membership_record: f.integer({ readOnly: true, hidden: true, index: true }),
    membership_version: f.integer({ readOnly: true, hidden: true }),
    written: f.longText({ max: 20_000, readOnly: true, hidden: true }),
  },
  list: {
    path: '/mass-membership-update-result',
    columns: ['run_number', 'line', 'owner_id', 'member_number', 'outcome', 'state_before', 'state_after', 'message'],
    sort: ['-run_number', 'line'],
    filters: ['run_number', 'outcome', 'owner_id'],
    views: massOutcomeViews,
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
