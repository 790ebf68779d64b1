import { eachRecord } from '../engine/each-record.ts'
import {
  cancelRun,
  enqueueOrJoin,
  type JobDefinition,
  repeatRun,
  runOf,
  waitsAlready,
} from '../engine/jobs/run-record.ts'
import type { Command } from './command.ts'

/** Puts a run of each job into the queue, in the name of whoever asks; one that waits there already is told. */
export const runBatchJobs: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller } = context
    const job = record as unknown as JobDefinition
    const request = { userId: caller.userId, startedBy: caller.email }
    const { id, joined } = await enqueueOrJoin(tx, runOf(caller.organizationId, job, request))
    return joined ? { skipped: waitsAlready(id) } : 'done'
  })

/** Cancels runs that wait or are at work; WRONG_STATE for those that have ended. */
export const cancelBatchRuns: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    await cancelRun(context.tx, context.caller.organizationId, record.id)
    return 'done'
  })

/** Puts runs that failed or were cancelled into the queue once more, in the name of whoever asks; WRONG_STATE for others. */
export const repeatBatchRuns: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    await repeatRun(context.tx, context.caller, record.id)
    return 'done'
  })
