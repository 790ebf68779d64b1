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
