import type { Screen } from '#src/definition'
import { fieldNamed } from '#src/definition'
import { fieldSql } from '../engine/columns.ts'
import { ExpressionError } from '#src/definition/expression/ast.ts'
import { formulaSource, lineFormula, type LineFormula } from '../engine/line-formula.ts'
import { AppError } from '../errors.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

interface KnownFormula {
  readonly expression: string
  readonly source_data_type: string
  readonly decimals: number
}

const refuse = (path: string, message: string): AppError =>
  new AppError('VALIDATION', { issues: [{ path: [path], code: 'invalid', message }] })

const denied = (): AppError => new AppError('FIELD_DENIED')

interface Asked {
  readonly source: Screen
  /** SQL of the formula's value on the line `t`. */
  readonly value: Sql
  /** SQL of the group of the line `t`. */
  readonly group: Sql
  readonly wanted: Sql
}

/** What a query field stands for on the line `t`: a field of its own, or of its customer or material. */
async function groupOf(parameters: Parameters, source: Screen, context: ReportContext): Promise<Sql> {
  const name = parameters['group_by']
  if (!name) return sql`'All lines'::text`
  const [known] = await context.read((tx) =>
    tx.query<{ attribute: string }>(sql`
      select q.attribute from query_field q where q.organization_id = ${context.organizationId} and q.query_field = ${name}::text and q.status = 'active'`),
  )
  const [of = '', field = ''] = known?.attribute.split('.') ?? []
  if (of === 'sales-data' && source.fields.some((one) => one.name === field)) {
    if (!context.mayRead(source.name, field)) throw denied()
    return sql`${fieldSql(fieldNamed(source.fields, field))}::text`
  }
  const key = { customer: 'customer_number', material: 'material_number' }[of]
  const target = context.screens.find((screen) => screen.name === of)
  if (!key || !target?.table || !target.fields.some((one) => one.name === field))
    throw refuse('group_by', 'These lines cannot be added up by it')
  if (!context.mayRead(of, field)) throw denied()
  return sql`(select ${fieldSql(fieldNamed(target.fields, field), 'm')}::text from ${id(target.table.name)} m
    where m.organization_id = t.organization_id and ${id('m', key)} = ${id('t', key)})`
}

/** A field of the line may have gone since the formula was kept. */
function readFormula(expression: string, source: Screen): LineFormula {
  try {
    return lineFormula(expression, source)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw refuse('formula', error.message)
  }
}

async function asked(parameters: Parameters, context: ReportContext): Promise<Asked> {
  const { organizationId, screens, mayRead, read } = context
  const [known] = await read((tx) =>
    tx.query<KnownFormula>(sql`
      select f.expression, f.source_data_type, f.decimals from formula f
       where f.organization_id = ${organizationId} and f.formula_name = ${parameters['formula']}::text and f.status = 'active'`),
  )
  if (!known) throw refuse('formula', 'There is no such formula, or it is not active')
  const source = screens.find((screen) => screen.name === formulaSource(known.source_data_type))!
  const { fields, sql: value } = readFormula(known.expression, source)
  if (!mayRead(source.name) || !fields.every((field) => mayRead(source.name, field))) throw denied()
  const group = await groupOf(parameters, source, context)
  const { billing_date_from: from, billing_date_to: to, customer, material, group_value: wantedGroup } = parameters
  const conditions = [
    sql`t.organization_id = ${organizationId}`,
    ...(from ? [sql`t.billing_date >= ${from}::date`] : []),
    ...(to ? [sql`t.billing_date <= ${to}::date`] : []),
    ...(customer ? [sql`t.customer_number = ${customer}::text`] : []),
    ...(material ? [sql`t.material_number = ${material}::text`] : []),
    ...(parameters['group_by'] && wantedGroup ? [sql`${group} = ${wantedGroup}::text`] : []),
    ...(parameters['group_by'] && parameters['group_absent'] === true ? [sql`${group} is null`] : []),
  ]
  return {
    source,
    value: sql`round(${value}, ${Number(known.decimals)}::int)`,
    group,
    wanted: join(conditions, ' and '),
  }
}

const reads = {
  formula: ['formula_name', 'expression', 'source_data_type', 'decimals', 'status'],
  'query-field': ['query_field', 'attribute', 'status'],
}

const lines = async (parameters: Parameters, context: ReportContext): Promise<Sql> => {
  const { source, wanted } = await asked(parameters, context)
  return sql`from ${id(source.table!.name)} t where ${wanted}`
}

/** What a formula comes to over lines, added up by a query field. */
export const formulaValues: Report = {
  reads,
  source: lines,
  statement: async (parameters, context) => {
    const { source, value, group, wanted } = await asked(parameters, context)
    return sql`
      select coalesce(g.key, '(none)') as key, ${parameters['group_by'] ? sql`g.key` : sql`null::text`} as group_value, g.key is null as group_absent,
             g.value, g.net_value, round(100 * g.value / nullif(g.net_value, 0), 2) as percent, round(g.value / nullif(g.lines - g.empty_lines, 0), 2) as average,
             g.lines, g.empty_lines, g.quantity, g.currency
        from (
          select l.key, l.currency, coalesce(sum(l.value), 0) as value, sum(l.net_value) as net_value, sum(l.quantity) as quantity, count(*) as lines,
                 count(*) filter (where l.value is null) as empty_lines
            from (select ${group} as key, ${value} as value, t.net_value, t.quantity, t.currency from ${id(source.table!.name)} t where ${wanted}) l
           group by l.key, l.currency) g`
  },
}

/** The lines themselves, each with what the formula comes to on it. */
export const formulaLines: Report = {
  reads,
  source: lines,
  statement: async (parameters, context) => {
    const { source, value, wanted } = await asked(parameters, context)
    return sql`
      select t.billing_doc_number, t.billing_doc_line, t.billing_date, t.customer_number, t.material_number, ${value} as value, t.net_value,
             t.gross_value, t.quantity, t.uom, t.transaction_type, t.currency
        from ${id(source.table!.name)} t where ${wanted}`
  },
}
