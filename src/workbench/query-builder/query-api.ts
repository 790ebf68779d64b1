import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Field, Operator } from '#src/definition'
import { type Query, queryLinesName, queryScreenName, type QueryType } from '#src/definition/query/query.ts'
import { api } from '#src/data/api.ts'

/** A saved query as its list tells it. */
export interface QueryEntry {
  readonly id: number
  readonly row_version: number
  readonly name: string
  readonly description: string | null
  readonly query_type: QueryType
  readonly app_type: string | null
  readonly audience: 'own' | 'role' | 'everyone'
  readonly role_id: number | null
  readonly role_name: string | null
  readonly opens_in_grid: boolean
  readonly owner_name: string | null
  readonly updated_at: string
  readonly mine: boolean
  readonly may_change: boolean
  readonly table_name: string
  readonly questions: number
}

export interface QueryFormat extends Omit<QueryEntry, 'table_name' | 'questions'> {
  readonly query: Query
}

export interface QueryTable {
  readonly table_name: string
  readonly table_description: string
  readonly area: string
  readonly applications: readonly string[] | null
}

export type OfferedField = Field & {
  readonly operators: readonly Operator[]
  readonly is_key: boolean
  readonly is_attribute: boolean
}

export interface RelatedOffer {
  readonly label: string
  readonly plural: string
  readonly screen?: string
  readonly by?: string
  readonly rows?: string
  readonly fields?: readonly OfferedField[]
  readonly references?: TableFields['references']
}

/** Everything a query about some records can be made of. */
export interface TableFields {
  readonly table_name: string
  readonly table_description: string
  readonly singular: string
  readonly records: readonly OfferedField[]
  readonly references: readonly {
    readonly field: string
    readonly label: string
    readonly table_name: string
    readonly table_description: string
  }[]
  readonly related: readonly RelatedOffer[]
}

export interface Preview {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly has_more: boolean
  readonly fields: readonly Field[]
  readonly columns: readonly string[]
}

const all = ['queries'] as const

// The sub-applications that work with the queries of every application.
const everyApplication: ReadonlySet<string> = new Set(['Collaboration Portal', 'Audit Lab'])

export interface FormatsAsked {
  readonly type: QueryType
  readonly application: string | null
  readonly page: number
  readonly search: string
  readonly whose: '' | 'mine' | 'shared'
}

export const formatsPage = 50

export const formatsQuery = ({ type, application, page, search, whose }: FormatsAsked) =>
  queryOptions({
    queryKey: [...all, 'formats', type, application, page, search, whose],
    queryFn: ({ signal }) =>
      api.get<{ records: QueryEntry[]; total_record: number }>('dynamic-query-formats-all', {
        query: {
          page,
          limit: formatsPage,
          query_type: type,
          ...(application && !everyApplication.has(application) ? { app_type: application } : {}),
          ...(search ? { search } : {}),
          ...(whose ? { whose } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

export const formatQuery = (id: number) =>
  queryOptions({
    queryKey: [...all, 'format', id],
    queryFn: ({ signal }) => api.get<QueryFormat>('dynamic-query-format', { query: { format_id: id }, signal }),
    meta: { quiet: true },
    staleTime: 0,
  })

export const tablesQuery = queryOptions({
  queryKey: [...all, 'tables'],
  queryFn: async ({ signal }) =>
    (await api.get<{ records: QueryTable[] }>('dynamic-query-table-determination', { signal })).records,
  staleTime: 5 * 60_000,
  meta: { quiet: true },
})

const tableKey = 'table_name'

export const fieldsQuery = (table: string) =>
  queryOptions({
    queryKey: [...all, 'fields', table],
    queryFn: async ({ signal }) => {
      const fields = await api.get<TableFields>('dynamic-query-fields', { query: { table_description: table }, signal })
      // Other pages of this tab begin with the records that were asked about last.
      sessionStorage.setItem(tableKey, fields.table_name)
      return fields
    },
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  })

/** The records that somebody asked about last in this tab. */
export const lastTable = (): string | null => sessionStorage.getItem(tableKey)

export const previewQuery = (query: Query) =>
  queryOptions({
    queryKey: [...all, 'preview', JSON.stringify(query)],
    queryFn: ({ signal }) =>
      api.post<Preview>('dynamic-query/preview', { json: { query }, signal, reads: true, background: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })

/** What is saved of a query beside what it asks. */
export interface FormatDraft {
  readonly name: string
  readonly description: string | null
  readonly query_type: QueryType
  readonly app_type: string | null
  readonly audience: QueryFormat['audience']
  readonly role_id: number | null
  readonly opens_in_grid: boolean
}

export const createFormat = (draft: FormatDraft, query: Query) =>
  api.post<QueryFormat>('dynamic-query-format', { json: { ...draft, query } })

export const changeFormat = (
  { id, row_version }: Pick<QueryFormat, 'id' | 'row_version'>,
  draft: FormatDraft,
  query: Query,
) => api.put<QueryFormat>(`dynamic-query-format/${id}`, { json: { ...draft, query, row_version } })

export const deleteFormat = (id: number) => api.answer('DELETE', 'dynamic-query-format', { query: { id } })

export const cloneFormat = (id: number) => api.answer<QueryFormat>('POST', `dynamic-query-format/clone/${id}`)

export const sendResult = (json: {
  format_id: number
  parameters: Readonly<Record<string, unknown>>
  format: 'xlsx' | 'csv' | 'pdf'
  email_address: string
}) => api.answer('POST', 'download-dynamic-query-result', { json: { ...json, send_mail: true } })

/** After a change of saved queries: lists, the result a query is, and what was kept of its runs are asked for anew. */
export async function afterSaving(client: QueryClient, id?: number): Promise<void> {
  if (id !== undefined) {
    client.removeQueries({ queryKey: ['screen', queryScreenName(id)] })
    client.removeQueries({ queryKey: ['screen', queryLinesName(id)] })
    client.removeQueries({
      queryKey: ['result'],
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith(`dynamic-query/${id}.`),
    })
    client.removeQueries({ queryKey: [...all, 'format', id] })
  }
  await client.invalidateQueries({ queryKey: [...all, 'formats'] })
}
