import type { Caller } from '../authorize.ts'
import type { JobRun, Severity } from '../engine/jobs/run-record.ts'
import type { FileValue } from '../engine/files/file-record.ts'
import type { Tx } from '../store/database.ts'

/** What a job hands to its type. */
export interface JobContext {
  /** Ends with the run: what is written through it is there when the run is complete, and only then. */
  readonly tx: Tx
  readonly run: JobRun
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Adds a line to the message log. */
  readonly log: (severity: Severity, message: string) => void
  readonly progress: (phase: string, done: number, total: number) => void
}

/** What a run hands over outside of the database, where the end of a transaction takes nothing back. */
export interface Delivery {
  /** Hands it over: called once nobody can cancel the run any more, just before the run is complete. */
  readonly handOver: () => Promise<void>
  /** Leaves nothing of it behind: called where the run is cancelled or does not go through after all. */
  readonly takeBack: () => Promise<void>
  /** What is said of a run that was cancelled. */
  readonly cancelled: string
}

/** What a run came to. */
export interface JobResult {
  readonly message: string
  /** Something was refused: whoever looks after the job has to look at it. */
  readonly isPartial?: boolean
  readonly inserted?: number
  readonly updated?: number
  readonly unchanged?: number
  readonly rejected?: number
  readonly output?: FileValue
  readonly delivery?: Delivery
}

/**
 * Does the work of a run. It may begin anew after its process went away: what it does outside of `tx` has to find out what
 * is done already. Throws AppError with words for the user; the run is tried again then, as often as its job says.
 */
export type JobType = (context: JobContext) => Promise<JobResult>

/** The types of jobs by the names that records give them. */
export type JobTypes = Readonly<Record<string, JobType>>
