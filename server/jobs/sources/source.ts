import type { AllowedHosts } from '../../engine/integration/allowed-hosts.ts'
import type { JobContext } from '../job-type.ts'

/** An integration as its record says, with the password or token it keeps. */
export interface IntegrationRecord {
  readonly id: number
  readonly code: string
  readonly source_type: string
  readonly secret: string | null
  readonly [field: string]: unknown
}

export interface SourceContext extends Pick<JobContext, 'signal' | 'log' | 'progress'> {
  readonly integration: IntegrationRecord
  readonly hosts: AllowedHosts
  /** Only looked at, for a sample: nothing is moved or deleted where it comes from, and the first file is enough. */
  readonly isLook?: boolean
  /** Bytes; more than that is not taken. */
  readonly limit: number
  /** Writes one file among those the run takes in, whole or not at all. */
  readonly write: (name: string, content: AsyncIterable<Uint8Array | string>) => Promise<void>
}

/** Brings what an integration takes in as files with columns; throws AppError with words when the other side does not give it. */
export type Source = (context: SourceContext) => Promise<void>
