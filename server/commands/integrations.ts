import { eachRecord } from '../engine/each-record.ts'
import { requestRun } from '../engine/integration/request-run.ts'
import { waitsAlready } from '../engine/jobs/run-record.ts'
import type { Command } from './command.ts'

/** Puts a run of each integration into the queue, in the name of whoever asks; one that waits there already is told. */
export const runIntegrations: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const integration = record as unknown as { code: string; name: string; app_type: string }
    const { id, joined } = await requestRun(context.tx, context.caller, integration)
    return joined ? { skipped: waitsAlready(id) } : 'done'
  })
