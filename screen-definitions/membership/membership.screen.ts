import { defineScreen, f, when } from '#src/definition'
import { addressFields, addressRows } from '../shared/address.ts'
import { changeStatus } from '../shared/actions.ts'
import { currencyCode, recordStatus } from '../shared/choices.ts'
import { documents } from '../shared/files.ts'

export const membership = defineScreen({
  name: 'membership',
  label: ['Membership owner', 'Membership owners'],
  area: 'membership',
  menu: { order: 10 },
  formId: 'IMA_CONFIG_MEMBERSHIP',
  endpoint: 'membership',
  table: { key: ['owner_id'] },
  title: 'owner_name',
  fields: {
    owner_id: f.text({ max: 40, required: true, immutable: true, search: true, label: 'Owner ID', width: 110 }),
    owner_name: f.text({ max: 120, required: true, search: true, width: 240 }),
    short_name: f.text({ max: 30, search: true }),
    membership_type: f.choice(
      [
        { value: 'gpo', label: 'Group purchasing organization' },
        { value: 'buying_group', label: 'Buying group' },
        { value: 'idn', label: 'Integrated delivery network' },
        { value: 'cooperative', label: 'Cooperative' },
        { value: 'franchise', label: 'Franchise' },
        { value: 'other', label: 'Other' },
      ],
      { default: 'buying_group', required: true, index: true, label: 'Type' },
    ),
    parent_owner: f.reference('membership', { acyclic: true, index: true, label: 'Part of' }),
    class_of_trade: f.reference('class-of-trade', { help: 'Which members it is for' }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    valid_from: f.date({ label: 'Agreement from' }),
    valid_to: f.date({ after: 'valid_from', label: 'Agreement to' }),
    agreement_number: f.text({ max: 40, search: true }),
    account_manager: f.reference('employee', { integrity: 'soft' }),
    customer_number: f.reference('customer', {
      integrity: 'soft',
      index: true,
      label: 'Paid as customer',
      help: 'Who receives the administration fee, as was agreed',
    }),
    admin_fee: f.percent({
      min: 0,
      max: 100,
      label: 'Administration fee',
      help: 'A note of what was agreed: fees are neither reckoned nor posted. A contract with the owner pays them',
    }),
    fee_basis: f.choice(
      [
        { value: 'net_sales', label: 'Net sales' },
        { value: 'gross_sales', label: 'Gross sales' },
        { value: 'contract_sales', label: 'Sales on contract' },
      ],
      { visible: when.notEmpty('admin_fee'), required: 'whenVisible', default: 'contract_sales' },
    ),
    fee_frequency: f.choice(['month', 'quarter', 'year'], {
      visible: when.notEmpty('admin_fee'),
      required: 'whenVisible',
      default: 'quarter',
    }),
    currency: currencyCode({ default: 'EUR' }),
    exclusive: f.flag({
      label: 'Exclusive',
      help: 'A note: by its agreement members belong to no other owner of this type; rosters are not checked for it',
    }),
    roster_source: f.choice(
      [
        { value: 'file', label: 'File' },
        { value: 'edi', label: 'EDI' },
        { value: 'portal', label: 'Portal of the owner' },
        { value: 'manual', label: 'By hand' },
      ],
      { default: 'file' },
    ),
    roster_frequency: f.choice(['week', 'month', 'quarter', { value: 'on_change', label: 'When it changes' }], {
      default: 'month',
    }),
    roster_contact: f.text({ max: 120, format: 'email', label: 'Roster contact' }),
    last_roster_date: f.date({ label: 'Last roster of' }),
    grace_days: f.integer({
      min: 0,
      max: 365,
      default: 0,
      unit: 'days',
      help: 'A note: so long prices are kept by agreement after a member has left. What it buys then does not count; enter its last day accordingly',
    }),
    ...addressFields,
    phone: f.text({ max: 40, format: 'phone' }),
    email: f.text({ max: 120, format: 'email', label: 'E-mail' }),
    website: f.text({ max: 200, format: 'url' }),
    contact_person: f.text({ max: 80, search: true }),
    gln: f.text({ max: 13, pattern: '\\d{13}', patternMessage: '13 digits', label: 'GLN' }),
    hin: f.text({ max: 12, upper: true, label: 'HIN', help: 'Health Industry Number' }),
    tax_number: f.text({ max: 30 }),
    agreement: f.file({ accept: documents, help: 'The signed agreement' }),
    notes: f.longText({ max: 4000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/membership',
    columns: [
      'owner_id',
      'owner_name',
      'membership_type',
      'parent_owner',
      'class_of_trade',
      'admin_fee',
      'valid_to',
      'status',
    ],
    sort: ['owner_id'],
    filters: ['membership_type', 'parent_owner', 'status'],
    views: {
      Active: when.eq('status', 'active'),
      'Agreement ends within 90 days': when.between('valid_to', '@today', '@today+90d'),
    },
    due: ['Agreement ends within 90 days'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Owner',
        rows: [
          ['owner_id', 'owner_name'],
          ['short_name', 'membership_type'],
          ['parent_owner', 'class_of_trade'],
          ['status', 'block_reason'],
          ['agreement_number', 'account_manager'],
          ['valid_from', 'valid_to'],
          ['exclusive', 'grace_days'],
        ],
      },
      {
        title: 'Administration fee',
        rows: [
          ['customer_number', 'currency'],
          ['admin_fee', 'fee_basis', 'fee_frequency'],
        ],
      },
      {
        title: 'Roster',
        rows: [
          ['roster_source', 'roster_frequency'],
          ['roster_contact', 'last_roster_date'],
        ],
      },
      { title: 'Address', rows: addressRows },
      {
        title: 'Communication and identification',
        rows: [
          ['contact_person', 'phone'],
          ['email', 'website'],
          ['gln', 'hin', 'tax_number'],
        ],
      },
      { title: 'Agreement and notes', rows: [['agreement'], ['notes']] },
    ],
    related: [
      { screen: 'membership-roster', by: 'owner_id' },
      { screen: 'membership-contract-group', by: 'owner_id' },
      { screen: 'membership-contract', by: 'owner_id' },
    ],
  },
  upload: {
    path: '/membership/membership-excel-upload',
    functionality: 'MembershipFormats',
    endpoints: ['membership-upload'],
    aliases: {
      owner_id: ['GPO ID', 'Group ID', 'Buying group'],
      owner_name: ['GPO name', 'Group name', 'Name'],
      membership_type: ['Type'],
      admin_fee: ['Admin fee', 'Fee %'],
    },
  },
  actions: [changeStatus],
  tests: [
    { accept: { owner_id: 'VIZ', owner_name: 'Vizient' } },
    { reject: { owner_id: 'VIZ' }, at: 'owner_name' },
    { reject: { owner_id: 'VIZ', owner_name: 'Vizient', admin_fee: '120' }, at: 'admin_fee' },
    {
      reject: { owner_id: 'VIZ', owner_name: 'Vizient', valid_from: '2026-02-01', valid_to: '2026-01-01' },
      at: 'valid_to',
    },
  ],
})
