import { f, type Choice } from '#src/definition'
import { applicationTypes } from '#src/definition/applications.ts'

export const recordStatus: readonly Choice[] = [
  { value: 'active', label: 'Active', tone: 'ok' },
  { value: 'blocked', label: 'Blocked', tone: 'bad' },
  { value: 'inactive', label: 'Inactive', tone: 'neutral' },
]

/** For what is set up rather than traded with: it counts, or it does not. */
export const activeStatus: readonly Choice[] = [
  { value: 'active', label: 'Active', tone: 'ok' },
  { value: 'inactive', label: 'Inactive', tone: 'neutral' },
]

/** What a material is; its design shapes the form of it. */
export const materialTypes: readonly Choice[] = [
  { value: 'finished', label: 'Finished product' },
  { value: 'trading', label: 'Trading good' },
  { value: 'raw', label: 'Raw material' },
  { value: 'service', label: 'Service' },
  { value: 'packaging', label: 'Packaging' },
]

/** ISO 4217 code of a currency, upper case. */
export const currencyCode = (
  options: { readonly label?: string; readonly default?: string; readonly required?: boolean } = {},
) =>
  f.text({
    max: 3,
    upper: true,
    pattern: '[A-Z]{3}',
    patternMessage: 'Three letters, such as EUR',
    width: 95,
    ...options,
  })

/** Periods of the calendar by which figures run. */
export const periods: readonly Choice[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
]

/** The application types under their own names. */
export const applicationChoices: readonly Choice[] = applicationTypes.map((name) => ({ value: name, label: name }))
