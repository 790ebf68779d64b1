import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { type Json, stripEmpty } from '#src/definition'
import { markedTotals } from '#src/definition/mixed.ts'
import { api } from './api.ts'
import { noteFormFieldsVersion } from './screens.ts'

/** A record as the server sends it: its fields beside its id and version. */
export type ApiRecord = { readonly id: number; readonly row_version: number } & Readonly<
  Record<string, Json | undefined>
>

/** Names of referenced records: field → key → label. */
export type RecordLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface RecordPage {
  readonly records: readonly ApiRecord[]
  readonly total_record: number | null
  readonly estimated?: boolean
  /** Where the next page begins, for `after`. */
  readonly next?: string | null
  readonly totals?: Readonly<Record<string, Json>>
  /** The columns of which several currencies keep a total from being one. */
  readonly mixed?: readonly string[]
  readonly labels?: RecordLabels
}

export type ListParameters = Readonly<Record<string, string>>

export const recordKeys = {
  all: (endpoint: string) => [endpoint] as const,
  lists: (endpoint: string) => [endpoint, 'list'] as const,
  list: (endpoint: string, parameters: ListParameters) => [endpoint, 'list', parameters] as const,
  one: (endpoint: string, id: number | string) => [endpoint, 'one', String(id)] as const,
  history: (endpoint: string, id: number | string) => [endpoint, 'history', String(id)] as const,
}

export interface ListRequest {
  readonly endpoint: string
  /** The screen's name, so that changed form_fields are noticed. */
  readonly screen: string
  readonly parameters: ListParameters
}

/** Reads one page of a collection; empty filter values are left out of the call. */
export async function readPage(
  client: QueryClient,
  { endpoint, screen, parameters }: ListRequest,
  signal: AbortSignal,
): Promise<RecordPage> {
  const query = stripEmpty(parameters) as Record<string, string>
  const { response, headers } = await api.answer<RecordPage>('GET', endpoint, { query, signal })
  noteFormFieldsVersion(client, screen, headers.get('x-form-fields-version'))
  return markedTotals(response)
}

/** One page of a collection. */
export const listQuery = (client: QueryClient, request: ListRequest) =>
  queryOptions({
    queryKey: recordKeys.list(request.endpoint, request.parameters),
    queryFn: ({ signal }) => readPage(client, request, signal),
  })

export const recordQuery = (endpoint: string, id: number | string) =>
  queryOptions({
    queryKey: recordKeys.one(endpoint, id),
    queryFn: ({ signal }) =>
      api.get<ApiRecord & { readonly labels?: RecordLabels }>(`${endpoint}/${encodeURIComponent(id)}`, { signal }),
  })

export interface HistoryEntry {
  readonly id: number
  readonly at: string
  readonly user_id: number | null
  /** The name of who changed it; null for the system. */
  readonly user: string | null
  readonly operation: 'insert' | 'update' | 'delete'
  readonly changes: Readonly<Record<string, readonly [Json, Json]>>
  readonly upload_id?: number | null
}

export const historyQuery = (endpoint: string, id: number | string, page = 1, limit = 50, field = '') =>
  queryOptions({
    queryKey: [...recordKeys.history(endpoint, id), page, limit, field] as const,
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly HistoryEntry[]; readonly total_record: number }>(
        `${endpoint}/${encodeURIComponent(id)}/history`,
        {
          query: { page, limit, ...(field ? { field } : {}) },
          signal,
        },
      ),
  })

/** What changes records; each call makes lists and records of the collection be asked for again. */
export const recordChanges = (client: QueryClient, endpoint: string) => {
  const changed = async <T>(result: T): Promise<T> => {
    await client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
    return result
  }
  return {
    create: async (values: Readonly<Record<string, unknown>>, query?: Record<string, string>): Promise<ApiRecord> =>
      changed(await api.post<ApiRecord>(endpoint, { json: values, query })),
    /** `values` holds row_version; throws ApiError ROW_CONFLICT with details.current when somebody was faster. */
    update: async (
      id: number | string,
      values: Readonly<Record<string, unknown>>,
      query?: Record<string, string>,
    ): Promise<ApiRecord> =>
      changed(await api.put<ApiRecord>(`${endpoint}/${encodeURIComponent(id)}`, { json: values, query })),
    remove: async (id: number | string): Promise<void> =>
      void (await changed(await api.delete(`${endpoint}/${encodeURIComponent(id)}`))),
    action: async <T = unknown>(action: string, body: Readonly<Record<string, unknown>>): Promise<T> =>
      changed(await api.post<T>(`${endpoint}/actions/${encodeURIComponent(action)}`, { json: body })),
  }
}
