export type ScenarioStatus = 'draft' | 'in_review' | 'approved' | 'archived'

/** What speaks for and against a move of a scenario. */
export interface Standing {
  readonly status: ScenarioStatus
  readonly lines: number
  /** Lines that could not be computed. */
  readonly faulty: number
  /** What else keeps it from being submitted; null for nothing. */
  readonly blocked: string | null
  /** What each country of the market says. */
  readonly reviews: readonly { readonly country: string; readonly status: 'open' | 'approved' | 'rejected' }[]
  /** Whether anything was posted of it that still stands. */
  readonly posted: boolean
}

const moves: Readonly<Record<ScenarioStatus, readonly ScenarioStatus[]>> = {
  draft: ['in_review', 'archived'],
  in_review: ['draft', 'approved'],
  approved: ['archived'],
  archived: ['draft'],
}

const words: Readonly<Record<ScenarioStatus, string>> = {
  draft: 'a draft',
  in_review: 'in review',
  approved: 'approved',
  archived: 'archived',
}

const listed = (names: readonly string[]): string => names.join(', ')

/** Why a scenario cannot be moved to a status; null where it can. */
export function refusedMove(standing: Standing, to: ScenarioStatus): string | null {
  const { status, lines, faulty, blocked, reviews, posted } = standing
  if (!moves[status].includes(to)) return `It is ${words[status]}: it cannot become ${words[to]}.`
  if (to === 'in_review') {
    if (lines === 0) return 'Nothing is planned yet: a scenario needs lines before markets review it.'
    if (faulty > 0)
      return `${faulty === 1 ? 'One line' : `${faulty} lines`} could not be computed. The simulation says why.`
    if (blocked !== null) return `${blocked}.`
  }
  if (to === 'approved') {
    const missing = reviews.filter((one) => one.status !== 'approved').map(({ country }) => country)
    if (missing.length > 0) return `Not every market has approved it: ${listed(missing)}.`
  }
  if (to === 'draft' && status === 'archived' && posted) return 'Its costs were posted: clone it instead.'
  return null
}

/** Why a market cannot decide; null where it can. `territories` are those of the country with what was said of them. */
export function refusedDecision(
  status: ScenarioStatus,
  decision: 'open' | 'approved' | 'rejected',
  comment: string | null,
  territories: readonly { readonly territory: string; readonly status: string }[],
): string | null {
  if (status !== 'in_review') return `It is ${words[status]}: only what is in review is decided on.`
  if (decision === 'rejected' && !comment?.trim()) return 'Say why it is rejected.'
  const against = territories.filter((one) => one.status === 'rejected').map(({ territory }) => territory)
  if (decision === 'approved' && against.length > 0)
    return `${listed(against)} ${against.length === 1 ? 'has' : 'have'} rejected it. The country cannot approve it then.`
  return null
}
