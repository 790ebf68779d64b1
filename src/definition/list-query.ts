import type { Condition, Operator } from './conditions.ts'
import { isEmptyValue } from './empty.ts'
import type { Field } from './field.ts'
import { readDay } from './field-types/date.ts'
import { plainText } from './field-types/field-type.ts'
import { fieldDisplays } from './field-types/display-registry.ts'
import { isRelativeDate } from './dates.ts'
import type { SortKey } from './screen-list.ts'
import { parseSortKey, printSortKey } from './sort-key.ts'

/** `asOf`: what holds on a day, asked of the first day of a validity. */
export type FilterOperator = Operator | 'asOf'

/** One filter of a list: values in canonical form; presence operators have none. */
export interface Filter {
  readonly field: string
  readonly op: FilterOperator
  readonly values: readonly (string | number | boolean)[]
}

export interface ListQuery {
  readonly page: number
  /** 0: all records. */
  readonly limit: number | null
  readonly sort: readonly SortKey[]
  readonly filters: readonly Filter[]
  readonly search: string
  readonly columns: readonly string[] | null
  readonly after: string | null
  readonly count: 'exact' | 'estimate' | 'none'
  readonly totals: boolean
}

export interface QueryIssue {
  readonly parameter: string
  readonly message: string
}

/** Parameters of every list; no field has one of these names. */
export const reserved: ReadonlySet<string> = new Set([
  'page',
  'limit',
  'sort',
  'search',
  'keyword',
  'columns',
  'after',
  'count',
  'totals',
  'group',
  'format',
  'all',
  'request_id',
  'tree',
])
const listOperators: ReadonlySet<FilterOperator> = new Set(['in', 'notIn', 'between'])
const presence: ReadonlySet<FilterOperator> = new Set(['empty', 'notEmpty'])

/** How a list can be filtered by a field. */
export const filterOperators = (field: Field): readonly FilterOperator[] => {
  const { operators } = fieldDisplays[field.type]
  return field.until ? ['asOf', ...operators] : operators
}

