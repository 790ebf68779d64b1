import type { Choice } from '#src/definition'
import { applicationTypes } from '../contracts/choices.ts'

export const fiscalPatterns: readonly Choice[] = [
  { value: 'months', label: 'Calendar months' },
  { value: '4-4-5', label: 'Weeks 4-4-5' },
  { value: '4-5-4', label: 'Weeks 4-5-4' },
  { value: '5-4-4', label: 'Weeks 5-4-4' },
  { value: 'thirteen', label: 'Thirteen times four weeks' },
]

export const periodStates: readonly Choice[] = [
  { value: 'open', label: 'Open', tone: 'ok' },
  { value: 'soft_closed', label: 'Soft closed', tone: 'warn' },
  { value: 'closed', label: 'Closed', tone: 'bad' },
]

/** What periods are closed and dates are set for: one application, or all that say nothing of their own. */
export const closedApplications: readonly Choice[] = [{ value: 'all', label: 'All applications' }, ...applicationTypes]
