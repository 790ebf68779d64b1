import { f } from '#src/definition'
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
