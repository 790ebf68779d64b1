import { printListQuery, type Drill, type Filter, type Screen } from '#src/definition'
import { splitList } from '#src/definition/list-query.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { knownScreens, listPath } from '#src/data/screens.ts'
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

/** Criteria as far as their defaults matter: which hold something by default here, and which there that may be emptied. */
interface Defaults {
  readonly here: ReadonlySet<string>
  readonly there: readonly string[]
}

const noDefaults: Defaults = { here: new Set(), there: [] }

/** Whether a criterion is empty on purpose, or because nothing else is asked: left out of an address it would be its default there. */
function isEmptied(sources: readonly string[], criteria: Criteria, { here }: Defaults): boolean {
  const emptied = [criteria['without'] ?? []].flat().map(String)
  return sources.every((source) => !here.has(source) || emptied.includes(source))
}

/** The address parameters of the lines behind a row: each filter takes its value from the row or from the criteria. */
export function drillParameters(
  { filters, absent, fixed = {} }: Pick<Drill, 'filters' | 'absent' | 'fixed'>,
  row: Row,
  criteria: Criteria,
  defaults = noDefaults,
): URLSearchParams {
  const without: string[] = []
  const found = Object.entries(filters).flatMap(([parameter, sources]) => {
    const value = sources.map((source) => row[source] ?? criteria[source]).find(isGiven)
    const filter = asFilter(parameter, value)
    if (!filter && defaults.there.includes(parameter) && isEmptied(sources, criteria, defaults)) without.push(parameter)
    return filter ? [filter] : []
  })
  const empty = absent.flatMap((source): Filter[] => {
    const field = row[source]
    return typeof field === 'string' && field !== '' ? [{ field, op: 'empty', values: [] }] : []
  })
  const address = new URLSearchParams({ ...printListQuery({ filters: [...found, ...empty] }), ...fixed })
  for (const name of without) address.append('without', name)
  return address
}

type Way = (row: Row) => string | undefined

function wayOf(client: QueryClient, screen: Screen, drill: Drill | undefined, criteria: Criteria): Way | undefined {
  const path = listPath(client, drill?.screen)
  if (!drill || !path) return undefined
  const around = knownScreens(client).find(({ name }) => name === screen.name)?.around
  const usual = screen.result!.parameters.filter((field) => field.default !== undefined)
  const defaults = { here: new Set(usual.map(({ name }) => name)), there: around?.emptiable?.[drill.screen] ?? [] }
  return (row) =>
    drill.needs?.every((column) => isGiven(row[column])) === false
      ? undefined
      : `${path}?${drillParameters(drill, row, criteria, defaults).toString()}`
}

/** Where the lines behind a row of a result are; undefined when it has none or the caller may not see them. */
export function useDrill(screen: Screen, criteria: Criteria): Way | undefined {
  const client = useQueryClient()
  return useMemo(() => wayOf(client, screen, screen.result?.drill, criteria), [client, screen, criteria])
}

/** Where the lines behind a figure are, by its column and its row, for those whose lines are not those of the row. */
export function useFigureHref(
  screen: Screen,
  criteria: Criteria,
): ((column: string, row: Row) => string | undefined) | undefined {
  const client = useQueryClient()
  return useMemo(() => {
    const drills = screen.result?.drills
    if (!drills) return undefined
    const ways = new Map(Object.entries(drills).map(([name, drill]) => [name, wayOf(client, screen, drill, criteria)]))
    return (column, row) => ways.get(column)?.(row)
  }, [client, screen, criteria])
}
