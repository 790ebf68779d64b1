import type { Choice } from '#src/definition'

/** What a member is to its owner. */
export const memberClasses: readonly Choice[] = [
  { value: 'shareholder', label: 'Shareholder' },
  { value: 'member', label: 'Member' },
  { value: 'affiliate', label: 'Affiliate' },
  { value: 'associate', label: 'Associate' },
  { value: 'trial', label: 'On trial' },
]

/** Where a membership stands. */
export const rosterStatus: readonly Choice[] = [
  { value: 'active', label: 'Active', tone: 'ok' },
  { value: 'pending', label: 'Pending', tone: 'warn' },
  { value: 'terminated', label: 'Terminated', tone: 'bad' },
]

/** How somebody came to a tier. */
export const activationTypes: readonly Choice[] = [
  { value: 'commitment', label: 'Letter of commitment' },
  { value: 'volume', label: 'Volume reached' },
  { value: 'automatic', label: 'Automatic' },
  { value: 'manual', label: 'By hand' },
]
