import { defineScreen, f } from '#src/definition'
import { applicationTypes, contractApplications } from './choices.ts'

export const contractOverlap = defineScreen({
  name: 'contract-overlap',
  label: ['Contract overlap', 'Contract overlaps'],
  area: 'results',
  menu: { order: 130 },
  apps: contractApplications,
  endpoint: 'contract-overlap-report',
  fields: {
    partner_number: f.text({ label: 'Partner', width: 110 }),
    application_type: f.text({ label: 'Application', width: 140 }),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_description: f.text({ label: 'Description', width: 220 }),
    other_number: f.text({ label: 'Overlaps with', width: 120 }),
    other_description: f.text({ label: 'Its description', width: 220 }),
    overlap_from: f.date({ label: 'From', width: 110 }),
    overlap_to: f.date({ label: 'To', width: 110 }),
    days: f.integer({ label: 'Days', width: 80 }),
  },
  result: {
    criteria: '/contract-overlap-reports',
    path: '/contract-overlap-reports/contract-overlap-reports',
    report: 'contract-overlap',
    parameters: {
      on_from: f.date({ required: true, default: '@yearStart', label: 'Valid from' }),
      on_to: f.date({ required: true, after: 'on_from', default: '@yearEnd', label: 'to' }),
      partner: f.text({ max: 40, label: 'Partner' }),
      application: f.choice(applicationTypes, { label: 'Application' }),
      with_drafts: f.flag({ default: true, label: 'Drafts as well' }),
    },
    sort: ['-days', 'contract_number', 'other_number'],
    key: ['contract_number', 'other_number'],
    drill: { screen: 'contract', filters: { partner_number: 'partner_number', application_type: 'application_type' } },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
