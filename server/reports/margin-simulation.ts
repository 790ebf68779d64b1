import { ExpressionError } from '#src/definition/expression/ast.ts'
import { changeFactors, type DriverKind } from '../domain/profit/simulate.ts'
import { AppError } from '../errors.ts'
import { exchange } from '../calculation/lines-sql.ts'
import { driverFormula } from '../profit/driver-formula.ts'
import { levelAsked, placeName, places } from '../profit/levels.ts'
import {
  inBaseUnits,
  marginLines,
  marginReads,
  reportingCurrency,
  thirdCurrency,
  uncosted,
} from '../profit/margin-lines.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

interface Driver {
  readonly driver: string
  readonly kind: DriverKind
  readonly source: 'sales' | 'maintained'
  readonly sales_field: 'gross_value' | 'discount_value' | 'net_value' | 'cost_value' | 'quantity' | null
  readonly measure: 'amount' | 'per_unit' | 'percent' | null
  readonly effect: 'adds' | 'reduces' | 'none'
}

const refuse = (path: string, message: string): AppError =>
  new AppError('VALIDATION', { issues: [{ path: [path], code: 'invalid', message }] })

async function driversOf({ read, organizationId }: ReportContext): Promise<readonly Driver[]> {
  const drivers = await read((tx) =>
    tx.query<Driver>(sql`
      select d.driver, d.kind, d.source, d.sales_field, d.measure, d.effect from profit_driver d
       where d.organization_id = ${organizationId} and d.status = 'active' order by d.driver`),
  )
  if (drivers.some(({ effect }) => effect !== 'none')) return drivers
  throw refuse('analysis_level', 'There are no active drivers yet that make up a margin')
}

/** SQL of what a formula comes to over columns such as "base FREIGHT" of `d`; null where none is asked for. */
async function formulaSql(
  { read, organizationId }: ReportContext,
  name: unknown,
  drivers: readonly Driver[],
): Promise<((columns: 'base' | 'simulated') => Sql) | null> {
  if (!name) return null
  const [known] = await read((tx) =>
    tx.query<{ expression: string; decimals: number }>(sql`
      select f.expression, f.decimals from profit_formula f
       where f.organization_id = ${organizationId} and f.formula_name = ${name as string}::text and f.status = 'active'`),
  )
  if (!known) throw refuse('formula', 'There is no such formula, or it is not active')
  const names = drivers.map(({ driver }) => driver)
  try {
    driverFormula(known.expression, names)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw refuse('formula', error.message)
  }
  return (columns) =>
    sql`round(${driverFormula(known.expression, names, (driver) => id('d', `${columns} ${driver}`).sql).sql}, ${Number(known.decimals)}::int)`
}

const salesSums: Readonly<Record<NonNullable<Driver['sales_field']>, Sql>> = {
  gross_value: sql`g.gross`,
  discount_value: sql`g.gross - g.net`,
  net_value: sql`g.net`,
  cost_value: sql`g.cost`,
  quantity: sql`g.quantity`,
}

/**
 * What a driver comes to at the place `g`; maintained figures are those of the days that are asked for. Of an amount of the place some of its
 * customers or materials bear their share of its net value.
 */
function driverSql({ source, sales_field: field, measure, driver }: Driver): Sql {
  if (source === 'sales') return field ? salesSums[field] : sql`0`
  const found = (value: Sql): Sql => sql`
    coalesce((select ${value} from figures f where f.driver = ${driver} and f.value_1 is not distinct from g.value_1
        and f.value_2 is not distinct from g.value_2 and f.value_3 is not distinct from g.value_3), 0)`
  if (measure === 'per_unit') return sql`${found(sql`sum(f.value * f.days) / nullif(sum(f.days), 0)`)} * g.quantity`
  if (measure === 'percent') return sql`${found(sql`sum(f.percent * f.days) / nullif(sum(f.days), 0)`)} * g.net / 100`
  return sql`${found(sql`sum(f.value * f.days / f.of_days)`)} * g.share`
}

const percentOf = (parameters: Parameters, name: string): string => String(parameters[name] ?? '0')

/**
 * What margins of a level would be if prices, costs, volumes or other drivers were different, place by place. Places whose values are not
 * asked for stay as they are. Nothing is posted or kept. Where a driver is the cost of sales lines, those without one are left out and told.
 */
