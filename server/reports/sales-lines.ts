import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import type { ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Columns of a sales line by which lines are added up, and what a row calls the value for its way back to them. */
const attributes = {
  customer_number: 'customer_number',
  material_number: 'material_number',
  country: 'line_country',
  transaction_type: 'transaction_type',
  sales_employee: 'sales_employee',
  territory: 'territory',
  sales_organization: 'sales_organization',
  distribution_channel: 'distribution_channel',
} as const

export type SalesAttribute = keyof typeof attributes

const attributeNames = Object.keys(attributes) as readonly SalesAttribute[]

/** What every report over sales lines reads, beside its own figures. */
export const salesFieldsRead: readonly string[] = [
  ...attributeNames,
  'billing_date',
  'customer_name',
  'material_description',
]

/** The attribute a parameter names; throws for one that the definition's choices rule out. */
export function attributeOf(value: unknown): SalesAttribute {
  const found = attributeNames.find((name) => name === value)
  if (!found) throw new Error(`${String(value)} is no attribute of a sales line`)
  return found
}

interface Names {
  readonly screen: string
  readonly key: string
  readonly title: string
  /** Column of the sales line that keeps the name as it was then. */
  readonly written: Sql
}

const nothing = sql`null::text`

const names: Partial<Record<SalesAttribute, Names>> = {
  customer_number: {
    screen: 'customer',
    key: 'customer_number',
    title: 'customer_name',
    written: sql`t.customer_name`,
  },
  material_number: {
    screen: 'material',
    key: 'material_number',
    title: 'material_description',
    written: sql`t.material_description`,
  },
  sales_employee: { screen: 'employee', key: 'employee_number', title: 'full_name', written: nothing },
}

/** The name on the lines themselves, the latest in the alphabet where they differ. */
export const writtenName = (attribute: SalesAttribute): Sql => sql`max(${names[attribute]?.written ?? nothing})`

/** The name of a key: the master's, else the one on its lines, else the key itself. */
export function nameOf(
  attribute: SalesAttribute,
  { organizationId, mayRead }: ReportContext,
  key: Sql,
  written: Sql,
): Sql {
  const known = names[attribute]
  if (!known || !mayRead(known.screen, known.title)) return sql`coalesce(${written}, ${key}, '(none)')`
  const master = sql`(select ${id('m', known.title)} from ${id(known.screen)} m where m.organization_id = ${organizationId} and ${id('m', known.key)} = ${key})`
  return sql`coalesce(${master}, ${written}, ${key}, '(none)')`
}

/** The columns that lead a row back to its lines: the values of the attributes it stands for, under their own names. */
export function drillColumns(...keys: readonly (readonly [SalesAttribute, Sql])[]): Sql {
  const columns = attributeNames.map((name) => {
    const key = keys.find(([attribute]) => attribute === name)
    return sql`${key?.[1] ?? nothing} as ${id(attributes[name])}`
  })
  const absent = ['absent', 'absent_too'].map((column, at) => {
    const key = keys[at]
    return sql`${key ? sql`case when ${key[1]} is null then ${key[0]}::text end` : nothing} as ${id(column)}`
  })
  return join([...columns, ...absent], ', ')
}

/** Which lines of `sales_data t` are wanted, by the criteria that the reports share. */
export function linesWanted(parameters: Parameters, organizationId: number): Sql {
  const { customer, material, country, transaction_type: type } = parameters
  return join(
    [
      sql`t.organization_id = ${organizationId}`,
      ...betweenDates(parameters['billing_date_from'], parameters['billing_date_to']),
      ...(customer ? [sql`t.customer_number = ${customer}::text`] : []),
      ...(material ? [sql`t.material_number = ${material}::text`] : []),
      ...(country ? [sql`t.country = ${country}::text`] : []),
      ...(type ? [sql`t.transaction_type = ${type}::text`] : []),
    ],
    ' and ',
  )
}

/** The lines that the criteria shared by the reports leave, as the source of a report. */
export const salesLines = (parameters: Parameters, { organizationId }: Pick<ReportContext, 'organizationId'>): Sql =>
  sql`from sales_data t where ${linesWanted(parameters, organizationId)}`

/** Conditions on the billing date; an open end has none. */
export const betweenDates = (from: unknown, to: unknown): Sql[] => [
  ...(from ? [sql`t.billing_date >= ${from}::date`] : []),
  ...(to ? [sql`t.billing_date <= ${to}::date`] : []),
]

const periods = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
} as const

/** Periods of the calendar: the first day of a line's, the name of one and the day the next begins. */
export function periodOf(value: unknown): {
  readonly start: Sql
  label(start: Sql): Sql
  next(start: Sql): Sql
  previous(start: Sql): Sql
} {
  const period = (Object.keys(periods) as (keyof typeof periods)[]).find((name) => name === value)
  if (!period) throw new Error(`${String(value)} is no period`)
  const step = raw(period === 'quarter' ? `interval '3 months'` : `interval '1 ${period}'`)
  return {
    start: sql`date_trunc(${raw(`'${period}'`)}, t.billing_date)::date`,
    label: (start) => sql`to_char(${start}, ${raw(`'${periods[period]}'`)})`,
    next: (start) => sql`(${start} + ${step})::date`,
    previous: (start) => sql`(${start} - ${step})::date`,
  }
}

/** The days of a period that the criteria leave, as the columns by which a row leads to its lines. */
export const daysOf = (period: ReturnType<typeof periodOf>, start: Sql, parameters: Parameters): Sql =>
  sql`greatest(${start}, ${parameters['billing_date_from'] ?? null}::date) as billing_date_from,
      least(${period.next(start)} - 1, ${parameters['billing_date_to'] ?? null}::date) as billing_date_to`
