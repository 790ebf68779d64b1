import type { FastifyBaseLogger } from 'fastify'
import type { Screen } from '#src/definition'
import type { Command } from './commands/command.ts'
import type { Config } from './config.ts'
import type { ResultRuns } from './engine/result-runs.ts'
import type { JobTypes } from './jobs/job-type.ts'
import type { SessionServices } from './session/services.ts'
import type { Database } from './store/database.ts'
import type { Reader } from './store/reader.ts'

/** What every route plugin is handed. */
export interface Services {
  readonly db: Database
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** Every screen, normalized, in the order of their files. */
  readonly screens: readonly Screen[]
  readonly session: SessionServices
  /** Results that are being worked out. */
  readonly runs: ResultRuns
  /** Runs statements that users wrote; without it none are run. */
  readonly reader?: Reader
  /** Commands beside the product's own, by the names that definitions give them. */
  readonly commands?: Readonly<Record<string, Command>>
  /** Types of jobs beside the product's own. */
  readonly jobTypes?: JobTypes
}
