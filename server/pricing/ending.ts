import { amount } from '../domain/calculation/amount.ts'
import type { PriceEnding } from '../domain/pricing/rounding.ts'
import type { Issue } from '../errors.ts'

type Values = Readonly<Record<string, unknown>>

/** How criteria or a record want prices to end; null for the minor unit of the currency. */
export function endingOf(values: Values): PriceEnding | null {
  const mode = values['rounding']
  const unit = values['rounding_unit']
  if ((mode !== 'nearest' && mode !== 'up' && mode !== 'down') || unit === null || unit === undefined) return null
  const step = amount(String(unit))
  const end = amount(String(values['rounding_ending'] ?? '0'))
  return { mode, unit: step, ending: end.mod(step) }
}

/** An ending that no price could have, told at its field. */
export function endingIssues(values: Values): Issue[] {
  const [unit, end] = [values['rounding_unit'], values['rounding_ending']]
  if (unit === null || unit === undefined || end === null || end === undefined) return []
  if (amount(String(end)).lt(String(unit))) return []
  return [{ path: ['rounding_ending'], code: 'range', message: 'Less than the distance between two prices' }]
}