export const marginSimulation: Report = {
  reads: {
    ...marginReads,
    'profit-driver': ['driver', 'kind', 'source', 'sales_field', 'measure', 'effect'],
    'profit-level-data': [
      'analysis_level',
      'driver',
      'value_1',
      'value_2',
      'value_3',
      'period_from',
      'period_to',
      'value',
    ],
    'profit-formula': ['formula_name', 'expression'],
  },
  statement: async (parameters, context) => {
    const { organizationId } = context
    const level = await levelAsked(context, parameters['analysis_level'])
    const third = await thirdCurrency(context)
    const drivers = await driversOf(context)
    const formula = await formulaSql(context, parameters['formula'], drivers)
    const by = changeFactors({
      price: percentOf(parameters, 'price_percent'),
      cost: percentOf(parameters, 'cost_percent'),
      volume: percentOf(parameters, 'volume_percent'),
      other: percentOf(parameters, 'other_percent'),
      elasticity: percentOf(parameters, 'elasticity'),
    })
    const { billing_date_from: from, billing_date_to: to } = parameters
    const currency = reportingCurrency(parameters)
    const changed = places.flatMap((name) =>
      parameters[name] ? [sql`g.${id(name)} = ${parameters[name] as string}::text`] : [],
    )
    const isChanged = changed.length > 0 ? join(changed, ' and ') : sql`true`
    const factor = (kind: DriverKind): Sql => sql`case when b.is_changed then ${by[kind].toFixed()}::numeric else 1 end`
    const each = (of: (driver: Driver) => Sql, wanted: readonly Driver[] = drivers): Sql =>
      wanted.length > 0 ? join(wanted.map(of), ' + ') : sql`0`
    const total = (which: 'base' | 'simulated', effect: Driver['effect']): Sql =>
      each(
        ({ driver }) => id('d', `${which} ${driver}`),
        drivers.filter((one) => one.effect === effect),
      )
    // Of a place where no such line was sold nothing is known of those customers or materials.
    const isNarrowed = ['customer', 'material', 'country'].some((name) => Boolean(parameters[name]))
    const whole = {
      ...parameters,
      value_1: null,
      value_2: null,
      value_3: null,
      customer: null,
      material: null,
      country: null,
    }
    const unfiltered = { ...parameters, value_1: null, value_2: null, value_3: null }
    const countCosts = drivers.some(({ source, sales_field: field }) => source === 'sales' && field === 'cost_value')
    const counted = countCosts ? sql`not l.uncosted` : sql`true`
    const shares = isNarrowed
      ? sql`
        select g.*, coalesce(g.net / nullif(w.net, 0), 0) as share
          from grouped g
          left join (select l.value_1, l.value_2, l.value_3, sum(l.net) as net from (${marginLines(whole, context, { level, third })}) l where ${counted} group by 1, 2, 3) w
            on w.value_1 is not distinct from g.value_1 and w.value_2 is not distinct from g.value_2 and w.value_3 is not distinct from g.value_3`
      : sql`select g.*, 1 as share from grouped g`
    return sql`
      with lines as (${marginLines(unfiltered, context, { level, third }, { columns: sql`, u.units`, joins: inBaseUnits(organizationId) })}),
      span as (select coalesce(${from ?? null}::date, min(billing_date)) as first, coalesce(${to ?? null}::date, max(billing_date)) as last from lines),
      figures as (
        select t.driver, t.value_1, t.value_2, t.value_3, t.value * ${exchange(third)} as value, t.value as percent, t.period_to - t.period_from + 1 as of_days,
               least(t.period_to, s.last) - greatest(t.period_from, s.first) + 1 as days
          from (select x.*, x.period_from as billing_date, ${currency}::text as contract_currency, 'average'::text as exchange_type from profit_level_data x) t
         cross join span s
         where t.organization_id = ${organizationId} and t.analysis_level = ${level.name} and t.period_from <= s.last and t.period_to >= s.first
      ),
      -- What a place costs counts where nothing was sold as well.
      grouped as (
        select g.value_1, g.value_2, g.value_3, sum(g.quantity) as quantity, sum(g.gross) as gross, sum(g.net) as net, sum(g.cost) as cost,
               sum(g.uncosted_lines)::bigint as uncosted_lines, sum(g.uncosted_value) as uncosted_value
          from (select l.value_1, l.value_2, l.value_3, l.units as quantity, l.gross, l.net, coalesce(l.cost, 0) as cost, 0 as uncosted_lines, 0 as uncosted_value from lines l where ${counted}
                union all
                select l.value_1, l.value_2, l.value_3, 0, 0, 0, 0, ${uncosted('l')} from lines l where not (${counted}) group by 1, 2, 3
                union all
                select f.value_1, f.value_2, f.value_3, 0, 0, 0, 0, 0, 0 from figures f where ${isNarrowed ? sql`false` : sql`true`}) g group by 1, 2, 3
      ),
      shared as (${shares}),
      based as (
        select g.value_1, g.value_2, g.value_3, g.quantity, g.uncosted_lines, g.uncosted_value, (${isChanged}) as is_changed
               ${join(
                 drivers.map((one) => sql`, ${driverSql(one)} as ${id(`base ${one.driver}`)}`),
                 '',
                 '',
               )}
          from shared g
      ),
      driven as (
        select b.*, b.quantity * ${factor('volume')} as simulated_quantity
               ${join(
                 drivers.map(
                   ({ driver, kind }) =>
                     sql`, ${id('b', `base ${driver}`)} * ${factor(kind)} as ${id(`simulated ${driver}`)}`,
                 ),
                 '',
                 '',
               )}
          from based b
      ),
      told as (
        select d.value_1, d.value_2, d.value_3, ${placeName('d')} as place, ${currency}::text as currency, d.is_changed, d.uncosted_lines, d.uncosted_value, d.quantity, round(d.simulated_quantity, 3) as simulated_quantity,
               round(${total('base', 'adds')}, 2) as revenue, round(${total('simulated', 'adds')}, 2) as simulated_revenue,
               round(${total('base', 'reduces')}, 2) as reductions, round(${total('simulated', 'reduces')}, 2) as simulated_reductions,
               ${formula ? formula('base') : sql`null::numeric`} as formula_value, ${formula ? formula('simulated') : sql`null::numeric`} as simulated_formula
          from driven d
      )
      select t.*, t.revenue - t.reductions as margin, t.simulated_revenue - t.simulated_reductions as simulated_margin,
             (t.simulated_revenue - t.simulated_reductions) - (t.revenue - t.reductions) as difference,
             round(100 * (t.revenue - t.reductions) / nullif(t.revenue, 0), 2) as margin_percent,
             round(100 * (t.simulated_revenue - t.simulated_reductions) / nullif(t.simulated_revenue, 0), 2) as simulated_percent
        from told t`
  },
}
