import { defineScreen, f, when } from '#src/definition'
import { changeStatus } from '../shared/actions.ts'
import { currencyCode, recordStatus } from '../shared/choices.ts'

export const membershipContractGroup = defineScreen({
  name: 'membership-contract-group',
  label: ['Contract group', 'Contract groups'],
  area: 'membership',
  menu: { order: 40 },
  formId: 'IMA_CONFIG_MEMBERSHIP_CONTRACT_GROUP',
  endpoint: 'membership-contract-group',
  table: { key: ['contract_group'] },
  title: 'description',
  fields: {
    contract_group: f.text({ max: 40, required: true, immutable: true, search: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    owner_id: f.reference('membership', { required: true, index: true, label: 'Owner' }),
    product_group: f.reference('product-group', { integrity: 'soft', help: 'What the contracts are about' }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    activation_required: f.flag({
      default: true,
      label: 'Members activate a tier',
      help: 'Without an activation a member has no price of this group. Otherwise every member of the owner is eligible, as its membership contract says',
    }),
    activation_days: f.integer({
      min: 0,
      max: 365,
      default: 30,
      unit: 'days',
      visible: when.eq('activation_required', true),
      help: 'A note: so long an activation takes from the request on',
    }),
    default_tier: f.text({
      max: 30,
      help: 'Where no activation is needed: the tier of whoever has activated none and has none in the contract or on the roster',
    }),
    currency: currencyCode({ default: 'EUR' }),
    tiers: f.rows(
      {
        tier: f.text({ max: 30, required: true }),
        description: f.text({ max: 120 }),
        commitment: f.percent({ min: 0, max: 100, label: 'Share committed' }),
        volume_from: f.money({ min: 0, currency: 'EUR', label: 'Yearly volume from' }),
        discount: f.percent({ min: 0, max: 100 }),
      },
      { key: ['tier'], maxRows: 50, help: 'From the lowest to the highest' },
    ),
    contracts: f.rows(
      {
        contract_number: f.reference('contract', { integrity: 'soft', required: true, label: 'Contract' }),
        priority: f.integer({
          min: 1,
          max: 999,
          default: 1,
          help: 'A note: which one is looked at first. Each contract pays by its own terms',
        }),
        valid_from: f.date({ help: 'Only on these days members of the group count by this contract' }),
        valid_to: f.date({ after: 'valid_from' }),
      },
      { key: ['contract_number'], maxRows: 500 },
    ),
    notes: f.longText({ max: 4000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/membership-contract-group',
    columns: [
      'contract_group',
      'description',
      'owner_id',
      'default_tier',
      'activation_required',
      'valid_from',
      'valid_to',
      'status',
    ],
    sort: ['contract_group'],
    filters: ['owner_id', 'status', 'valid_to'],
    views: { Active: when.eq('status', 'active'), 'Members activate': when.eq('activation_required', true) },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Contract group',
        rows: [
          ['contract_group', 'description'],
          ['owner_id', 'product_group'],
          ['status', 'block_reason'],
          ['valid_from', 'valid_to'],
        ],
      },
      {
        title: 'Tiers',
        rows: [['activation_required', 'activation_days'], ['default_tier', 'currency'], ['tiers']],
      },
      { title: 'Contracts', rows: [['contracts']] },
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [{ screen: 'membership-tier-activation', by: 'contract_group' }],
  },
  upload: {
    path: '/membership-contract-group-excel-upload',
    functionality: 'MembershipContractGroupFormats',
    endpoints: ['membership-contract-group-upload'],
    aliases: { contract_group: ['Group', 'Group ID'], owner_id: ['GPO', 'GPO ID'], description: ['Name'] },
  },
  actions: [changeStatus],
  messages: {
    created: 'Membership Contract Group Created Successfully',
    updated: 'Membership Contract Group Updated Successfully',
  },
  tests: [
    { accept: { contract_group: 'GLOVES', description: 'Gloves', owner_id: 'VIZ' } },
    { reject: { contract_group: 'GLOVES', description: 'Gloves' }, at: 'owner_id' },
    {
      reject: {
        contract_group: 'GLOVES',
        description: 'Gloves',
        owner_id: 'VIZ',
        valid_from: '2026-02-01',
        valid_to: '2026-01-01',
      },
      at: 'valid_to',
    },
  ],
})
