import { type Aggregate, type Field, type FieldSpec, fieldTypes, numberTypes } from '#src/definition'
import type { Expression } from '#src/definition/expression/ast.ts'
import { columnsOf, ExpressionError } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { isGrouped, isWhole, type Query, type QueryColumn, rowPath } from '#src/definition/query/query.ts'
import { isNumber } from '../line-formula.ts'
import { currencyOf, fieldsOfSource, type QueryScope, refuseQuery, type ScopedField } from './query-scope.ts'

/** A column of the result with everything that working it out takes. */
export interface OutputColumn {
  readonly id: string
  readonly spec: FieldSpec
  /** What it is made of; none for a formula. */
  readonly of?: ScopedField
  readonly aggregate?: QueryColumn['aggregate']
  readonly span?: QueryColumn['span']
  readonly formula?: Expression
  /** The column whose share of its total it is. */
  readonly share?: string
  /** The column that holds the currency of its amounts. */
  readonly currency?: string
  /** For a column that holds the currency of another one, of related records: whose it is. */
  readonly currencyFor?: string
  readonly total?: Aggregate
}

/** Whether a column is worked out of others of its row. */
export const isWorkedOut = ({ formula, share }: Pick<OutputColumn, 'formula' | 'share'>): boolean =>
  formula !== undefined || share !== undefined

const shared = ['choices', 'unit', 'precision', 'scale', 'format', 'monthly', 'ungrouped', 'target', 'names'] as const

/** A field as a column of its own: what shows it, without what asks for it. */
export function shownSpec(field: Field): FieldSpec {
  const kept = Object.fromEntries(
    shared.flatMap((key) => (field[key] === undefined ? [] : [[key, field[key]] as const])),
  )
  return { type: field.type, label: field.label, ...kept }
}

const aggregateWords: Record<NonNullable<QueryColumn['aggregate']>, string> = {
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Smallest',
  max: 'Largest',
  count: 'Number of',
  distinct: 'Different values of',
}

const added: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent'])
const measured: ReadonlySet<string> = new Set([...added, 'date', 'dateTime'])
const unfit: ReadonlySet<string> = new Set(['rows', 'attributes', 'file'])

const isKey = ({ source, field }: ScopedField): boolean =>
  source.each === undefined &&
  source.related?.rows === undefined &&
  field.type === 'text' &&
  source.screen.table?.key.length === 1 &&
  source.screen.table.key[0] === field.name

const way = ({ source }: ScopedField, scope: QueryScope): string => {
  const { parent, related, screen } = source
  if (source.path === rowPath) return ''
  if (related) return related.label ?? (related.rows ? '' : screen.plural)
  return parent ? (scope.sources.get(parent.path)?.parent ? `${parent.field.label} ` : '') + parent.field.label : ''
}

/** What a column is headed by unless somebody named it: the field, behind the way to it. */
function headingOf(column: QueryColumn, of: ScopedField, scope: QueryScope): string {
  if (column.label) return column.label
  const whole = isWhole(of.name)
  const records = fieldsRowsLabel(of) ?? of.source.screen.plural
  const own = whole ? records.toLowerCase() : of.field.label
  const to = whole || of.source.path === '' ? '' : way(of, scope)
  const far = to === '' ? own : `${to} – ${own}`
  if (!column.aggregate) return column.span && column.span !== 'day' ? `${far} (${column.span})` : far
  return `${aggregateWords[column.aggregate]} ${whole ? records.toLowerCase() : lowerFirst(far)}`
}

const fieldsRowsLabel = ({ source }: ScopedField): string | undefined =>
  source.screen.fields.find(({ name }) => name === (source.each ?? source.related?.rows))?.label

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

function spanSpec(span: NonNullable<QueryColumn['span']>): FieldSpec {
  if (span === 'year') return { type: 'integer', ungrouped: true }
  if (span === 'quarter') return { type: 'text' }
  return { type: 'date', ...(span === 'month' ? { monthly: true } : {}) }
}

