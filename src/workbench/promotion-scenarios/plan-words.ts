import { dateFormat } from '#src/definition/field-types/date.ts'
import { formatDecimal, readNumber } from '#src/definition/field-types/numbers.ts'
import type { TagTone } from '#src/ui/tag.tsx'
import { textFormatOf } from '#src/widgets/text-format.ts'
import type { Decision, PlannedField, ScenarioStatus } from './scenario-api.ts'

export const statusWords: Readonly<Record<ScenarioStatus, readonly [label: string, tone: TagTone]>> = {
  draft: ['Draft', 'neutral'],
  in_review: ['In review', 'accent'],
  approved: ['Approved', 'ok'],
  archived: ['Archived', 'neutral'],
}

export const decisionWords: Readonly<Record<Decision, readonly [label: string, tone: TagTone]>> = {
  open: ['Open', 'accent'],
  approved: ['Approved', 'ok'],
  rejected: ['Rejected', 'bad'],
}

/** An amount to the unit, as figures are read at a glance. */
export const round = (value: string | null, locale: string): string => formatDecimal(value, locale, 0, 0)

/** An amount to its last digit. */
export const exact = (value: string | null, locale: string): string => formatDecimal(value, locale, 2, 2)

/** A number as it was planned, with the digits it has. */
export const plain = (value: string | null, locale: string): string => formatDecimal(value, locale, 0, 6)

export const dayWords = (day: string, locale: string): string =>
  dateFormat(locale, false).format(new Date(`${day}T00:00:00Z`))

export const momentWords = (at: string, locale: string): string => dateFormat(locale, true).format(new Date(at))

/** A typed number as the wire writes it; null for what is none. A percent sign is no mistake. */
export function typedNumber(text: string, locale: string): string | null {
  const bare = text.replace(/\s*%$/, '').replaceAll(/\s/g, '')
  return readNumber(bare, textFormatOf(locale))
}

/** The planned numbers, in a sentence. */
export const fieldWords: Readonly<Record<PlannedField, string>> = {
  volume: 'units',
  financed_percent: 'financed',
  list_price: 'list price',
  support_per_unit: 'support',
  coverage_per_unit: 'coverage',
  buydown_percent: 'buydown',
}

/** So many lines, in words. */
export const counted = (lines: number, locale: string): string =>
  `${plain(String(lines), locale)} ${lines === 1 ? 'line' : 'lines'}`
