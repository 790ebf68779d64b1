import { defineScreen, f } from '#src/definition'
import { contractApplications } from './choices.ts'
import { postedBetween } from './posting-criteria.ts'

const local = { currency: 'local_currency' } as const

export const accrualVsPayment = defineScreen({
  name: 'accrual-vs-payment',
  label: ['Accrual against payment', 'Accruals against payments'],
  area: 'results',
  menu: { order: 120 },
  apps: contractApplications,
  endpoint: 'financial_postings/accrual-vs-payment',
  fields: {
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_description: f.text({ label: 'Description', width: 220 }),
    payee: f.text({ width: 110 }),
    period_from: f.date({ width: 110 }),
    period_to: f.date({ width: 110 }),
    accrued: f.money({ currency: 'currency', width: 120 }),
    released: f.money({ currency: 'currency', width: 120 }),
    open: f.money({ currency: 'currency', label: 'Still accrued', width: 120 }),
    paid: f.money({ currency: 'currency', width: 120 }),
    difference: f.money({
      currency: 'currency',
      label: 'Paid less accrued',
      help: 'Below nought where less was paid than was accrued',
      width: 140,
    }),
    accuracy: f.percent({ label: 'Accrued of paid', width: 120 }),
    currency: f.text({ width: 90 }),
    accrued_local: f.money({
      ...local,
      label: 'Accrued in the books',
      help: 'Each accrual at the rate of its day',
      width: 130,
    }),
    paid_local: f.money({
      ...local,
      label: 'Paid in the books',
      help: 'Each payment at the rate of its day',
      width: 130,
    }),
    exchange_difference: f.money({
      ...local,
      label: 'Gain of exchange',
      help: 'What was released at the rates of its accruals less what paid it at those of its payments; below nought it is a loss',
      width: 130,
    }),
    local_currency: f.text({ label: 'Currency of the books', width: 100 }),
    payee_absent: f.text({ hidden: true, label: 'Without a payee' }),
  },
  result: {
    criteria: '/accrual-vs-Payment-reports',
    path: '/accrual-vs-Payment-reports-result',
    report: 'accrual-vs-payment',
    parameters: postedBetween,
    aside: ['period_to', 'accuracy', 'accrued_local', 'paid_local', 'exchange_difference', 'local_currency'],
    sort: ['contract_number', 'period_from', 'payee'],
    totals: {
      accrued: 'sum',
      released: 'sum',
      open: 'sum',
      paid: 'sum',
      difference: 'sum',
      exchange_difference: 'sum',
    },
    key: ['contract_number', 'payee', 'period_from', 'currency'],
    chart: { type: 'bar', x: 'contract_number', y: ['accrued', 'paid'], title: 'Accrued and paid' },
    drill: {
      screen: 'financial-posting',
      filters: {
        contract_number: 'contract_number',
        payee: 'payee',
        period_from: 'period_from',
        currency: 'currency',
        'posting_date.gte': 'posted_from',
        'posting_date.lte': 'posted_to',
      },
      absent: ['payee_absent'],
      fixed: { 'status.ne': 'rejected' },
      needs: ['currency'],
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
