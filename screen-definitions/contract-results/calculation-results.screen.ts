import { defineScreen, f } from '#src/definition'
import {
  calculationCriteria,
  calculationDisplay,
  calculationFields,
  postedFields,
  sourceOfPayee,
  whoAndWhen,
} from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'
import { currencyCode } from '../shared/choices.ts'

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
    ...postedFields,
    amount: f.money({ currency: 'currency', label: 'Calculated', width: 120 }),
    lines,
    currency: f.text({ width: 80 }),
    without_rule: f.text({ hidden: true, label: 'Without a rule' }),
  },
  follows: calculationDisplay,
  result: {
    criteria: '/calculation-results/criteria',
    path: '/calculation-results',
    report: 'calculation-results',
    parameters: {
      ...calculationCriteria,
      begins_from: f.date({ label: 'Periods that begin from', help: 'Leaves out periods that began before' }),
      begins_to: f.date({ after: 'begins_from', label: 'to' }),
      currency: currencyCode(),
    },
    columns: [...whoAndWhen, 'state', 'lines', 'amount', 'accrued', 'paid', 'open', 'currency'],
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
