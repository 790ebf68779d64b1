import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { stripEmpty, type Screen, type SortKey } from '#src/definition'
import { markedTotals } from '#src/definition/mixed.ts'
import { printSortKey } from '#src/definition/sort-key.ts'
import { ApiError } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { worthRetrying } from '#src/data/query-client.ts'
import type { Row } from '#src/widgets/grid/aggregate.ts'
import type { Totals } from '#src/widgets/grid/grid-model.ts'
import { writeCriteria, type Criteria } from './result-criteria.ts'
import type { ResultRun } from './result-run.ts'

/** A question put to a report: the calls it is put to and what goes along. */
export interface Question {
  /** The screen whose fields the rows have. */
  readonly screen: Screen
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The same for the same question. */
  readonly key: string
}

export interface ResultPage {
  readonly records: readonly Row[]
  readonly total_record: number
  readonly totals: Totals
  readonly run: ResultRun
  /** Where nothing was found: the criteria that name a record which is not there. */
  readonly issues?: ApiError['issues']
}

export interface ResultGroup {
  readonly values: readonly unknown[]
  readonly count: number
  readonly totals: Totals
}

export interface ResultGroups {
  readonly groups: readonly ResultGroup[]
  readonly total_groups: number
}

/** The question that criteria put to a result screen. */
export function questionOf(screen: Screen, criteria: Criteria): Question {
  const path = screen.endpoint ?? screen.name
  const address = writeCriteria(criteria)
  address.sort()
  return { screen, path, body: stripEmpty(criteria), key: `${path}?${address.toString()}` }
}

const wait = 2

export const progressKey = (requestId: string) => ['result-progress', requestId] as const

/** Asks until the run is over, telling how far it is in between. */
async function follow<T extends object>(
  client: QueryClient,
  path: string,
  json: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const { response, status } = await api.answer<T | { readonly run: ResultRun }>('POST', path, {
      json: { ...json, wait },
      signal,
      background: true,
      reads: true,
    })
    if (status !== 202) return response as T
    // The server waits; an answer that comes at once must not become a storm of them.
    await new Promise((resolve) => setTimeout(resolve, 250))
    signal.throwIfAborted()
    client.setQueryData(progressKey(String(json['request_id'])), (response as { run: ResultRun }).run)
  }
}

const readPage = async (...asked: Parameters<typeof follow>): Promise<ResultPage> =>
  markedTotals(await follow<ResultPage>(...asked))

const retry = (failures: number, error: unknown): boolean =>
  !(error instanceof ApiError && error.status !== 0) && worthRetrying(failures, error)

const kept = { staleTime: Infinity, gcTime: 10 * 60_000, retry, meta: { quiet: true } } as const

export const pageSize = 100

export const runKey = (key: string, requestId: string) => ['result', key, requestId] as const

/** The first page of a run, once it is over. */
export const runQuery = (client: QueryClient, { path, body, key }: Question, requestId: string) =>
  queryOptions({
    queryKey: runKey(key, requestId),
    queryFn: ({ signal }) =>
      readPage(client, path, { ...body, request_id: requestId, page: 1, limit: pageSize }, signal),
    ...kept,
  })

export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly sort?: readonly SortKey[]
  readonly within?: Readonly<Record<string, unknown>>
}

const sortText = (sort: readonly SortKey[]): string => sort.map(printSortKey).join(',')

/** Any page of a run that is over, in any order, of a part of it. */
export const pageQuery = (
  client: QueryClient,
  { path, body, key }: Question,
  requestId: string,
  request: PageRequest,
) =>
  queryOptions({
    queryKey: ['result', key, requestId, 'page', request],
    queryFn: ({ signal }) => {
      const { page, limit, sort = [], within } = request
      const more = { ...(sort.length > 0 ? { sort: sortText(sort) } : {}), ...(within ? { within } : {}) }
      return readPage(client, path, { ...body, ...more, request_id: requestId, page, limit }, signal)
    },
    placeholderData: keepPreviousData,
    ...kept,
  })

/** Subtotals of a run that is over. */
export const groupsQuery = (
  client: QueryClient,
  { path, body, key }: Question,
  requestId: string,
  by: readonly string[],
) =>
  queryOptions({
    queryKey: ['result', key, requestId, 'groups', by],
    queryFn: async ({ signal }) => {
      const asked = { ...body, request_id: requestId, by: by.join(',') }
      const answer = await follow<ResultGroups>(client, `${path}/groups`, asked, signal)
      return { ...answer, groups: answer.groups.map(markedTotals) }
    },
    ...kept,
  })
