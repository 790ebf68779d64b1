import { defineScreen, f, when } from '#src/definition'
import { massUpdateActions, massUpdateFields, massUpdateProgress } from '../shared/mass-update.ts'
import { memberClasses } from './choices.ts'

const { run_number, description, status, notes, ...progress } = massUpdateFields('Memberships found')
const moves = when.in('action', ['move', 'copy'])

// A mass update is a record: what was chosen, what was foreseen and what became of it stay to be looked up.
export const massMembershipUpdate = defineScreen({
  name: 'mass-membership-update',
  label: ['Mass membership update', 'Mass membership updates'],
  area: 'membership',
  menu: { order: 70 },
  formId: 'IMA_CONFIG_MASS_MEMBERSHIP_UPDATE',
  endpoint: 'mass-membership-update',
  hooks: 'mass-membership-update',
  table: { key: ['run_number'] },
  title: 'description',
  fields: {
    run_number: { ...run_number, numbered: 'MU-' },
    description,
    status,
    owner_id: f.reference('membership', { label: 'Owner' }),
    member_number: f.reference('customer', { integrity: 'soft', label: 'Member' }),
    valid_on: f.date({
      default: '@today',
      label: 'Valid on',
      help: 'Only memberships that hold on this day; empty: all of them',
    }),
    member_class: f.choice(memberClasses),
    tier: f.text({ max: 30 }),
    class_of_trade: f.reference('class-of-trade'),
    country: f.text({ max: 60 }),
    only_primary: f.flag({ label: 'Primary memberships only' }),
    action: f.choice(
      [
        { value: 'end', label: 'End the memberships' },
        { value: 'move', label: 'Move to another owner' },
        { value: 'tier', label: 'Change tier or class' },
        { value: 'group', label: 'Activate a tier of a contract group' },
        { value: 'copy', label: 'Copy to the roster of another owner' },
      ],
      { default: 'end', required: true, index: true },
    ),
    effective_on: f.date({
      required: true,
      label: 'Effective on',
      help: 'Ending: the last day. Otherwise the first day on which the new state holds',
    }),
    termination_reason: f.choice(
      [
        { value: 'left', label: 'Left' },
        { value: 'closed', label: 'Closed or sold' },
        { value: 'not_eligible', label: 'Not eligible' },
        { value: 'roster', label: 'No longer on the roster' },
      ],
      { visible: when.eq('action', 'end'), required: 'whenVisible', default: 'left', label: 'Reason' },
    ),
    to_owner: f.reference('membership', { visible: moves, required: 'whenVisible', label: 'New owner' }),
    contract_group: f.reference('membership-contract-group', {
      visible: when.eq('action', 'group'),
      required: 'whenVisible',
    }),
    new_tier: f.text({ max: 30, visible: when.ne('action', 'end'), label: 'New tier', help: 'Empty: the tier stays' }),
    new_class: f.choice(memberClasses, {
      visible: when.eq('action', 'tier'),
      label: 'New class',
      help: 'Empty: the class stays',
    }),
    ...progress,
    notes,
  },
  list: {
    path: '/mass-membership-update',
    columns: [
      'run_number',
      'description',
      'action',
      'effective_on',
      'changes',
      'done',
      'failed',
      'status',
      'finished_at',
    ],
    sort: ['-run_number'],
    filters: ['status', 'action', 'owner_id'],
    views: { Open: when.in('status', ['draft', 'previewed']), Running: when.eq('status', 'running') },
    pageSize: 20,
  },
  form: {
    live: when.eq('status', 'running'),
    editable: {
      when: when.in('status', ['draft', 'previewed']),
      otherwise: 'This update has run. Duplicate it to do another one.',
    },
    deletable: { when: when.ne('status', 'running'), otherwise: 'An update that runs is not deleted.' },
    layout: [
      {
        title: 'What to do',
        rows: [
          ['run_number', 'description'],
          ['action', 'effective_on'],
          ['termination_reason'],
          ['to_owner', 'contract_group'],
          ['new_tier', 'new_class'],
        ],
      },
      {
        title: 'Which memberships',
        rows: [
          ['owner_id', 'member_number'],
          ['valid_on', 'only_primary'],
          ['member_class', 'tier'],
          ['class_of_trade', 'country'],
        ],
      },
      massUpdateProgress,
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [{ screen: 'mass-membership-line', by: 'run_number' }],
  },
  actions: massUpdateActions(
    { preview: 'mass-membership-preview', run: 'mass-membership-run', undo: 'mass-membership-undo' },
    'membership',
  ),
  tests: [
    {
      accept: {
        description: 'Closed clinics',
        action: 'end',
        effective_on: '2026-12-31',
        termination_reason: 'closed',
      },
    },
    { reject: { description: 'To the north', action: 'move', effective_on: '2026-12-31' }, at: 'to_owner' },
    { reject: { description: 'Gloves', action: 'group', effective_on: '2026-12-31' }, at: 'contract_group' },
    { reject: { description: 'Some day', action: 'end', termination_reason: 'left' }, at: 'effective_on' },
  ],
})
