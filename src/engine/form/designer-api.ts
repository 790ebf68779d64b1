import type { Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { recordKeys } from '#src/data/records.ts'
import type { DesignDelta, DesignLayer, StoredDesign } from './designer-model.ts'

/** A screen as the people of a layer see it, with everything stored about its form. */
export interface StoredForm {
  readonly effective: Screen
  readonly stored: readonly StoredDesign[]
  /** Fields that these people may not see. */
  readonly denied: readonly string[]
}

export interface Audiences {
  readonly roles: readonly { readonly id: number; readonly name: string; readonly users: number }[]
  readonly users: readonly { readonly id: number; readonly name: string; readonly role: string | null }[]
  readonly applications: readonly string[]
}

export interface Impact {
  readonly people: readonly { readonly role: string; readonly users: number }[]
  readonly without: readonly { readonly field: string; readonly roles: readonly string[] }[]
  readonly fields: readonly {
    readonly field: string
    readonly label: string
    readonly effects: readonly string[]
    readonly views: readonly string[]
    readonly formats: readonly string[]
    readonly results: readonly string[]
    readonly invalid: { readonly count: number | null; readonly reason: string } | null
  }[]
}

export interface Version {
  readonly id: number
  readonly at: string
  readonly user: string | null
  readonly taken_back: number | null
  readonly changes: readonly (DesignLayer & {
    readonly field_id: string
    readonly before: DesignDelta | null
    readonly after: DesignDelta | null
  })[]
}

export interface Reason extends DesignLayer {
  /** What it was said of, where that is another form beneath. */
  readonly form: string | null
  readonly who: string | null
  readonly application: string | null
  readonly property: string
  readonly from: unknown
  readonly to: unknown
  readonly user: string | null
  readonly at: string
}

export interface Lost {
  readonly kind: 'field' | 'view' | 'format'
  readonly id: number
  readonly form_id: string | null
  readonly name: string
  readonly reason: string
}

interface Page<T> {
  readonly records: readonly T[]
}

const key = (...parts: readonly unknown[]) => [...recordKeys.all('form_fields'), ...parts] as const
const quiet = { quiet: true }

export const designQuery = (form_id: string, layer: DesignLayer) => ({
  queryKey: key('design', form_id, layer),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<StoredForm>('form_fields/design', { query: { form_id, ...layer }, signal }),
  meta: quiet,
})

export const audiencesQuery = {
  queryKey: key('audiences'),
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Audiences>('form_fields/audiences', { signal }),
  meta: quiet,
}

export const versionsQuery = (form_id: string) => ({
  queryKey: key('versions', form_id),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Page<Version>>('form_fields/versions', { query: { form_id }, signal })).records,
  meta: quiet,
})

export const whyQuery = (form_id: string, field_id: string, layer: DesignLayer) => ({
  queryKey: key('why', form_id, field_id, layer),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await api.get<{ readonly reasons: readonly Reason[] }>('form_fields/why', {
        query: { form_id, field_id, ...layer },
        signal,
      })
    ).reasons,
  meta: quiet,
})

export const lostQuery = {
  queryKey: key('lost'),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Page<Lost>>('form_fields/lost', { signal })).records,
  meta: quiet,
}