function aggregateSpec(aggregate: NonNullable<QueryColumn['aggregate']>, field: Field): FieldSpec {
  if (aggregate === 'count' || aggregate === 'distinct') return { type: 'integer' }
  const { label: _label, ...spec } = shownSpec(field)
  return aggregate === 'avg' && field.type === 'integer' ? { type: 'decimal', precision: 20, scale: 4 } : spec
}

function demandFits(column: QueryColumn, of: ScopedField, at: number, grouped: boolean): void {
  const { aggregate, span } = column
  const { field, source } = of
  const refuse = (message: string): never => {
    throw refuseQuery(['columns', at], message)
  }
  const whole = isWhole(of.name)
  if (unfit.has(field.type)) refuse(`${field.label} cannot be a column.`)
  const isRelated = isRelatedPath(source.path)
  if (isRelated && !aggregate)
    refuse(
      `Of ${source.screen.plural.toLowerCase()} that belong to a row only figures are shown: choose what to work out.`,
    )
  if (whole && aggregate !== 'count') refuse('Whole records are counted.')
  if ((aggregate === 'sum' || aggregate === 'avg') && !added.has(field.type))
    refuse(`${field.label} cannot be added up.`)
  if ((aggregate === 'min' || aggregate === 'max') && !measured.has(field.type))
    refuse(`${field.label} has no smallest and largest value.`)
  if (span && (aggregate || (field.type !== 'date' && field.type !== 'dateTime')))
    refuse(`${field.label} is put into no span of time.`)
  if (grouped && !aggregate && !fieldTypes[field.type].sortable) refuse(`Rows cannot be grouped by ${field.label}.`)
  if (grouped && isRelated && (aggregate === 'avg' || aggregate === 'distinct'))
    refuse('An average and the different values of related records are worked out for single records, not for groups.')
}

/** The columns that a query comes to, those of currencies beside amounts among them. */
export function outputColumns(query: Query, scope: QueryScope): readonly OutputColumn[] {
  const grouped = isGrouped(query)
  const output: OutputColumn[] = []
  const plainOf = new Map(
    query.columns.flatMap(({ id, field, aggregate, span, formula }) =>
      field !== undefined && !aggregate && !span && formula === undefined ? [[field, id] as const] : [],
    ),
  )
  query.columns.forEach((column, at) => {
    if (column.formula !== undefined) {
      output.push(formulaColumn(column, output, at))
      return
    }
    if (column.share !== undefined) {
      output.push(shareColumn(column, column.share, output, at))
      return
    }
    if (column.field === undefined) throw refuseQuery(['columns', at], 'A column needs a field.')
    const of = scope.fieldAt(column.field)
    demandFits(column, of, at, grouped)
    const { aggregate, span } = column
    const currency = aggregate === 'count' || aggregate === 'distinct' ? undefined : currencyBeside(of)
    const isRelated = isRelatedPath(of.source.path)
    const currencyId =
      currency === undefined
        ? undefined
        : isRelated
          ? `${column.id}_currency`
          : (plainOf.get(currency.name) ?? auto(currency.name))
    const spec: FieldSpec = {
      ...(aggregate ? aggregateSpec(aggregate, of.field) : span ? spanSpec(span) : shownSpec(of.field)),
      label: headingOf(column, of, scope),
      ...(isKey(of) && !aggregate ? { names: of.source.screen.name } : {}),
      ...(currencyId
        ? { currency: currencyId }
        : of.field.type === 'money' && of.field.currency?.length === 3
          ? { currency: of.field.currency }
          : {}),
    }
    const total = totalOf(column, of, grouped, linePath(query))
    output.push({
      id: column.id,
      spec,
      of,
      ...(aggregate ? { aggregate } : {}),
      ...(span ? { span } : {}),
      ...(currencyId ? { currency: currencyId } : {}),
      ...(total ? { total } : {}),
    })
    if (
      currency &&
      currencyId &&
      !output.some(({ id }) => id === currencyId) &&
      plainOf.get(currency.name) === undefined
    ) {
      const label = isRelated || of.source.path !== '' ? `Currency of ${lowerFirst(spec.label!)}` : currency.field.label
      output.push({
        id: currencyId,
        spec: { type: 'text', label, width: 90 },
        of: currency,
        ...(isRelated ? { currencyFor: column.id } : {}),
      })
    }
  })
  return output
}

