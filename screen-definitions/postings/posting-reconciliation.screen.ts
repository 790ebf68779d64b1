import { defineScreen, f } from '#src/definition'
import { applicationTypes, contractApplications, postingTypes } from '../contracts/choices.ts'

export const postingReconciliation = defineScreen({
  name: 'posting-reconciliation',
  label: ['Reconciliation of postings', 'Reconciliation of postings'],
  area: 'results',
  menu: { order: 123 },
  apps: contractApplications,
  endpoint: 'reconciliation_report',
  fields: {
    state: f.choice(
      [
        { value: 'here', label: 'Only here', tone: 'bad' },
        { value: 'there', label: 'Only there', tone: 'bad' },
        { value: 'differs', label: 'Amount differs', tone: 'warn' },
        { value: 'same', label: 'Matches', tone: 'accent' },
        { value: 'reconciled', label: 'Reconciled', tone: 'ok' },
      ],
      { width: 130 },
    ),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    payee: f.text({ width: 110 }),
    posting_type: f.choice(postingTypes, { label: 'Type', width: 150 }),
    posting_number: f.text({ label: 'Posting', width: 130 }),
    posting_date: f.date({ label: 'Posted', width: 110 }),
    ours: f.money({ currency: 'currency', label: 'Here', width: 130 }),
    external_document: f.text({ label: 'Document there', width: 140 }),
    source_system: f.text({ label: 'System', width: 90 }),
    theirs: f.money({ currency: 'currency', label: 'There', width: 130 }),
    difference: f.money({ currency: 'currency', width: 120 }),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/posting-reconciliation',
    path: '/posting-reconciliation/results',
    report: 'posting-reconciliation',
    parameters: {
      posted_from: f.date({ required: true, default: '@yearStart', label: 'Posted from' }),
      posted_to: f.date({ required: true, after: 'posted_from', default: '@today', label: 'Posted to' }),
      contract: f.reference('contract', { label: 'Contract' }),
      paid_to: f.text({ max: 40, label: 'Payee' }),
      application: f.choice(applicationTypes, { label: 'Application' }),
      open_only: f.flag({ default: true, label: 'Without what is reconciled' }),
    },
    aside: ['payee', 'source_system'],
    sort: ['state', 'contract_number', 'posting_number'],
    totals: { ours: 'sum', theirs: 'sum', difference: 'sum' },
    key: ['posting_number', 'external_document', 'source_system'],
    chart: { type: 'bar', x: 'state', y: ['ours', 'theirs'], title: 'Here and there' },
    // What is only there has no posting here.
    drill: {
      screen: 'financial-posting',
      filters: { posting_number: 'posting_number' },
      needs: ['posting_number'],
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
