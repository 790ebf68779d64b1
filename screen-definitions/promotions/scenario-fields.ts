import { f, type Choice } from '#src/definition'

/** Where a scenario stands. */
export const scenarioStatuses: readonly Choice[] = [
  { value: 'draft', label: 'Draft', tone: 'neutral' },
  { value: 'in_review', label: 'In review', tone: 'accent' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'archived', label: 'Archived', tone: 'neutral' },
]

/** How a scenario came from another one. */
export const scenarioRelations: readonly Choice[] = [
  { value: 'clone', label: 'Clone' },
  { value: 'extended_scenario', label: 'Extended' },
  { value: 'premature_scenario', label: 'Closed early' },
]

/** What a market says of a scenario. */
export const reviewStatuses: readonly Choice[] = [
  { value: 'open', label: 'Open', tone: 'accent' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
]

/** The scenario that a record belongs to. */
export const ofScenario = f.reference('promotion-scenario', {
  integrity: 'soft',
  required: true,
  immutable: true,
  index: true,
  search: true,
  label: 'Scenario',
  width: 110,
})

/** The market, a country. */
export const market = f.text({ max: 60, immutable: true, index: true, search: true, label: 'Country', width: 120 })

export const scenarioMoney = (label: string, help?: string) =>
  f.money({ currency: 'currency', readOnly: true, label, width: 120, ...(help ? { help } : {}) })
