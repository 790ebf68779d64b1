import { printListQuery, type Filter, type Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listPath } from '#src/data/screens.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import type { Criteria } from './result-criteria.ts'

type Drill = NonNullable<NonNullable<Screen['result']>['drill']>

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const asFilter = (parameter: string, value: unknown): Filter | null => {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const [field = '', op = Array.isArray(value) ? 'in' : 'eq'] = parameter.split('.')
  return { field, op: op as Filter['op'], values: (Array.isArray(value) ? value : [value]) as Filter['values'] }
}

/** The address parameters of the lines behind a row: each filter takes its value from the row or from the criteria. */
export function drillParameters(
  { filters, absent }: Pick<Drill, 'filters' | 'absent'>,
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
  return new URLSearchParams(printListQuery({ filters: [...found, ...empty] }))
}

/** Where the lines behind a row of a result are; undefined when the result has none or the caller may not see them. */
export function useDrill(screen: Screen, criteria: Criteria): ((row: Row) => string) | undefined {
  const client = useQueryClient()
  const drill = screen.result?.drill
  return useMemo(() => {
    const path = listPath(client, drill?.screen)
    if (!drill || !path) return undefined
    return (row) => `${path}?${drillParameters(drill, row, criteria).toString()}`
  }, [client, drill, criteria])
}
