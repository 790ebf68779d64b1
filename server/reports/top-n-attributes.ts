import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

const attributes = [
  'customer_number',
  'material_number',
  'country',
  'transaction_type',
  'territory',
  'sales_organization',
] as const

type Attribute = (typeof attributes)[number]

interface Names {
  readonly screen: string
  readonly table: string
  readonly key: string
  readonly title: string
  /** Column of the sales line that keeps the name as it was then. */
  readonly written: string
}

const names: Partial<Record<Attribute, Names>> = {
  customer_number: {
    screen: 'customer',
    table: 'customer',
    key: 'customer_number',
    title: 'customer_name',
    written: 'customer_name',
  },
  material_number: {
    screen: 'material',
    table: 'material',
    key: 'material_number',
    title: 'material_description',
    written: 'material_description',
  },
}

function linesWanted(parameters: Readonly<Record<string, unknown>>, organizationId: number): Sql {
  const { billing_date_from: from, billing_date_to: to, country } = parameters
  const conditions = [
    sql`t.organization_id = ${organizationId}`,
    ...(from ? [sql`t.billing_date >= ${from}::date`] : []),
    ...(to ? [sql`t.billing_date <= ${to}::date`] : []),
    ...(country ? [sql`t.country = ${country}::text`] : []),
  ]
  return join(conditions, ' and ')
}

/** The name of a ranked key: the master's, else the one on its lines, else the key itself. */
function nameOf(attribute: Attribute, { organizationId, mayRead }: ReportContext): { name: Sql; from: Sql } {
  const known = names[attribute]
  if (!known || !mayRead(known.screen)) return { name: sql`coalesce(r.written, r.key, '(none)')`, from: sql`` }
  const on = sql`m.organization_id = ${organizationId} and ${id('m', known.key)} = r.key`
  return {
    name: sql`coalesce(${id('m', known.title)}, r.written, r.key, '(none)')`,
    from: sql`left join ${id(known.table)} m on ${on}`,
  }
}

const isAttribute = (value: unknown): value is Attribute => attributes.some((name) => name === value)

/** The n values of an attribute of the sales lines that weigh most by a measure; `share` is the part of the whole of all values. */
export const topNAttributes: Report = {
  reads: {
    'sales-data': [...attributes, 'billing_date', 'net_value', 'quantity', 'customer_name', 'material_description'],
  },
  statement: (parameters, context) => {
    const { attribute, measure, n } = parameters
    if (!isAttribute(attribute)) throw new Error(`${String(attribute)} is no attribute of a sales line`)
    const weight = raw(measure === 'quantity' ? 'quantity' : measure === 'lines' ? 'lines' : 'net_value')
    const written = names[attribute]?.written
    const { name, from } = nameOf(attribute, context)
    const drill = attributes.map((one) =>
      one === attribute ? sql`r.key as ${id(one)}` : sql`null::text as ${id(one)}`,
    )
    return sql`
      with grouped as (
        select ${id('t', attribute)} as key, ${written ? sql`max(${id('t', written)})` : sql`null::text`} as written,
               sum(t.net_value) as net_value, sum(t.quantity) as quantity, count(*) as lines
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1
      ), ranked as (
        select *, row_number() over (order by ${weight} desc nulls last, key) as rank,
               round(100 * ${weight} / nullif(sum(${weight}) over (), 0), 2) as share
          from grouped
      )
      select r.rank, r.key, ${name} as name, r.net_value, r.quantity, r.lines, r.share, ${join(drill, ', ')}
        from ranked r ${from} where r.rank <= ${n}::int`
  },
}
