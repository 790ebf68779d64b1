import { eachRecord } from '../engine/each-record.ts'
import { requestRun } from '../engine/integration/request-run.ts'
import type { Command } from './command.ts'

/** Puts a run of each integration into the queue, in the name of whoever asks. */
export const runIntegrations: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    await requestRun(context.tx, context.caller, record as unknown as { code: string; name: string; app_type: string })
    return 'done'
  })
