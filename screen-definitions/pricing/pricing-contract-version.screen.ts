import { defineScreen, f, when } from '#src/definition'
import type { FieldSpec } from '#src/definition/field.ts'
import { differenceRows } from '../contracts/contract-content.ts'
import { pricingApplications } from './pricing-applications.ts'
import { pricingSections, pricingVersionContent } from './pricing-contract-content.ts'

const fields: Readonly<Record<string, FieldSpec>> = {
  contract_number: f.reference('pricing-contract', {
    required: true,
    integrity: 'soft',
    index: true,
    label: 'Contract',
    width: 110,
  }),
  version: f.integer({ required: true, width: 80 }),
  is_current: f.flag({ default: true, index: true, label: 'In force', width: 90 }),
  reason: f.text({ max: 200, label: 'Why it changed', width: 260 }),
  request_number: f.text({ max: 20, index: true, label: 'Change request', width: 120 }),
  change_count: f.integer({ label: 'Changes', width: 90 }),
  approved_by: f.reference('user', { integrity: 'soft', width: 200 }),
  approved_for: f.reference('user', {
    integrity: 'soft',
    visible: when.notEmpty('approved_for'),
    help: 'In whose place a substitute approved',
    width: 200,
  }),
  approved_at: f.dateTime({ index: true, width: 150 }),
  changes: differenceRows('Old and new'),
  ...pricingVersionContent,
}

const sampled = {
  contract_header: 'Net prices 2027',
  customer_number: '1',
  valid_from: '2027-01-01',
  valid_to: '2027-12-31',
  lines: [{ material_number: '100001', price: '9' }],
}

export const pricingContractVersion = defineScreen({
  name: 'pricing-contract-version',
  label: ['Version of a pricing contract', 'Versions of pricing contracts'],
  area: 'pricing',
  menu: { order: 26, search: false },
  apps: pricingApplications,
  endpoint: 'pricing/contract-versions',
  table: { key: ['contract_number', 'version'], history: false },
  title: 'contract_header',
  fields,
  list: {
    path: '/pricing-contract/versions',
    columns: [
      'contract_number',
      'version',
      'is_current',
      'contract_header',
      'reason',
      'change_count',
      'valid_from',
      'valid_to',
      'approved_at',
    ],
    sort: ['contract_number', '-version'],
    filters: ['contract_number', 'is_current', 'approved_by', 'approved_at'],
    views: { 'In force': when.eq('is_current', true), Former: when.ne('is_current', true) },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Version',
        rows: [
          ['contract_number', 'version', 'is_current'],
          ['reason', 'request_number'],
          ['approved_by', 'approved_at'],
          ['approved_for'],
        ],
      },
      { title: 'Changes against the version before', rows: [['changes']] },
      ...pricingSections,
    ],
  },
  tests: [
    { accept: { ...sampled, contract_number: 'PC-000001', version: 2 } },
    { reject: { ...sampled, contract_number: 'PC-000001' }, at: 'version' },
  ],
  access: { read: 'contracts.read', write: 'never' },
})
