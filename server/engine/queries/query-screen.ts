import {
  type Aggregate,
  type Field,
  type FieldSpec,
  type Json,
  normalizeScreen,
  numberTypes,
  type Screen,
  type ScreenDefinition,
} from '#src/definition'
import { comparisonsIn, parametersOf } from '#src/definition/query/bind.ts'
import { isGrouped, type Query, queryLinesName, queryScreenName, queryTypes } from '#src/definition/query/query.ts'
import type { QueryFormat } from './formats.ts'
import { type OutputColumn, outputColumns, shownSpec } from './query-columns.ts'
import { fitsQuestion } from './query-defaults.ts'
import { linesDrill, linesFormat, spanFields } from './query-lines.ts'
import { outputFields } from './query-sql.ts'
import { type QueryScope, queryScope, refuseQuery } from './query-scope.ts'

/** Where the lines behind the groups of a saved query are. */
export function linesPath({ id, query_type: type }: Pick<QueryFormat, 'id' | 'query_type'>): string {
  const { path } = queryTypes.find(({ value }) => value === type)!
  return `${path}${path}-form/lines/${id}`
}

const placeOf = (format: Named) => {
  const { path } = queryTypes.find(({ value }) => value === format.query_type)!
  const form = `${path}${path}-form`
  if (format.isLines) return { criteria: linesPath(format), path: linesPath(format), grid: undefined }
  return {
    criteria: `${form}/run/${format.id}`,
    path: `${form}/results/${format.id}`,
    grid: `${form}-sf/results/${format.id}`,
  }
}

/** How a value that is asked for is given: as the field it is compared with takes it. */
function parameterSpec(field: Field, op: string, column: boolean): FieldSpec {
  const { label: _label, names: _names, ...spec } = shownSpec(field)
  if (field.type === 'reference')
    return op === 'in' || op === 'notIn'
      ? { type: 'references', target: field.target! }
      : { type: 'reference', target: field.target!, integrity: 'soft' }
  if (column || numberTypes.has(field.type) || field.type === 'choice' || field.type === 'flag') return spec
  return field.type === 'date' || field.type === 'dateTime' ? { type: 'date' } : { type: 'text', max: 200 }
}

/** The questions of a query as criteria; each is of the kind of the field that it is compared with. */
function criteriaOf(query: Query, scope: QueryScope, columns: readonly OutputColumn[]): Record<string, FieldSpec> {
  const figures = outputFields(columns)
  const places = [
    ...comparisonsIn(query.where).map((one) => ({ one, field: () => scope.fieldAt(one.field).field, column: false })),
    ...query.related.flatMap(({ id, where }) =>
      comparisonsIn(where ?? null).map((one) => ({
        one,
        field: () => scope.fieldAt(`${id}.${one.field}`).field,
        column: false,
      })),
    ),
    ...comparisonsIn(query.having).map((one) => ({
      one,
      field: () => figures.find(({ name }) => name === one.field)!,
      column: true,
    })),
  ]
  return Object.fromEntries(
    query.parameters.flatMap(({ name, label, required, default: given }): [string, FieldSpec][] => {
      const place = places.find(({ one }) => parametersOf(one).includes(name))
      if (!place) return []
      const spec = parameterSpec(place.field(), place.one.op, place.column)
      if (!fitsQuestion({ type: spec.type, choices: place.field().choices }, given))
        throw refuseQuery(['parameters'], `${label}: ${String(given)} is no answer to it.`)
      const value: Json | undefined = spec.type === 'references' && given !== undefined ? [String(given)] : given
      return [
        [
          name,
          {
            ...spec,
            label,
            ...(required ? { required: true } : {}),
            ...(value === undefined ? {} : { default: value }),
          },
        ],
      ]
    }),
  )
}

function demandKnown(query: Query, columns: readonly OutputColumn[]): void {
  const known = new Set(columns.map(({ id }) => id))
  const asked = new Set(query.parameters.map(({ name }) => name))
  const missing = query.sort.find(({ column }) => !known.has(column))
  if (missing) throw refuseQuery(['sort'], `There is no column ${missing.column} to sort by.`)
  const strange = comparisonsIn(query.having).find(({ field }) => !known.has(field))
  if (strange) throw refuseQuery(['having'], `There is no column ${strange.field} to compare.`)
  const conditions = [query.where, query.having, ...query.related.map(({ where }) => where ?? null)]
  const unasked = conditions
    .flatMap(comparisonsIn)
    .flatMap(parametersOf)
    .find((name) => !asked.has(name))
  if (unasked) throw refuseQuery(['parameters'], `Nobody is asked for ${unasked}.`)
}

/** What a query is opened, called and shown as. */
type Named = Pick<QueryFormat, 'id' | 'name' | 'query_type' | 'query' | 'opens_in_grid'> & {
  readonly row_version?: number
  readonly isLines?: boolean
}

/** The result that a query is: drawn, run, exported and compared as every other result. */
export function queryScreenOf(given: Named, screens: readonly Screen[]): Screen {
  const format = given.isLines
    ? linesFormat(given, outputColumns(given.query, queryScope(given.query, screens)))
    : given
  const { query } = format
  const scope = queryScope(query, screens)
  const columns = outputColumns(query, scope)
  demandKnown(query, columns)
  const base = scope.sources.get('')!.screen
  const totals = Object.fromEntries(
    columns.flatMap(({ id, total }): [string, Aggregate][] => (total ? [[id, total]] : [])),
  )
  const grouped = isGrouped(query)
  const fields: Record<string, FieldSpec> = Object.fromEntries(columns.map(({ id, spec }) => [id, spec]))
  const chart = chartOf(query, columns)
  const lines = grouped && format.id > 0 ? linesDrill(format, columns) : null
  const { criteria, path, grid } = placeOf(format)
  const definition: ScreenDefinition = {
    name: format.isLines ? queryLinesName(format.id) : queryScreenName(format.id),
    label: [format.name, format.name],
    area: 'queries',
    menu: { hidden: true, search: false },
    // A run of what the query was before it was changed is no run of it: its rows have other columns.
    endpoint: `dynamic-query/${format.id}${format.row_version === undefined ? '' : `.${format.row_version}`}${format.isLines ? '.lines' : ''}`,
    fields: grouped
      ? { ...fields, ...spanFields(columns) }
      : { ...fields, record_id: { type: 'integer', label: 'Record', hidden: true } },
    result: {
      criteria,
      path,
      ...(grid === undefined ? {} : { grid }),
      report: 'dynamic-query',
      parameters: criteriaOf(query, scope, columns),
      columns: columns.map(({ id }) => id),
      totals,
      sort: query.sort.map(({ column, descending }) => `${descending ? '-' : ''}${column}`),
      ...(chart ? { chart } : {}),
      ...(grouped
        ? lines
          ? { drill: lines }
          : {}
        : { drill: { screen: base.name, filters: { id: ['record_id'] }, needs: ['record_id'] } }),
    },
    access: { read: 'queries.read', write: 'queries.read', delete: 'queries.read' },
  }
  const screen = normalizeScreen(definition)
  return {
    ...screen,
    result: {
      ...screen.result!,
      query: {
        ...query,
        opensInGrid: format.opens_in_grid,
        ...(lines ? { linesPath: linesPath(format) } : {}),
      },
    },
  }
}

function chartOf({ chart }: Query, columns: readonly OutputColumn[]) {
  if (!chart) return null
  const known = (id: string) => columns.some((one) => one.id === id)
  const y = chart.y.filter(known)
  return known(chart.x) && y.length > 0 ? { type: chart.type, x: chart.x, y } : null
}
