import { changeRecord } from '../../claims/change-record.ts'
import { buildStatement } from '../../claims/statement.ts'
import { statementOf } from '../../claims/statement-of.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { Command } from '../command.ts'

/** Works statements out anew. */
export const rebuildStatement: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const figures = await buildStatement(context.tx, statementOf(record, context.caller))
    await changeRecord(context, record, { ...figures })
    return 'done'
  })
