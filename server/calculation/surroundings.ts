import type { Screen } from '#src/definition'
import type { EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import { attributedIn } from '../engine/field-layers/attributed.ts'
import { referenceCurrency } from '../engine/configuration-keys.ts'
import type { Tx } from '../store/database.ts'
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
}

/** A period, quarter or year of a fiscal calendar; days as YYYY-MM-DD, both included. */
export interface FiscalSpan {
  readonly calendar?: string
  readonly kind: string
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
  const rules = await tx.query<{ application_type: string; fiscal_calendar: string }>(sql`
    select d.application_type, d.fiscal_calendar from default_posting_date d where d.organization_id = ${organizationId}`)
  const calendars = Object.fromEntries(rules.map((rule) => [rule.application_type, rule.fiscal_calendar]))
  const fiscal = await tx.query<FiscalSpan>(sql`
    with period as (
      select y.calendar, y.fiscal_year, p.quarter, p.period_no, p.start_date, p.end_date
        from fiscal_year_definition y cross join lateral jsonb_to_recordset(coalesce(y.periods, '[]'::jsonb)) as p(
          period_no int, quarter int, start_date date, end_date date)
       where y.organization_id = ${organizationId} and y.calendar = any(${[standardCalendar, ...Object.values(calendars)]}::text[]))
    select calendar, 'fiscal_period' as kind, start_date::text as period_from, end_date::text as period_to from period
    union all select calendar, 'fiscal_quarter', min(start_date)::text, max(end_date)::text from period group by calendar, fiscal_year, quarter
    union all select calendar, 'fiscal_year', min(start_date)::text, max(end_date)::text from period group by calendar, fiscal_year`)
  return {
    organizationId,
    screens: await attributedIn(tx, organizationId, screens),
    universal,
    reference: await referenceCurrency(tx, organizationId),
    fiscal,
    calendars,
  }
}
