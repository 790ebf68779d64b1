import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { ApiError } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'

export type ParameterType = 'text' | 'number' | 'date' | 'flag'

export interface QueryParameter {
  readonly name: string
  readonly type: ParameterType
  /** Its usual value. */
  readonly value?: string | null
}

/** A statement that is kept under a name. */
export interface SavedQuery {
  readonly id: number
  readonly row_version: number
  readonly name: string
  readonly description?: string | null
  readonly application_type?: string | null
  readonly statement: string
  readonly parameters?: readonly QueryParameter[] | null
  readonly shared: boolean
  /** The email address of who wrote it. */
  readonly owner: string
}

export interface TableColumn {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly refers?: string
}

export interface WorkbenchTable {
  readonly name: string
  readonly label: string
  readonly area: string
  readonly columns: readonly TableColumn[]
}

export interface ResultColumn {
  readonly name: string
  readonly kind: 'text' | 'number' | 'date' | 'dateTime' | 'flag' | 'json'
}

/** Why a statement did not run; line and column are counted from 1. */
export interface SqlProblem {
  readonly message: string
  readonly hint?: string
  readonly position?: { readonly line: number; readonly column: number }
}

export interface SqlRun {
  readonly id: number
  readonly request_id: string
  readonly query_id: number | null
  readonly statement: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly state: 'waiting' | 'running' | 'complete' | 'cancelled' | 'failed'
  readonly columns: readonly ResultColumn[] | null
  readonly rows: number
  readonly cut: boolean
  readonly problem: SqlProblem | null
  readonly started_at: string
  readonly milliseconds: number
}

export interface RunPage extends SqlRun {
  readonly records: readonly (readonly unknown[])[]
  readonly page: number
  readonly limit: number
}

/** What is run: the statement of the editor with the values of its parameters, as the query it belongs to. */
export interface Asked {
  readonly id: number | null
  readonly statement: string
  readonly declared: readonly QueryParameter[]
}

export const rowsOfPage = 100

export const queriesKey = ['sql-work-bench', 'queries'] as const
export const runsKey = ['sql-work-bench', 'runs'] as const

export const queriesQuery = queryOptions({
  queryKey: queriesKey,
  queryFn: async ({ signal }) =>
    (await api.get<{ records: SavedQuery[] }>('sql-work-bench', { query: { limit: '500', sort: 'name' }, signal }))
      .records,
  meta: { quiet: true },
})

export const tablesQuery = queryOptions({
  queryKey: ['sql-work-bench', 'tables'],
  queryFn: async ({ signal }) =>
    (await api.get<{ records: WorkbenchTable[] }>('sql-work-bench/tables', { signal })).records,
  staleTime: 60_000,
  meta: { quiet: true },
})

export const runsQuery = queryOptions({
  queryKey: runsKey,
  queryFn: async ({ signal }) => (await api.get<{ records: SqlRun[] }>('run-sql-work-bench', { signal })).records,
  meta: { quiet: true },
})

export const runPageQuery = (requestId: string, page: number) =>
  queryOptions({
    queryKey: ['sql-work-bench', 'run', requestId, page],
    queryFn: ({ signal }) =>
      api.get<RunPage>(`run-sql-work-bench/${requestId}`, {
        query: { page: String(page), limit: String(rowsOfPage) },
        signal,
      }),
    staleTime: Infinity,
    meta: { quiet: true },
  })

const withId = (call: string, id: number | null): string => (id === null ? call : `${call}/${id}`)

const bodyOf = ({ statement, declared }: Asked) => ({
  statement,
  declared,
  parameters: Object.fromEntries(declared.map(({ name, value }) => [name, value ?? null])),
})

export const runStatement = (asked: Asked, requestId: string) =>
  api.post<RunPage>(withId('run-sql-work-bench', asked.id), {
    query: { request_id: requestId },
    json: bodyOf(asked),
    reads: true,
  })

export const cancelRun = (requestId: string) => api.delete(`run-sql-work-bench/${requestId}`)

export const downloadResult = (asked: Asked, format: 'csv' | 'xlsx', decimal: '.' | ',', signal: AbortSignal) =>
  download(withId('download-sql-work-bench-result', asked.id), {
    method: 'POST',
    query: { format, decimal },
    json: bodyOf(asked),
    reads: true,
    signal,
  })

export const mailResult = (asked: Asked, signal: AbortSignal) =>
  api.answer('POST', withId('download-sql-work-bench-result', asked.id), {
    query: { send_mail: 'true' },
    json: bodyOf(asked),
    signal,
  })

/** What a failed run says of its statement; null where the call failed for another reason. */
export function problemIn(error: unknown): SqlProblem | null {
  if (!(error instanceof ApiError)) return null
  return (error.details as { problem?: SqlProblem } | undefined)?.problem ?? null
}
