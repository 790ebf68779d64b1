import type { Screen } from '#src/definition'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { listQuery, type ListParameters, type ListRequest } from '#src/data/records.ts'
import { scopeParameters, type ListState } from './list-state.ts'

const sortParameter = (state: ListState): string =>
  state.sort.map((key) => `${key.descending ? '-' : ''}${key.field}`).join(',')

/** The fields the page needs: what is shown, and what rows are linked, titled and checked by. */
function neededFields(screen: Screen, state: ListState): string[] {
  const currencies = screen.fields.flatMap((field) =>
    field.currency && screen.fields.some((other) => other.name === field.currency) ? [field.currency] : [],
  )
  return [
    ...new Set([
      ...state.columns,
      ...(screen.table?.key ?? []),
      ...(screen.title ? [screen.title] : []),
      ...currencies,
    ]),
  ]
}

export function pageParameters(screen: Screen, state: ListState, after: string | undefined): ListParameters {
  const sort = sortParameter(state)
  return {
    ...scopeParameters(state),
    ...(sort ? { sort } : {}),
    columns: neededFields(screen, state).join(','),
    limit: String(state.limit),
    ...(after ? { after } : state.page > 1 ? { page: String(state.page) } : {}),
    count: 'none',
  }
}

// The screen says itself what failed, so no notification comes on top.
const meta = { quiet: true } as const

/** The rows of a page; the previous page stays until they arrive. */
export const pageQuery = (client: QueryClient, request: ListRequest) => ({
  ...listQuery(client, request),
  placeholderData: keepPreviousData,
  meta,
})

export const summaryParameters = (screen: Screen, state: ListState, exact: boolean): ListParameters => ({
  ...scopeParameters(state),
  limit: '1',
  columns: 'id',
  count: exact ? 'exact' : 'estimate',
  ...(Object.keys(screen.list?.totals ?? {}).length > 0 ? { totals: 'true' } : {}),
})

/** Count and totals of the filtered result, asked for beside the rows so that these never wait. */
export const summaryQuery = (client: QueryClient, request: ListRequest) => ({
  ...listQuery(client, request),
  placeholderData: keepPreviousData,
  meta,
})
