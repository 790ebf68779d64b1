import { ExpressionError } from '#src/definition/expression/ast.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import type { Issue } from '../errors.ts'
import { driverFormula } from '../profit/driver-formula.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const attributes = ['first_attribute', 'second_attribute', 'third_attribute'] as const
const levelValues = ['value_1', 'value_2', 'value_3'] as const

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const issue = (field: string, code: string, message: string): Issue[] => [{ path: [field], code, message }]

/** Attributes stand one behind another, each once. */
function orderIssues(next: Values): Issue[] {
  const given = attributes.map((name) => next[name])
  if (isGiven(given[2]) && !isGiven(given[1]))
    return issue('second_attribute', 'required', 'The second attribute comes first')
  const twice = attributes.find((_, at) => isGiven(given[at]) && given.indexOf(given[at]) < at)
  return twice ? issue(twice, 'duplicate', 'The level has this attribute already') : []
}

/** Figures and policies were kept by the attributes as they were: they would mean something else. */
async function usedIssues({ tx, caller }: HookContext, next: Values, current: Row): Promise<Issue[]> {
  const changed = attributes.find((name) => (next[name] ?? null) !== (current[name] ?? null))
  if (!changed) return []
  const level = String(current['analysis_level'])
  const [used] = await tx.query<{ figures: number; policies: number }>(sql`
    select (select count(*) from profit_level_data d where d.organization_id = ${caller.organizationId} and d.analysis_level = ${level}) as figures,
           (select count(*) from margin_policy p where p.organization_id = ${caller.organizationId} and p.analysis_level = ${level}) as policies`)
  if (!used || used.figures + used.policies === 0) return []
  const message = `${used.figures} figures and ${used.policies} policies are kept by its attributes. Make another level instead.`
  return issue(changed, 'in_use', message)
}

/** How many attributes a level has. */
async function attributesOf({ tx, caller }: HookContext, level: unknown): Promise<number> {
  const [known] = await tx.query<Values>(sql`
    select l.first_attribute, l.second_attribute, l.third_attribute from profit_analysis_level l
     where l.organization_id = ${caller.organizationId} and l.analysis_level = ${level as string}`)
  return known ? attributes.filter((name) => isGiven(known[name])).length : attributes.length
}

async function valueIssues(context: HookContext, next: Values, needsAll: boolean): Promise<Issue[]> {
  const count = await attributesOf(context, next['analysis_level'])
  return levelValues.flatMap((name, at) => {
    if (isGiven(next[name]) && at >= count) return issue(name, 'level', `The level has ${count} attributes only`)
    if (needsAll && !isGiven(next[name]) && at < count)
      return issue(name, 'required', `The level has ${count} attributes`)
    return []
  })
}

/** A day has one figure of a driver at each place of a level. */
async function overlapIssues({ tx, caller }: HookContext, next: Values, current: Row | null): Promise<Issue[]> {
  const text = (name: string) => (next[name] ?? null) as string | null
  const [other] = await tx.query<{ period_from: string; period_to: string }>(sql`
    select d.period_from::text, d.period_to::text from profit_level_data d
     where d.organization_id = ${caller.organizationId} and d.id <> ${current?.id ?? 0} and d.analysis_level = ${text('analysis_level')}
       and d.driver = ${text('driver')} and d.value_1 is not distinct from ${text('value_1')} and d.value_2 is not distinct from ${text('value_2')}
       and d.value_3 is not distinct from ${text('value_3')} and d.period_from <> ${text('period_from')}::date
       and d.period_from <= ${text('period_to')}::date and d.period_to >= ${text('period_from')}::date limit 1`)
  return other
    ? issue('period_from', 'overlap', `There is a figure from ${other.period_from} to ${other.period_to} already`)
    : []
}

async function driverIssues({ tx, caller }: HookContext, next: Values): Promise<Issue[]> {
  const [driver] = await tx.query<{ source: string }>(sql`
    select d.source from profit_driver d where d.organization_id = ${caller.organizationId} and d.driver = ${next['driver'] as string}`)
  return driver?.source === 'sales'
    ? issue('driver', 'source', 'This driver is read from sales lines and not maintained')
    : []
}

async function activeDrivers({ tx, caller }: HookContext): Promise<string[]> {
  const rows = await tx.query<{ driver: string }>(sql`
    select d.driver from profit_driver d where d.organization_id = ${caller.organizationId} and d.status = 'active' order by d.driver`)
  return rows.map(({ driver }) => driver)
}

/** Levels that mean one thing, figures that fit their level, and formulas that can be reckoned. */
export const profitHooks: Record<
  'profit-analysis-level' | 'profit-level-data' | 'profit-formula' | 'margin-policy',
  RecordHooks
> = {
  'profit-analysis-level': {
    beforeWrite: async (context, values, current) => {
      const next = { ...current, ...values }
      return [...orderIssues(next), ...(current ? await usedIssues(context, next, current) : [])]
    },
  },
  'profit-level-data': {
    beforeWrite: async (context, values, current) => {
      const next = { ...current, ...values }
      if (!current) values['origin'] = 'manual'
      // Whoever changes an imported figure takes it over.
      if (current?.['origin'] === 'external' && 'value' in values)
        Object.assign(values, { origin: 'manual', external_code: null, figures: null })
      return [
        ...(await valueIssues(context, next, true)),
        ...(await driverIssues(context, next)),
        ...(await overlapIssues(context, next, current)),
      ]
    },
  },
  'profit-formula': {
    beforeWrite: async (context, values, current) => {
      const expression: unknown = { ...current, ...values }['expression']
      if (typeof expression !== 'string') return []
      try {
        const read = driverFormula(expression, await activeDrivers(context)).fields.map((name) => name.toUpperCase())
        values['uses'] = [...new Set(read)].join(', ')
        return []
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        return issue('expression', 'expression', `${error.message} (at character ${error.at + 1})`)
      }
    },
  },
  'margin-policy': {
    beforeWrite: async (context, values, current) => {
      const next = { ...current, ...values }
      const isBelow = Number(next['target_margin']) < Number(next['floor_margin'])
      return [
        ...(await valueIssues(context, next, false)),
        ...(isBelow ? issue('target_margin', 'below', 'The target is not below the floor') : []),
      ]
    },
  },
}