const auto = (name: string): string => `currency_${name.replaceAll('.', '_')}`

function currencyBeside({ name, source, field }: ScopedField): ScopedField | undefined {
  const own = currencyOf(field, fieldsOfSource(source))
  return own && { name: `${name.slice(0, name.length - field.name.length)}${own.name}`, source, field: own }
}

const isRelatedPath = (path: string): boolean => /^r\d+(\.|$)/.test(path)

/** The way to what a line is: the listed records, or rows of them. */
export const linePath = ({ each }: Pick<Query, 'each'>): string => (each === undefined ? '' : rowPath)

/** What a column comes to over all rows, where adding its values up says something true. */
function totalOf(
  { aggregate, span }: QueryColumn,
  of: ScopedField,
  grouped: boolean,
  line: string,
): Aggregate | undefined {
  if (span) return undefined
  const isRelated = isRelatedPath(of.source.path)
  // With a line for each row, what belongs to a record is in several of them.
  if (isRelated && line !== '') return undefined
  if (aggregate === 'count') return of.source.path === line || isRelated ? 'sum' : undefined
  if (aggregate === 'min' || aggregate === 'max') return numberTypes.has(of.field.type) ? aggregate : undefined
  if (aggregate === 'sum') {
    // Amounts of related records are not shown where they are of several currencies: what is left would be no total.
    if (isRelated) return of.field.type === 'money' && of.field.currency !== undefined ? undefined : 'sum'
    return of.source.path === line && of.field.type !== 'percent' ? 'sum' : undefined
  }
  if (aggregate || grouped || of.source.path !== line) return undefined
  return of.field.type === 'money' || of.field.type === 'decimal' ? 'sum' : undefined
}

/** Only what adds up has a total that something can be a share of. */
function shareColumn(
  { id, label }: QueryColumn,
  share: string,
  before: readonly OutputColumn[],
  at: number,
): OutputColumn {
  const figure = before.find((one) => one.id === share)
  if (figure?.total !== 'sum')
    throw refuseQuery(
      ['columns', at, 'share'],
      figure
        ? `${figure.spec.label ?? share} is not added up, so there is no total to be a share of.`
        : `There is no column ${share} before this one.`,
    )
  return { id, share, spec: { type: 'percent', label: label || `Share of ${lowerFirst(figure.spec.label ?? '')}` } }
}

function formulaColumn(column: QueryColumn, before: readonly OutputColumn[], at: number): OutputColumn {
  const { id, label, formula = '', type = 'decimal' } = column
  try {
    const expression = parseExpression(formula)
    const read = columnsOf(expression).map((name) => {
      const found = before.find((one) => one.id === name)
      if (!found)
        throw new ExpressionError(`There is no column ${name} before this one`, Math.max(0, formula.indexOf(name)))
      return found
    })
    if (!isNumber(expression, (name) => numberTypes.has(before.find((one) => one.id === name)?.spec.type ?? '')))
      throw new ExpressionError('A formula comes to a number', 0)
    const currency = type === 'money' ? read.find((one) => one.currency)?.currency : undefined
    return {
      id,
      formula: expression,
      spec: {
        type,
        label: label || 'Formula',
        ...(type === 'decimal' ? { precision: 24, scale: 4 } : {}),
        ...(currency ? { currency } : {}),
      },
      ...(currency ? { currency } : {}),
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw refuseQuery(['columns', at, 'formula'], `${label || 'Formula'}: ${error.message}.`)
  }
}
