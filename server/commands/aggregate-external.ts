import { eachRecord } from '../engine/each-record.ts'
import { aggregateExternal } from '../profit/aggregate.ts'
import type { Command } from './command.ts'

/** Adds the imported figures of sources up into figures of their drivers. */
export const aggregateExternals: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller, parameters } = context
    const end = (name: string) => (parameters[name] as string | null | undefined) ?? null
    const { figures, kept, written } = await aggregateExternal(tx, caller, record as never, {
      from: end('period_from'),
      to: end('period_to'),
    })
    if (figures === 0) return { skipped: 'There are no imported figures of these periods' }
    if (written === 0) return { skipped: `All its ${kept} periods are maintained by hand` }
    return 'done'
  })
