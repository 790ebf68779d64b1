import type { Field, Filter, FilterOperator } from '#src/definition'
import { fieldDisplays } from '#src/definition'
import { isRelativeDate } from '#src/definition/dates.ts'
import { presetOf } from './filter-presets.ts'

const words: Record<FilterOperator, string> = {
  asOf: 'valid on',
  eq: 'is',
  ne: 'is not',
  in: 'is',
  notIn: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  endsWith: 'ends with',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  between: 'between',
  empty: 'is empty',
  notEmpty: 'is not empty',
}
const dateWords: Partial<Record<FilterOperator, string>> = {
  gt: 'after',
  gte: 'from',
  lt: 'before',
  lte: 'until',
}
const numberSigns: Partial<Record<FilterOperator, string>> = { eq: '=', ne: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤' }
const multipleWords: Partial<Record<FilterOperator, string>> = { in: 'is one of', notIn: 'is none of' }

const isDate = (field: Field): boolean => field.type === 'date' || field.type === 'dateTime'
const isNumber = (field: Field): boolean =>
  fieldDisplays[field.type].align === 'end' && fieldDisplays[field.type].sortable

/** The operator as the filter menu offers it: "contains", "at least", "before". */
export const operatorWord = (op: FilterOperator, field: Field): string =>
  (isDate(field) ? dateWords[op] : undefined) ?? multipleWords[op] ?? words[op]

const anchors: Record<string, string> = {
  today: 'today',
  monthStart: 'start of the month',
  monthEnd: 'end of the month',
  quarterStart: 'start of the quarter',
  yearStart: 'start of the year',
  yearEnd: 'end of the year',
}
const units: Record<string, string> = { d: 'day', w: 'week', m: 'month', y: 'year' }

/** A relative date in words: '@today-30d' is "30 days ago". */
export function relativeWords(value: string): string {
  const match = /^@(\w+?)(?:([+-])(\d+)([dwmy]))?$/.exec(value)
  const anchor = anchors[match?.[1] ?? '']
  if (!match || !anchor) return value
  if (!match[3]) return anchor
  const span = `${match[3]} ${units[match[4]!]}${match[3] === '1' ? '' : 's'}`
  if (anchor === 'today') return match[2] === '-' ? `${span} ago` : `in ${span}`
  return `${span} ${match[2] === '-' ? 'before' : 'after'} the ${anchor}`
}

function valueText(
  value: string | number | boolean,
  field: Field,
  locale: string,
  labels: Readonly<Record<string, string>>,
): string {
  const text = String(value)
  if (isRelativeDate(text)) return relativeWords(text)
  if (text === '@me') return 'me'
  if (labels[text]) return labels[text]
  return fieldDisplays[field.type].format(value, field, locale) || text
}

const day = (iso: string): Date => new Date(`${iso.slice(0, 10)}T00:00:00Z`)

function dateRange(from: string, to: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const plain = (text: string) => (isRelativeDate(text) ? relativeWords(text) : format.format(day(text)))
  const preset = presetOf(from, to)
  if (preset) return preset.label.toLowerCase()
  const days = /^@today-(\d+)d$/.exec(from)?.[1]
  if (days && to === '@today') return `last ${Number(days) + 1} days`
  if (isRelativeDate(from) || isRelativeDate(to)) return `${plain(from)} – ${plain(to)}`
  return format.formatRange(day(from), day(to)).replaceAll(/\s*[–—-]\s*/g, ' – ')
}

/** A filter as a sentence in two parts: { subject: "Country is", value: "Germany" }. */
export interface FilterSentence {
  readonly subject: string
  readonly value: string
}

/** Reads a filter aloud; `labels` names the keys of references. */
export function describeFilter(
  filter: Filter,
  field: Field,
  locale: string,
  labels: Readonly<Record<string, string>> = {},
): FilterSentence {
  const { op, values } = filter
  if (op === 'empty' || op === 'notEmpty') return { subject: field.label, value: words[op] }
  if (op === 'between') return describeRange(filter, field, locale)
  const texts = values.map((value) => valueText(value, field, locale, labels))
  const shown = texts.length > 3 ? `${texts.slice(0, 2).join(', ')} or ${texts.length - 2} more` : orList(texts)
  const verb =
    (isNumber(field) ? numberSigns[op] : undefined) ?? (isDate(field) ? dateWords[op] : undefined) ?? words[op]
  return { subject: op === 'asOf' ? 'Valid on' : `${field.label} ${verb}`, value: shown }
}

const orList = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)!}`

function describeRange(filter: Filter, field: Field, locale: string): FilterSentence {
  const [from = '', to = ''] = filter.values.map(String)
  if (from === '' || to === '') {
    const op = from === '' ? 'lte' : 'gte'
    return describeFilter({ field: filter.field, op, values: [from || to] }, field, locale)
  }
  if (isDate(field)) return { subject: field.label, value: dateRange(from, to, locale) }
  return { subject: field.label, value: `${valueText(from, field, locale, {})} to ${valueText(to, field, locale, {})}` }
}
