import { defineScreen, f } from '#src/definition'
import { contractApplications } from './choices.ts'
import { contractColumns, contractCriteria, happenedBetween, toContract } from './contract-criteria.ts'

const operations = [
  { value: 'insert', label: 'Made', tone: 'ok' },
  { value: 'update', label: 'Changed', tone: 'accent' },
  { value: 'delete', label: 'Deleted', tone: 'bad' },
] as const

export const contractChangeLog = defineScreen({
  name: 'contract-change-log',
  label: ['Change of a contract', 'Changes of contracts'],
  area: 'results',
  menu: { order: 131 },
  apps: contractApplications,
  endpoint: 'contract-change-log',
  fields: {
    ...contractColumns,
    changed_at: f.dateTime({ label: 'At', width: 150 }),
    changed_by: f.text({ label: 'By', width: 120 }),
    operation: f.choice(operations, { label: 'What', width: 100 }),
    field: f.text({ width: 160 }),
    old_value: f.longText({ label: 'Old', width: 240 }),
    new_value: f.longText({ label: 'New', width: 240 }),
  },
  result: {
    criteria: '/contract-change-reports',
    path: '/contract-change-reports/result',
    report: 'contract-change-log',
    parameters: {
      on_from: f.date({ required: true, default: '@yearStart', label: 'From' }),
      on_to: happenedBetween.on_to,
      ...contractCriteria,
      partner_number: f.text({ max: 40, label: 'Partner' }),
      changed_by: f.reference('user', { label: 'By' }),
      field: f.text({ max: 60, label: 'Field', help: 'Part of what it is called, such as tiers' }),
      operation: f.choice(operations, { label: 'What' }),
    },
    columns: [
      'changed_at',
      'contract_number',
      'contract_description',
      'field',
      'old_value',
      'new_value',
      'changed_by',
      'operation',
    ],
    sort: ['-changed_at', 'contract_number', 'field'],
    key: ['changed_at', 'contract_number', 'field'],
    drill: toContract,
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
