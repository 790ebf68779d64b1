import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Screen, ScreenDefinition } from '#src/definition'
import { api } from '#src/data/api.ts'

export type DesignState = 'draft' | 'published' | 'retired'

/** A definition as the list of the studio shows it. */
export interface StudioEntry {
  readonly name: string
  readonly label: string
  readonly plural: string
  readonly area: string
  /** A summary adds up records; another result has code of the product. */
  readonly kind: 'records' | 'summary' | 'result' | 'page'
  readonly fields: number
  /** Where it is opened; null while it is not in use. */
  readonly path: string | null
  readonly origin: 'product' | 'own'
  readonly state: DesignState
  readonly has_draft: boolean
  /** False where something in it is wrong. */
  readonly fits: boolean
  readonly updated_at: string | null
  readonly updated_by_name: string | null
}

/** What is wrong at one place of a definition. */
export interface DesignIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly fix?: string
}

/** A screen of the own organisation, as it is kept. */
export interface Design {
  readonly name: string
  readonly row_version: number
  readonly state: DesignState
  readonly version: number
  readonly has_draft: boolean
  readonly definition: ScreenDefinition
  readonly in_use: ScreenDefinition | null
  readonly updated_at: string
  readonly updated_by_name: string | null
}

export interface RoleAccess {
  readonly role: number
  readonly name: string
  readonly may: readonly string[]
  readonly hidden: readonly string[]
  readonly read_only: readonly string[]
}

/** Everything the studio knows about one screen. */
export interface Portrait {
  readonly name: string
  readonly definition: ScreenDefinition
  /** null: a screen of the product. */
  readonly own: Design | null
  readonly issues: readonly DesignIssue[]
  readonly screen: Screen | null
  /** The fields that the organisation has added to it. */
  readonly attributes: ScreenDefinition['fields']
  readonly used_by: readonly {
    readonly screen: string
    readonly label: string
    readonly how: string
    readonly field: string
  }[]
  readonly addresses: {
    readonly calls: readonly string[]
    readonly pages: readonly { readonly path: string; readonly kind: string }[]
  } | null
  readonly roles: readonly RoleAccess[]
  readonly kept: {
    readonly records: number | null
    readonly layers: readonly { readonly layer: string; readonly field_id: string }[]
    readonly views: number
    readonly formats: number
  } | null
}

/** What the server says of a definition that is being drawn up. */
export interface Checked {
  readonly issues: readonly DesignIssue[]
  readonly screen: Screen | null
  /** What publishing does to the table, in words. */
  readonly plan: readonly string[]
}

export interface DesignVersion {
  readonly version: number
  readonly operation: 'published' | 'retired' | 'revived'
  readonly note: string | null
  readonly at: string
  readonly definition: ScreenDefinition
  readonly user_name: string | null
}

const all = ['studio'] as const
const at = (name: string) => `studio/screens/${encodeURIComponent(name)}`

export const studioEntriesQuery = queryOptions({
  queryKey: [...all, 'screens'],
  queryFn: async ({ signal }) => (await api.get<{ records: StudioEntry[] }>('studio/screens', { signal })).records,
  meta: { quiet: true },
})

export const portraitQuery = (name: string) =>
  queryOptions({
    queryKey: [...all, 'screen', name],
    queryFn: ({ signal }) => api.get<Portrait>(at(name), { signal }),
    meta: { quiet: true },
  })

export const versionsQuery = (name: string) =>
  queryOptions({
    queryKey: [...all, 'versions', name],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: DesignVersion[] }>(`${at(name)}/versions`, { signal })).records,
    meta: { quiet: true },
  })

/** What is wrong with a definition, and what it would look like. */
export const checkQuery = (definition: unknown) =>
  queryOptions({
    queryKey: [...all, 'check', JSON.stringify(definition)],
    queryFn: ({ signal }) => api.post<Checked>('studio/check', { json: { definition }, signal, reads: true }),
    meta: { quiet: true },
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** The first rows that a result has as it is drawn up, asked with the defaults of its criteria. */
export const tryQuery = (definition: unknown) =>
  queryOptions({
    queryKey: [...all, 'try', JSON.stringify(definition)],
    queryFn: ({ signal }) =>
      api.post<{ records: Readonly<Record<string, unknown>>[]; total_record: number }>('studio/try', {
        json: { definition },
        signal,
        reads: true,
      }),
    meta: { quiet: true },
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })

export const beginDesign = (json: {
  name?: string
  from?: string
  adds_up?: string
  label?: readonly [string, string]
  area?: string
  definition?: unknown
}) => api.post<Design>('studio/screens', { json })

export const saveDesign = (name: string, row_version: number, definition: unknown) =>
  api.put<Design>(at(name), { json: { definition, row_version } })

export const discardDesign = (name: string) => api.delete(at(name))

export const moveDesign = (
  name: string,
  step: 'publish' | 'retire',
  json: { row_version: number; note: string | null },
) => api.post<Design>(`${at(name)}/${step}`, { json })

/** Where the definition is fetched as a file. */
export const exportPath = (name: string): string => `${at(name)}/export`

/** After a change: the studio looks again; when a screen came or went, menu and routes do too. */
export async function afterDesign(client: QueryClient, { shell }: { shell: boolean }): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: all }),
    ...(shell
      ? [
          client.invalidateQueries({ queryKey: ['bootstrap'] }),
          client.invalidateQueries({ queryKey: ['navigation'] }),
          client.invalidateQueries({ queryKey: ['place'] }),
          client.invalidateQueries({ queryKey: ['screen'] }),
          client.invalidateQueries({ queryKey: ['screens'] }),
        ]
      : []),
  ])
}
