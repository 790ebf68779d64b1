import { eachRecord, type Outcome } from '../engine/each-record.ts'
import { updateRecord } from '../engine/write.ts'
import type { CommandContext } from './command.ts'

/**
 * Writes the parameters into the fields of the same names of every record, each as if it had been edited by hand; a record
 * that does not take them stays as it is and is named with the reason.
 */
export const setValues = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) =>
    (await updateRecord(context, record.id, { ...context.parameters }))
      ? 'done'
      : { skipped: 'It has these values already' },
  )
