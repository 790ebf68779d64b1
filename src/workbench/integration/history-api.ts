import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'

export interface Integration {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly active: boolean | null
  readonly source_type: string
  readonly folder: string | null
  readonly url: string | null
  readonly db_table: string | null
  readonly sftp_host?: string | null
  readonly mapping: string
}

/** A source held against the records. */
interface Reconciliation {
  readonly source_lines: number
  readonly left_out: number
  readonly rejected: number
  readonly source_count: number
  readonly target_count: number
  readonly different: number
  readonly control_field: string | null
  readonly source_sum: number | string | null
  readonly target_sum: number | string | null
  readonly reconciled: boolean
  readonly target: string
}

export interface RunFile {
  readonly name: string
  readonly upload_id: number | null
  /** Why it could not even be read. */
  readonly outcome: string | null
  readonly state: string | null
  readonly rows: number | null
  readonly counts: Readonly<Record<string, number>> | null
  readonly kept: boolean | null
  readonly reconciliation: Reconciliation | null
}

export interface IntegrationRun {
  readonly id: number
  readonly number: number
  readonly name: string
  readonly status: string
  readonly started_by: string | null
  readonly started_at: string | null
  readonly seconds: string | null
  readonly message: string | null
  readonly rejected: number | null
  readonly files: readonly RunFile[]
}

interface History {
  readonly integration: Integration
  readonly records: readonly IntegrationRun[]
  readonly total_record: number
}

export const pageSize = 20

/** A page of the runs of an integration, the newest first. */
export const historyQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['integration-history', id, page],
    queryFn: ({ signal }) =>
      api.get<History>('integration-setup/history', {
        query: { id, page: String(page), limit: String(pageSize) },
        signal,
      }),
    meta: { quiet: true },
  })
