import { defineScreen, f, when } from '#src/definition'
import { addressFields, addressRows } from '../shared/address.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { memberClasses, rosterStatus } from './choices.ts'

export const membershipRoster = defineScreen({
  name: 'membership-roster',
  label: ['Membership', 'Memberships'],
  area: 'membership',
  menu: { order: 20, label: 'Membership roster' },
  formId: 'IMA_CONFIG_MEMBERSHIP_ROSTER',
  endpoint: 'membership-roster',
  table: {
    key: ['owner_id', 'member_number', 'valid_from'],
    validity: {
      from: 'valid_from',
      to: 'valid_to',
      within: ['owner_id', 'member_number'],
      only: { flag: 'is_primary', within: ['member_number'] },
    },
  },
  title: 'member_name',
  fields: {
    owner_id: f.reference('membership', { required: true, index: true, label: 'Owner', width: 160 }),
    member_number: f.reference('customer', {
      required: true,
      integrity: 'soft',
      index: true,
      label: 'Member',
      width: 160,
      help: 'A customer; one that has no master yet may stand here with the name the owner gave',
    }),
    member_name: f.text({ max: 120, search: true, width: 200, label: 'Name on the roster' }),
    member_id: f.text({ max: 40, search: true, index: true, label: 'Member ID of the owner' }),
    ...validity,
    member_class: f.choice(memberClasses, { default: 'member', required: true, index: true, width: 110 }),
    tier: f.text({ max: 30, index: true, width: 70, help: 'The tier that counts where no activation says otherwise' }),
    is_primary: f.flag({
      label: 'Primary',
      width: 80,
      help: 'The owner whose contracts come first for this member; one at a time',
    }),
    class_of_trade: f.reference('class-of-trade', { index: true }),
    status: f.choice(rosterStatus, { default: 'active', required: true, index: true, width: 110 }),
    termination_reason: f.choice(
      [
        { value: 'left', label: 'Left' },
        { value: 'moved', label: 'Moved to another owner' },
        { value: 'closed', label: 'Closed or sold' },
        { value: 'not_eligible', label: 'Not eligible' },
        { value: 'roster', label: 'No longer on the roster' },
      ],
      { visible: when.eq('status', 'terminated'), required: 'whenVisible' },
    ),
    declaration_date: f.date({ label: 'Declared on', help: 'When the member declared the owner as its own' }),
    dea_number: f.text({ max: 9, upper: true, search: true, label: 'DEA number' }),
    hin: f.text({ max: 12, upper: true, search: true, label: 'HIN' }),
    gln: f.text({ max: 13, pattern: '\\d{13}', patternMessage: '13 digits', label: 'GLN' }),
    ...addressFields,
    source: f.text({ max: 60, help: 'The roster file or message it came with' }),
    notes: f.longText({ max: 2000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/membership-roster-main',
    aliases: ['/membership-roster'],
    columns: [
      'owner_id',
      'member_number',
      'member_name',
      'member_class',
      'tier',
      'is_primary',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['owner_id', 'member_number', '-valid_from'],
    filters: ['valid_from', 'owner_id', 'member_number', 'status'],
    views: { ...validityViews, Primary: when.eq('is_primary', true), Pending: when.eq('status', 'pending') },
    pageSize: 50,
    displays: [
      {
        label: 'Memberships by member',
        path: '/membership-by-member',
        grid: '/membership-by-member-sf',
        columns: [
          'member_number',
          'member_name',
          'owner_id',
          'is_primary',
          'member_class',

          'city',
          'valid_from',
          'valid_to',
          'status',
        ],
      },
    ],
  },
  form: {
    view: '/membership-roster/view/:id',
    edit: '/membership-roster/update/:id',
    create: '/membership-roster/new',
    layout: [
      {
        title: 'Membership',
        rows: [
          ['owner_id', 'member_number'],
          ['valid_from', 'valid_to'],
          ['member_class', 'tier'],
          ['is_primary', 'class_of_trade'],
          ['status', 'termination_reason'],
          ['declaration_date', 'source'],
        ],
      },
      {
        title: 'As the owner reports the member',
        rows: [['member_name', 'member_id'], ['dea_number', 'hin', 'gln'], ...addressRows],
      },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  upload: {
    path: '/membership-roster/membership-roster-excel-upload',
    functionality: 'MembershipRosterFormats',
    endpoints: ['membership-roster-upload'],
    aliases: {
      owner_id: ['GPO', 'GPO ID', 'Owner ID', 'Group'],
      member_number: ['Customer', 'Customer number', 'Member number', 'Account'],
      member_name: ['Member name', 'Facility', 'Facility name'],
      member_id: ['Member ID', 'GPO member ID'],
      valid_from: ['Start date', 'Effective date', 'Effective from'],
      valid_to: ['End date', 'Effective to', 'Termination date'],
      class_of_trade: ['COT'],
      is_primary: ['Primary GPO', 'Primary'],
    },
  },
  tests: [
    { accept: { owner_id: 'VIZ', member_number: '10001', valid_from: '2026-01-01' } },
    { reject: { owner_id: 'VIZ', member_number: '10001' }, at: 'valid_from' },
    {
      reject: { owner_id: 'VIZ', member_number: '10001', valid_from: '2026-02-01', valid_to: '2026-01-31' },
      at: 'valid_to',
    },
    {
      reject: { owner_id: 'VIZ', member_number: '10001', valid_from: '2026-02-01', status: 'terminated' },
      at: 'termination_reason',
    },
  ],
})
