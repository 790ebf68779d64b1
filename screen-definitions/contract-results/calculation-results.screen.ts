import { defineScreen, f } from '#src/definition'
import { calculationCriteria, calculationFields, sourceOfPayee } from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'

const money = { currency: 'currency' }
const { contract_number, contract_description, rule_no, payee, payee_name, period, period_from, period_to, lines } =
  calculationFields

const toPostings = (types: string) => ({
  screen: 'financial-posting',
  filters: { contract_number: 'contract_number', rule_no: 'rule_no', payee: 'payee', period_from: 'period_from' },
  absent: ['without_rule'],
  fixed: { 'posting_type.in': types, 'status.ne': 'rejected' },
})

export const calculationResults = defineScreen({
  name: 'calculation-results',
  label: ['Calculated and posted', 'Calculated and posted'],
  area: 'results',
  menu: { order: 132 },
  apps: contractApplications,
  endpoint: 'calculation-results',
  fields: {
    contract_number,
    contract_description,
    rule_no,
    payee,
    payee_name,
    period,
    period_from,
    period_to,
    state: f.choice(
      [
        { value: 'posted', label: 'Posted', tone: 'ok' },
        { value: 'open', label: 'To be posted', tone: 'accent' },
        { value: 'differs', label: 'Differs from what was posted', tone: 'warn' },
        { value: 'gone', label: 'Posted, no longer owed', tone: 'bad' },
        { value: 'running', label: 'Still running', tone: 'neutral' },
        { value: 'faulty', label: 'Cannot be reckoned', tone: 'bad' },
      ],
      { width: 190 },
    ),
    amount: f.money({ ...money, label: 'Calculated', width: 120 }),
    accrued: f.money({ ...money, label: 'Accrued', help: 'Accruals less what of them was released', width: 120 }),
    paid: f.money({ ...money, help: 'What was paid by claims stands in lines without a rule', width: 120 }),
    open: f.money({ ...money, label: 'To be posted', help: 'What posting it now would post', width: 120 }),
    lines,
    currency: f.text({ width: 80 }),
    without_rule: f.text({ hidden: true, label: 'Without a rule' }),
  },
  result: {
    criteria: '/calculation-results/criteria',
    path: '/calculation-results',
    report: 'calculation-results',
    parameters: calculationCriteria,
    columns: [
      'contract_number',
      'contract_description',
      'rule_no',
      'payee',
      'payee_name',
      'period',
      'state',
      'amount',
      'accrued',
      'paid',
      'open',
      'lines',
      'currency',
    ],
    aside: ['contract_description', 'payee', 'lines'],
    sort: ['contract_number', 'rule_no', 'period'],
    totals: { amount: 'sum', accrued: 'sum', paid: 'sum', open: 'sum' },
    key: ['contract_number', 'rule_no', 'payee', 'period'],
    chart: { type: 'stacked', x: 'contract_number', y: ['paid', 'open'], title: 'Paid, and still to be posted' },
    drill: {
      screen: 'calculation-source',
      // What claims paid stands in lines without a rule, and nothing was calculated of it.
      needs: ['rule_no'],
      filters: {
        ...sourceOfPayee,
        kind: 'kind',
      },
    },
    drills: {
      accrued: toPostings('Accrual,Accrual Reversal'),
      paid: toPostings('Payment,Payment Reversal,Delta Payment'),
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
