import { eachRecord, type Outcome } from '../../engine/each-record.ts'
import { keepPreview } from '../../engine/mass/preview-mass.ts'
import { AppError } from '../../errors.ts'
import type { CommandContext } from '../command.ts'
import type { MassUpdate } from './plan.ts'
import { massMembership, membersOf } from './work.ts'

/** Foresees what a mass update would come to, membership by membership. */
export const previewMass = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    massMembership.records(context)
    const rows = await membersOf(context, record as MassUpdate)
    if (rows.length === 0)
      throw new AppError('NOT_FOUND', { message: 'No membership fits what was chosen. Loosen the choice.' })
    await keepPreview(massMembership, context, record, rows)
    return 'done'
  })
