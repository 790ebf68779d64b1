import { printListQuery, type Drill, type Filter, type Screen } from '#src/definition'
import { splitList } from '#src/definition/list-query.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listPath } from '#src/data/screens.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import type { Criteria } from './result-criteria.ts'

// Their values stand in one text as in an address.
const listOperators: ReadonlySet<string> = new Set(['in', 'notIn'])

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const asFilter = (parameter: string, value: unknown): Filter | null => {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const [field = '', op = Array.isArray(value) ? 'in' : 'eq'] = parameter.split('.')
  const values = Array.isArray(value) ? value : listOperators.has(op) ? splitList(String(value)) : [value]
  return { field, op: op as Filter['op'], values: values as Filter['values'] }
}

/** The address parameters of the lines behind a row: each filter takes its value from the row or from the criteria. */
export function drillParameters(
  { filters, absent, fixed = {} }: Pick<Drill, 'filters' | 'absent' | 'fixed'>,
  row: Row,
  criteria: Criteria,
): URLSearchParams {
  const found = Object.entries(filters).flatMap(([parameter, sources]) => {
    const value = sources.map((source) => row[source] ?? criteria[source]).find(isGiven)
    const filter = asFilter(parameter, value)
    return filter ? [filter] : []
  })
  const empty = absent.flatMap((source): Filter[] => {
    const field = row[source]
    return typeof field === 'string' && field !== '' ? [{ field, op: 'empty', values: [] }] : []
  })
  return new URLSearchParams({ ...printListQuery({ filters: [...found, ...empty] }), ...fixed })
}

type Way = (row: Row) => string | undefined

function wayOf(client: QueryClient, drill: Drill | undefined, criteria: Criteria): Way | undefined {
  const path = listPath(client, drill?.screen)
  if (!drill || !path) return undefined
  return (row) =>
    drill.needs?.every((column) => isGiven(row[column])) === false
      ? undefined
      : `${path}?${drillParameters(drill, row, criteria).toString()}`
}

/** Where the lines behind a row of a result are; undefined when it has none or the caller may not see them. */
export function useDrill(screen: Screen, criteria: Criteria): Way | undefined {
  const client = useQueryClient()
  const drill = screen.result?.drill
  return useMemo(() => wayOf(client, drill, criteria), [client, drill, criteria])
}

/** Where the lines behind a figure are, by its column and its row, for those whose lines are not those of the row. */
export function useFigureHref(
  screen: Screen,
  criteria: Criteria,
): ((column: string, row: Row) => string | undefined) | undefined {
  const client = useQueryClient()
  const drills = screen.result?.drills
  return useMemo(() => {
    if (!drills) return undefined
    const ways = new Map(Object.entries(drills).map(([name, drill]) => [name, wayOf(client, drill, criteria)]))
    return (column, row) => ways.get(column)?.(row)
  }, [client, drills, criteria])
}
