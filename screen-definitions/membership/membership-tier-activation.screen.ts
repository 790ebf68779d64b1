import { defineScreen, f, when } from '#src/definition'
import { documents } from '../shared/files.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { activationTypes } from './choices.ts'

export const membershipTierActivation = defineScreen({
  name: 'membership-tier-activation',
  label: ['Tier activation', 'Tier activations'],
  area: 'membership',
  menu: { order: 50 },
  formId: 'IMA_CONFIG_MEMBERSHIP_TIER_ACTIVATION',
  endpoint: 'membership-tier-activation',
  table: {
    key: ['contract_group', 'member_number', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['contract_group', 'member_number'] },
  },
  title: 'member_number',
  fields: {
    contract_group: f.reference('membership-contract-group', { required: true, index: true, width: 160 }),
    member_number: f.reference('customer', {
      required: true,
      integrity: 'soft',
      index: true,
      label: 'Member',
      width: 160,
    }),
    tier: f.text({ max: 30, required: true, index: true, search: true }),
    ...validity,
    activation_type: f.choice(activationTypes, { default: 'commitment', required: true }),
    commitment: f.percent({
      min: 0,
      max: 100,
      label: 'Share committed',
      visible: when.eq('activation_type', 'commitment'),
    }),
    requested_on: f.date(),
    signed_on: f.date({ visible: when.eq('activation_type', 'commitment') }),
    confirmed_by: f.text({ max: 80, help: 'Who confirmed it at the owner' }),
    status: f.choice(
      [
        { value: 'requested', label: 'Requested', tone: 'warn' },
        { value: 'active', label: 'Active', tone: 'ok' },
        { value: 'refused', label: 'Refused', tone: 'bad' },
      ],
      { default: 'active', required: true, index: true, width: 110 },
    ),
    letter: f.file({ accept: documents, label: 'Letter of commitment' }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/membership-tier-activation',
    columns: [
      'contract_group',
      'member_number',
      'tier',
      'activation_type',
      'commitment',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['contract_group', 'member_number', '-valid_from'],
    filters: ['valid_from', 'contract_group', 'member_number', 'status'],
    views: { ...validityViews, Requested: when.eq('status', 'requested') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Activation',
        rows: [
          ['contract_group', 'member_number'],
          ['tier', 'status'],
          ['valid_from', 'valid_to'],
          ['activation_type', 'commitment'],
          ['requested_on', 'signed_on'],
          ['confirmed_by'],
        ],
      },
      { title: 'Letter and notes', rows: [['letter'], ['notes']] },
    ],
  },
  upload: {
    functionality: 'MembershipTierActivationFormats',
    endpoints: ['membership-tier-activation-upload'],
    aliases: { contract_group: ['Group'], member_number: ['Customer', 'Account'], valid_from: ['Effective date'] },
  },
  tests: [
    { accept: { contract_group: 'GLOVES', member_number: '10001', tier: '2', valid_from: '2026-01-01' } },
    { reject: { contract_group: 'GLOVES', member_number: '10001', valid_from: '2026-01-01' }, at: 'tier' },
  ],
})
