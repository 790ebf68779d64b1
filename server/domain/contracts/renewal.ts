type Values = Readonly<Record<string, unknown>>

/** What the end of a contract asks for on a day: it goes on, somebody is told, it is over, or an open change stands in the way. */
export type RenewalStep = 'prolong' | 'tell' | 'expire' | 'wait'

const day = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * What is to be done about a contract on `today`, when ends are looked after from `noticed` (today or later) on; null for nothing. What was
 * prolonged goes on once the term it got has begun, and somebody is told once of each end. Pure.
 */
export function renewalStep(contract: Values, today: string, noticed: string): RenewalStep | null {
  const end = day(contract['valid_to'])
  if (contract['contract_status'] !== 'Active' || contract['approval_status'] !== 'approved') return null
  if (end === null || end > noticed) return null
  const isChanging = day(contract['open_change']) !== null
  if (end < today) return isChanging ? 'wait' : 'expire'
  if (contract['renewal'] === 'automatic') {
    const begun = day(contract['term_from'])
    if (begun !== null && begun > today) return null
    return isChanging ? 'wait' : 'prolong'
  }
  return contract['renewal'] === 'ask' && !isChanging && day(contract['renewal_asked']) === null ? 'tell' : null
}
