import type { Screen } from '#src/definition'
import type { EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import { attributedIn } from '../engine/field-layers/attributed.ts'
import { referenceCurrency } from '../engine/configuration-keys.ts'
import type { Tx } from '../store/database.ts'
import type { FiscalPeriod, FiscalYear } from '../domain/fiscal/fiscal-year.ts'
import { calendarTitle, periodTitles } from '../domain/fiscal/period-title.ts'
import { sql } from '../store/sql.ts'
import type { ContractTerms, DataSource } from './terms.ts'

/** A rule over all contracts of some applications and of one source of data; none of them means every one. Both days included, null without end. */
export interface UniversalRule extends EligibilityRule {
  readonly application_types: readonly string[]
  readonly data_source_type?: DataSource | null
  readonly valid_from: string | null
  readonly valid_to: string | null
}

/** The rules over all contracts that one stands under: those of its application and of where its lines come from. */
export const rulesFor = <R extends UniversalRule>(
  contract: Pick<ContractTerms, 'application_type' | 'data_source_type'>,
  rules: readonly R[],
): R[] =>
  rules.filter(
    ({ application_types: types, data_source_type: source }) =>
      (types.length === 0 || types.includes(contract.application_type)) &&
      (!source || source === (contract.data_source_type ?? 'direct')),
  )

/** What every calculation of an organisation stands on, beside its contracts. */
export interface Surroundings {
  readonly organizationId: number
  /** As they are defined, with the attributes of the organisation, whatever a caller may see of them: an amount does not depend on who asks. */
  readonly screens: readonly Screen[]
  readonly universal: readonly UniversalRule[]
  /** The currency through which values are converted where there is no rate between two. */
  readonly reference: string
  /** Periods of fiscal calendars, with their quarters and years; none where no fiscal year is defined. Without a name it is the standard one. */
  readonly fiscal?: readonly FiscalSpan[]
  /** The fiscal calendar that an application follows; that of `all` where it names none. */
  readonly calendars?: Readonly<Record<string, string>>
  /** The day of the organisation's books; of UTC without it. */
  readonly today?: string
}

/** A period, quarter or year of a fiscal calendar; days as YYYY-MM-DD, both included. */
export interface FiscalSpan {
  readonly calendar?: string
  readonly kind: string
  /** How it is called beside those of other years, and of other calendars. */
  readonly name?: string
  /** Of a period: by what postings name it, and what its year calls it, also where that is a month of the calendar. */
  readonly posted?: { readonly year: number; readonly period: number; readonly title: string }
  readonly period_from: string
  readonly period_to: string
}

const standardCalendar = 'STANDARD'

/** The fiscal calendar that contracts of an application are reckoned by. */
export const calendarOf = ({ calendars = {} }: Pick<Surroundings, 'calendars'>, application: string): string =>
  calendars[application] ?? calendars['all'] ?? standardCalendar

/** The spans of one fiscal calendar. */
export const spansOf = ({ fiscal = [] }: Pick<Surroundings, 'fiscal'>, calendar: string): FiscalSpan[] =>
  fiscal.filter((span) => (span.calendar ?? standardCalendar) === calendar)

/** Reads the universal and mandatory rules, those of every application and source of data. */
export async function readSurroundings(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  screens: readonly Screen[],
): Promise<Surroundings> {
  const universal = await tx.query<UniversalRule>(sql`
    select t.mode, t.group_no, t.attribute, t.operator, coalesce(t.values, '[]'::jsonb) as values,
           coalesce(t.application_types, '{}') as application_types, t.data_source_type, t.valid_from::text as valid_from, t.valid_to::text as valid_to
      from universal_eligibility_rule t
     where t.organization_id = ${organizationId} and t.status = 'active'
     order by t.group_no, t.rule_code`)
  const [books] = await tx.query<{ today: string }>(sql`select books_day(${organizationId}::bigint)::text as today`)
  return {
    organizationId,
    today: books!.today,
    screens: await attributedIn(tx, organizationId, screens),
    universal,
    reference: await referenceCurrency(tx, organizationId),
    ...(await readFollowed(tx, organizationId)),
  }
}

/** The fiscal calendars that applications follow, with everything that is reckoned or told by them. */
export async function readFollowed(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
): Promise<Required<Pick<Surroundings, 'fiscal' | 'calendars'>>> {
  const rules = await tx.query<{ application_type: string; fiscal_calendar: string }>(sql`
    select d.application_type, d.fiscal_calendar from default_posting_date d where d.organization_id = ${organizationId}`)
  const calendars = Object.fromEntries(rules.map((rule) => [rule.application_type, rule.fiscal_calendar]))
  const years = await tx.query<CalendarYear>(sql`
    select y.calendar, y.fiscal_year, coalesce(y.periods, '[]'::jsonb) as periods from fiscal_year_definition y
     where y.organization_id = ${organizationId} and y.calendar = any(${[standardCalendar, ...Object.values(calendars)]}::text[])
     order by y.calendar, y.start_date`)
  const main = calendarOf({ calendars }, 'all')
  // Most follow one calendar, which then need not be named.
  const fiscal = years.flatMap((year) => spansOfYear(year, year.calendar === main ? '' : ` ${year.calendar}`))
  return { fiscal: asMonths(fiscal), calendars }
}

/** Periods, quarters and years of a calendar that are those of everybody are called so: 2026-03, 2026-Q1, 2026. */
function asMonths(spans: readonly FiscalSpan[]): FiscalSpan[] {
  const others = new Set(
    spans
      .filter((one) => calendarTitle(one.period_from, one.period_to) === null)
      .map(({ calendar, kind }) => `${calendar} ${kind}`),
  )
  return spans.map((one) =>
    others.has(`${one.calendar} ${one.kind}`) ? one : { ...one, name: calendarTitle(one.period_from, one.period_to)! },
  )
}

interface CalendarYear extends FiscalYear {
  readonly calendar: string
}

function spansOfYear({ calendar, fiscal_year: year, periods }: CalendarYear, behind: string): FiscalSpan[] {
  const titles = periodTitles({ fiscal_year: year, periods })
  const span = (kind: string, name: string, parts: readonly FiscalPeriod[]): FiscalSpan => {
    const period_from = parts.map((part) => part.start_date).toSorted()[0]!
    const period_to = parts
      .map((part) => part.end_date)
      .toSorted()
      .at(-1)!
    return { calendar, kind, name: `${name}${behind}`, period_from, period_to }
  }
  const quarters = [...new Set(periods.map(({ quarter }) => quarter))].toSorted((a, b) => a - b)
  return [
    ...periods.map((one) => {
      const title = titles.get(one.period_no)!
      const posted = { year, period: one.period_no, title: `${title}${behind}` }
      return { ...span('fiscal_period', title, [one]), posted }
    }),
    ...quarters.map((quarter) =>
      span(
        'fiscal_quarter',
        `FY${year} Q${quarter}`,
        periods.filter((one) => one.quarter === quarter),
      ),
    ),
    ...(periods.length > 0 ? [span('fiscal_year', `FY${year}`, periods)] : []),
  ]
}
