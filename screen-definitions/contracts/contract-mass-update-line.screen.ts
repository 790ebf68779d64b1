import { defineScreen, f } from '#src/definition'
import { massOutcomes, massOutcomeViews } from '../shared/mass-update.ts'
import { contractApplications } from './choices.ts'

// Written by mass updates themselves.
export const contractMassUpdateLine = defineScreen({
  name: 'contract-mass-update-line',
  label: ['Line of a mass contract update', 'Lines of mass contract updates'],
  area: 'contracts',
  menu: { order: 71, label: 'Mass contract update results', search: false },
  apps: contractApplications,
  endpoint: 'contract-mass-update-lines',
  table: { key: ['run_number', 'line'], history: false },
  title: 'contract_number',
  fields: {
    run_number: f.reference('contract-mass-update', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Update',
      width: 110,
    }),
    line: f.integer({ readOnly: true, width: 70 }),
    contract_number: f.reference('contract', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Contract',
      width: 110,
    }),
    partner_number: f.text({ max: 40, readOnly: true, label: 'Partner', width: 110 }),
    outcome: massOutcomes,
    state_before: f.text({ label: 'Contract before', max: 400, readOnly: true, sentence: true, width: 260 }),
    state_after: f.text({ label: 'Old → new', max: 2000, readOnly: true, sentence: true, width: 380 }),
    message: f.text({ max: 800, readOnly: true, sentence: true, search: true, label: 'Why', width: 280 }),
    contract_record: f.integer({ readOnly: true, hidden: true, index: true }),
    contract_version: f.integer({ readOnly: true, hidden: true }),
    written: f.longText({ max: 200_000, readOnly: true, hidden: true }),
  },
  list: {
    path: '/mass-contract-update-result',
    columns: ['run_number', 'line', 'contract_number', 'partner_number', 'outcome', 'state_after', 'message'],
    sort: ['-run_number', 'line'],
    filters: ['run_number', 'outcome', 'contract_number'],
    views: massOutcomeViews,
    pageSize: 50,
  },
  form: {
    layout: [
      ['run_number', 'line'],
      ['contract_number', 'partner_number'],
      ['outcome'],
      ['state_before'],
      ['state_after'],
      ['message'],
    ],
  },
  access: { read: 'contracts.read', write: 'never' },
})