/** Splits at commas; a backslash keeps a comma (or a backslash) as it is. */
export function splitList(text: string): string[] {
  const parts: string[] = ['']
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!
    if (char === '\\' && i + 1 < text.length) parts[parts.length - 1] += text[(i += 1)]!
    else if (char === ',') parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

const joinList = (values: readonly (string | number | boolean)[]): string =>
  values.map((value) => String(value).replaceAll(/[\\,]/g, (char) => `\\${char}`)).join(',')

function readValue(text: string, field: Field): { value?: string | number | boolean; message?: string } {
  if (isRelativeDate(text) && (field.type === 'date' || field.type === 'dateTime')) return { value: text }
  // A plain day stays one: it means all of its instants.
  const day = field.type === 'dateTime' ? readDay(text.trim(), plainText) : null
  if (day) return { value: day }
  // Stored texts are trimmed, but a filter may look for parts of words.
  if (
    field.type === 'text' ||
    field.type === 'longText' ||
    field.type === 'reference' ||
    field.type === 'references' ||
    field.type === 'choice'
  )
    return { value: text }
  const parsed = fieldDisplays[field.type].parseText(text.trim(), field, plainText)
  return parsed.ok ? { value: parsed.value as string | number | boolean } : { message: parsed.reason }
}

/** Reads one filter parameter, `country=Spain` or `net_value.between=10,20`; null when it is empty. */
export function parseFilter(parameter: string, text: string, fields: readonly Field[]): Filter | QueryIssue | null {
  const [name = '', opName] = parameter.split('.')
  const field = fields.find((candidate) => candidate.name === name)
  if (!field) return { parameter, message: `There is no field ${name} to filter by` }
  const op = (opName ?? 'eq') as FilterOperator
  const type = fieldDisplays[field.type]
  if (type.operators.length === 0) return { parameter, message: `${field.label} cannot be filtered` }
  // `field=value` is understood wherever texts can be looked for.
  const understood = filterOperators(field).includes(op) || (op === 'eq' && type.operators.includes('contains'))
  if (!understood) return { parameter, message: `${field.label} cannot be filtered with ${op}` }
  if (text.includes('\0')) return { parameter, message: `${field.label}: this text cannot be looked for` }
  if (presence.has(op)) return { field: name, op, values: [] }
  if (isEmptyValue(text)) return null
  const texts = listOperators.has(op) ? splitList(text) : [text]
  if (op === 'between' && texts.length !== 2) return { parameter, message: `${field.label} needs two bounds` }
  const values: (string | number | boolean)[] = []
  for (const part of texts) {
    if (op === 'between' && part.trim() === '') {
      values.push('')
      continue
    }
    const read = readValue(part, field)
    if (read.message !== undefined) return { parameter, message: `${field.label}: ${read.message}` }
    values.push(read.value!)
  }
  return { field: name, op, values }
}

/** The parameter and text of a filter; `parseFilter` reads them back to the same filter. */
export const printFilter = (filter: Filter): [string, string] => [
  filter.op === 'eq' ? filter.field : `${filter.field}.${filter.op}`,
  presence.has(filter.op)
    ? 'true'
    : listOperators.has(filter.op)
      ? joinList(filter.values)
      : String(filter.values[0] ?? ''),
]

const wholeNumber = (text: string | undefined, least: number): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : null

/**
 * Reads the parameters of a list address; everything wrong is reported, nothing is ignored silently. `others` are names besides
 * the fields: records have an id, rows of a result have none.
 */
export function parseListQuery(
  parameters: Readonly<Record<string, string | undefined>>,
  fields: readonly Field[],
  others: readonly string[] = ['id'],
): { readonly query: ListQuery; readonly issues: readonly QueryIssue[] } {
  const issues: QueryIssue[] = []
  const filters: Filter[] = []
  for (const [parameter, text] of Object.entries(parameters)) {
    if (reserved.has(parameter) || text === undefined) continue
    const filter = parseFilter(parameter, text, fields)
    if (filter && 'message' in filter) issues.push(filter)
    else if (filter) filters.push(filter)
  }
  const number = (name: 'page' | 'limit', least: number): number | null => {
    const value = wholeNumber(parameters[name], least)
    if (value === null && parameters[name])
      issues.push({ parameter: name, message: `${name} is a whole number from ${least}` })
    return value
  }
  const names = new Set([...fields.map((field) => field.name), ...others])
  const known = (parameter: string, name: string): boolean => {
    if (names.has(name)) return true
    issues.push({ parameter, message: `There is no field ${name}` })
    return false
  }
  const sortable = (name: string): boolean => {
    const field = fields.find((candidate) => candidate.name === name)
    if (!field || fieldDisplays[field.type].sortable) return true
    issues.push({ parameter: 'sort', message: `Nothing can be sorted by ${field.label}` })
    return false
  }
  const sort = (parameters.sort ? parameters.sort.split(',') : [])
    .map(parseSortKey)
    .filter((key) => known('sort', key.field) && sortable(key.field))
  const columns = parameters.columns ? parameters.columns.split(',').filter((name) => known('columns', name)) : null
  const count = parameters.count
  return {
    query: {
      page: number('page', 1) ?? 1,
      limit: number('limit', 0),
      sort,
      filters,
      search: (parameters.search ?? parameters.keyword ?? '').replaceAll('\0', '').trim(),
      columns,
      after: parameters.after || null,
      count: count === 'estimate' || count === 'none' ? count : 'exact',
      totals: parameters.totals === 'true',
    },
    issues,
  }
}

/** The address parameters of a list's state; defaults are left out. */
export function printListQuery(query: Partial<ListQuery>): Record<string, string> {
  return {
    ...Object.fromEntries((query.filters ?? []).map(printFilter)),
    ...(query.search ? { search: query.search } : {}),
    ...(query.sort?.length ? { sort: query.sort.map(printSortKey).join(',') } : {}),
    ...(query.columns ? { columns: query.columns.join(',') } : {}),
    ...(query.page && query.page > 1 ? { page: String(query.page) } : {}),
    ...(query.limit !== undefined && query.limit !== null ? { limit: String(query.limit) } : {}),
    ...(query.after ? { after: query.after } : {}),
    ...(query.count && query.count !== 'exact' ? { count: query.count } : {}),
    ...(query.totals ? { totals: 'true' } : {}),
  }
}

/** A filter as a condition over these fields, so that lists, views and commands share one meaning. */
export function filterCondition(filter: Filter, fields: readonly Field[]): Condition {
  const { field, op, values } = filter
  if (op === 'asOf') {
    const until = fields.find(({ name }) => name === field)?.until
    const open = (name: string, bound: 'lte' | 'gte'): Condition => ({
      op: 'or',
      of: [
        { op: 'empty', field: name },
        { op: bound, field: name, value: values[0] ?? '' },
      ],
    })
    return { op: 'and', of: [open(field, 'lte'), ...(until ? [open(until, 'gte')] : [])] }
  }
  if (op === 'empty' || op === 'notEmpty') return { op, field }
  return { op, field, value: listOperators.has(op) ? values : (values[0] ?? '') }
}
