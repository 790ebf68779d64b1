import { defineScreen, f, when } from '#src/definition'
import { applicationChoices, recordStatus } from '../shared/choices.ts'
import { changeStatus } from '../shared/actions.ts'
import { validity, validityViews } from '../shared/validity.ts'

export const membershipContract = defineScreen({
  name: 'membership-contract',
  label: ['Membership contract', 'Membership contracts'],
  area: 'membership',
  menu: { order: 30 },
  formId: 'IMA_CONFIG_MEMBERSHIP_CONTRACT',
  endpoint: 'membership-contract',
  table: {
    key: ['owner_id', 'contract_number', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['owner_id', 'contract_number'] },
  },
  title: 'description',
  fields: {
    owner_id: f.reference('membership', { required: true, index: true, label: 'Owner', width: 120 }),
    contract_number: f.reference('contract', {
      integrity: 'soft',
      required: true,
      search: true,
      index: true,
      label: 'Contract',
      width: 110,
    }),
    description: f.text({ max: 120, search: true, width: 240 }),
    application_type: f.choice(applicationChoices, { default: 'Customer Rebate', required: true, index: true }),
    contract_group: f.reference('membership-contract-group', { index: true, width: 140 }),
    ...validity,
    members: f.choice(
      [
        { value: 'all', label: 'All members' },
        { value: 'primary', label: 'Members whose primary owner it is' },
        { value: 'activated', label: 'Members with an activated tier' },
      ],
      { default: 'all', required: true, label: 'Eligible' },
    ),
    class_of_trade: f.reference('class-of-trade', { help: 'Only members of this class; empty: of any' }),
    tier: f.text({
      max: 30,
      visible: when.ne('members', 'activated'),
      help: 'The tier of those who need not activate one',
    }),
    admin_fee: f.percent({
      min: 0,
      max: 100,
      label: 'Administration fee',
      help: 'A note of what was agreed; empty: that of the owner',
    }),
    priority: f.integer({
      min: 1,
      max: 999,
      default: 1,
      help: 'Where several name a tier, that of the lowest is shown',
    }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    notes: f.longText({ max: 2000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/membership-contract',
    columns: [
      'owner_id',
      'contract_number',
      'description',
      'contract_group',
      'members',
      'tier',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['owner_id', 'contract_number', '-valid_from'],
    filters: ['valid_from', 'owner_id', 'contract_group', 'status'],
    views: validityViews,
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Contract',
        rows: [
          ['owner_id', 'contract_number'],
          ['description', 'application_type'],
          ['contract_group', 'priority'],
          ['valid_from', 'valid_to'],
          ['status', 'block_reason'],
        ],
      },
      {
        title: 'Who is eligible',
        rows: [
          ['members', 'tier'],
          ['class_of_trade', 'admin_fee'],
        ],
      },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  upload: {
    functionality: 'MembershipContractFormats',
    endpoints: ['membership-contract-upload'],
    aliases: { owner_id: ['GPO', 'GPO ID'], contract_number: ['Contract', 'Contract no'] },
  },
  actions: [changeStatus],
  tests: [
    { accept: { owner_id: 'VIZ', contract_number: 'C-1', valid_from: '2026-01-01' } },
    { reject: { owner_id: 'VIZ', contract_number: 'C-1' }, at: 'valid_from' },
  ],
})
