import { f, when, type Choice } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { claimApplicationChoices } from './choices.ts'

/** What claims in both directions say of themselves as a whole. */
export const claimHeader = {
  claim_number: f.text({
    max: 40,
    required: true,
    immutable: true,
    upper: true,
    search: true,
    label: 'Claim',
    width: 130,
  }),
  application_type: f.choice(claimApplicationChoices, {
    default: 'Supplier Chargeback',
    required: true,
    index: true,
    help: 'Its claim configuration says how it is checked',
  }),
  claim_date: f.date({ required: true, default: '@today', index: true, width: 110 }),
  currency: currencyCode({ default: 'EUR', required: true }),
  disputed: f.flag({ default: false, readOnly: true, index: true, help: 'A dispute about it is open', width: 90 }),
  notes: f.longText({ max: 4000 }),
}

/** Where a claim stands; its direction has states of its own, the first of which it begins with. */
export const claimStatus = (states: readonly [Choice, ...Choice[]]) =>
  f.choice(states, { default: states[0].value, readOnly: true, index: true, label: 'Status', width: 135 })

/** What its lines come to; written whenever they are checked. */
export const claimFigures = {
  lines: f.integer({ readOnly: true, default: 0, width: 80 }),
  error_lines: f.integer({ readOnly: true, default: 0, label: 'To repair', width: 90 }),
  denied_lines: f.integer({ readOnly: true, default: 0, label: 'Denied', width: 80 }),
  claimed_amount: f.money({ currency: 'currency', readOnly: true, label: 'Claimed', width: 120 }),
  calculated_amount: f.money({
    currency: 'currency',
    readOnly: true,
    label: 'Calculated',
    help: 'What the contracts give for its lines',
    width: 120,
  }),
  approved_amount: f.money({ currency: 'currency', readOnly: true, label: 'Approved', width: 120 }),
  validated_at: f.dateTime({ readOnly: true, label: 'Last checked' }),
}

/** That it was paid, as people note it. */
export const claimPayment = {
  payment_reference: f.text({ max: 60, readOnly: true }),
  paid_on: f.date({ readOnly: true }),
}

/** A claim changes until it is decided or sent, but for what people note about it. */
export const claimStandings = (first: 'received' | 'draft', decided: readonly string[], free: readonly string[]) => ({
  editable: {
    when: when.not(when.in('claim_status', decided)),
    otherwise: 'What is decided or sent does not change any more. What is noted beside it still does.',
    except: ['notes', 'debit_memo', 'edi_sender', 'edi_receiver', ...free],
  },
  deletable: {
    when: when.in('claim_status', [first, 'error', 'validated']),
    otherwise: 'A claim in review, sent or decided stays.',
  },
})

/** How the two sides call each other in EDI. */
export const ediPartners = {
  edi_sender: f.text({ max: 15, label: 'EDI sender' }),
  edi_receiver: f.text({ max: 15, label: 'EDI receiver' }),
}
