import { defineScreen, f } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'

const money = { currency: 'currency' }

export const contractTrendsMultiple = defineScreen({
  name: 'contract-trends-multiple',
  label: ['Trends of several contracts', 'Trends of several contracts'],
  area: 'results',
  menu: { order: 102 },
  apps: contractApplications,
  endpoint: 'contract-trends-multiple-report',
  fields: {
    month: f.date({ monthly: true, label: 'Month', width: 120 }),
    month_from: f.date({ hidden: true }),
    month_to: f.date({ hidden: true }),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_name: f.text({ label: 'Description', width: 260 }),
    cost: f.money({ ...money, label: 'Cost', help: 'What was paid, and what is accrued and not released', width: 130 }),
    cumulated: f.money({ ...money, label: 'Cost so far', width: 130 }),
    accrued: f.money({ ...money, width: 120 }),
    released: f.money({ ...money, width: 120 }),
    open: f.money({ ...money, label: 'Still accrued', width: 120 }),
    paid: f.money({ ...money, width: 120 }),
    postings: f.integer({ width: 100 }),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/contract-trends-multiple',
    path: '/contract-trends-multiple-results',
    report: 'contract-trends-multiple',
    parameters: {
      contracts: f.references('contract', { label: 'Contracts', help: 'All of them where none is named' }),
      period_from: f.date({ default: '@yearStart', label: 'Periods from' }),
      period_to: f.date({ after: 'period_from', label: 'to' }),
    },
    columns: [
      'month',
      'contract_number',
      'contract_name',
      'cost',
      'cumulated',
      'accrued',
      'released',
      'open',
      'paid',
      'postings',
      'currency',
    ],
    aside: ['postings'],
    sort: ['month', '-cost'],
    totals: { cost: 'sum', accrued: 'sum', released: 'sum', open: 'sum', paid: 'sum', postings: 'sum' },
    key: ['month', 'contract_number', 'currency'],
    chart: { type: 'line', x: 'month', y: ['cumulated'], split: 'contract_name', title: 'Cost so far' },
    drill: {
      screen: 'financial-posting',
      filters: {
        contract_number: 'contract_number',
        currency: 'currency',
        'period_from.gte': 'month_from',
        'period_from.lte': 'month_to',
      },
      fixed: { 'status.ne': 'rejected' },
      needs: ['currency'],
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
