import { f } from '#src/definition'
import { claimApplicationChoices } from './choices.ts'

/** Which claims count: by their day and application. */
export const claimedBetween = {
  claimed_from: f.date({ default: '@yearStart', label: 'Claimed from' }),
  claimed_to: f.date({ after: 'claimed_from', label: 'Claimed to' }),
  application: f.choice(claimApplicationChoices, { label: 'Application' }),
}

/** The same as filters of a summary over claims. */
export const claimedFilters = {
  claimed_from: 'claim_date.gte',
  claimed_to: 'claim_date.lte',
  application: 'application_type',
}

/** Columns that reports over claims add up, with what they are worked out of. */
export const claimSums = {
  claims: f.integer({ width: 90 }),
  lines: f.integer({ width: 90 }),
  error_lines: f.integer({ label: 'To repair', width: 100 }),
  claimed_amount: f.money({ currency: 'currency', label: 'Claimed', width: 130 }),
  calculated_amount: f.money({ currency: 'currency', label: 'Calculated', width: 130 }),
}

export const claimSumsFrom = {
  claims: 'count',
  lines: 'lines.sum',
  error_lines: 'error_lines.sum',
  claimed_amount: 'claimed_amount.sum',
  calculated_amount: 'calculated_amount.sum',
  approved_amount: 'approved_amount.sum',
}

export const claimTotals = {
  claims: 'sum',
  lines: 'sum',
  error_lines: 'sum',
  claimed_amount: 'sum',
  calculated_amount: 'sum',
  approved_amount: 'sum',
} as const
