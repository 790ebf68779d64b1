import { f } from '#src/definition'

/** Who else is in the market; a part of the key. */
export const competitorOf = f.text({ max: 60, required: true, immutable: true, search: true, index: true, width: 150 })

/** How the figure became known, and when. */
export const seenAt = {
  source: f.choice(
    [
      { value: 'survey', label: 'Market survey' },
      { value: 'catalogue', label: 'Catalogue' },
      { value: 'sales', label: 'Sales force' },
      { value: 'customer', label: 'Customer' },
      { value: 'web', label: 'Web site' },
    ],
    { default: 'survey', width: 130 },
  ),
  observed_on: f.date({ help: 'The day somebody saw it' }),
}

/** How far one may rely on it. */
export const confidence = f.choice(
  [
    { value: 'high', label: 'High', tone: 'ok' },
    { value: 'medium', label: 'Medium', tone: 'neutral' },
    { value: 'low', label: 'Low', tone: 'warn' },
  ],
  { default: 'medium', width: 110 },
)
