import { defineScreen, f } from '#src/definition'
import { claimApplications, lineStatus } from './choices.ts'

export const claimProcess = defineScreen({
  name: 'claim-process',
  label: ['Claim process simulation', 'Claim process simulation'],
  area: 'claims',
  menu: { order: 64 },
  apps: claimApplications,
  endpoint: 'claim-process',
  fields: {
    claim_number: f.text({ label: 'Claim', width: 120 }),
    line_no: f.integer({ label: 'Line', width: 70 }),
    line_status: f.choice(lineStatus, { label: 'Would be', width: 120 }),
    findings: f.longText({ label: 'What is found', width: 230 }),
    contract_number: f.text({ label: 'Contract', width: 100 }),
    customer_number: f.text({ label: 'End customer', width: 110 }),
    material_number: f.text({ label: 'Material', width: 110 }),
    claimed_amount: f.money({ currency: 'currency', label: 'Claimed', width: 110 }),
    calculated_amount: f.money({ currency: 'currency', label: 'Calculated', width: 110 }),
    variance: f.money({ currency: 'currency', width: 100 }),
    approved_amount: f.money({ currency: 'currency', label: 'Would be paid', width: 110 }),
    currency: f.text({ width: 80 }),
    rejection_reason_code: f.text({ label: 'Reason', width: 90 }),
    explanation: f.longText({ sentence: true, label: 'How it is calculated', width: 260 }),
  },
  result: {
    criteria: '/claim-process',
    path: '/claim-process/result',
    report: 'claim-process',
    parameters: {
      direction: f.choice(
        [
          { value: 'incoming', label: 'Claim of a partner' },
          { value: 'outgoing', label: 'Our claim' },
        ],
        { default: 'incoming', required: true, label: 'Which' },
      ),
      claim_number: f.text({ max: 40, upper: true, required: true, label: 'Claim' }),
    },
    aside: ['claim_number', 'contract_number', 'variance', 'rejection_reason_code'],
    sort: ['line_no'],
    totals: { claimed_amount: 'sum', calculated_amount: 'sum', variance: 'sum', approved_amount: 'sum' },
    key: ['claim_number', 'line_no'],
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
