import { fillPath } from '#src/definition'
import { eachRecord } from '../../engine/each-record.ts'
import { demandEdit } from '../../promotions/access.ts'
import { copyScenario, type CopyOrder } from '../../promotions/copy-scenario.ts'
import { toScenario } from '../../promotions/scenario.ts'
import type { Command } from '../command.ts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Makes a draft of each scenario, as a clone, an extension or one that closes early; hands its page over. */
export const copyPromotionScenario: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller, parameters, screen } = context
    await demandEdit(tx, caller, toScenario(record))
    const id = await copyScenario(context, record, {
      relation: parameters['relation'] as CopyOrder['relation'],
      description: text(parameters['description']),
      valid_from: text(parameters['valid_from']),
      valid_to: text(parameters['valid_to']),
    })
    return { given: fillPath(screen.form!.edit, { id }) }
  })
