import { interchangeFor, sentAmount } from '../../claims/answer-claim.ts'
import { changeRecord } from '../../claims/change-record.ts'
import { applyResponses } from '../../claims/apply-responses.ts'
import { claimAsText } from '../../claims/claim-as-text.ts'
import { judgeClaims } from '../../claims/judge.ts'
import { outgoing } from '../../claims/kinds.ts'
import { organizationName } from '../../claims/organization-name.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { FileStore } from '../../engine/files/file-store.ts'
import { writeFile } from '../../engine/files/write-file.ts'
import { lockOne } from '../../engine/one.ts'
import { AppError } from '../../errors.ts'
import type { Command } from '../command.ts'

/** Sends our own claims: checks them once more and writes the file for the supplier, in the claim's format or as an 844. */
export const submitClaim =
  (files: FileStore): Command =>
  (context) => {
    const { tx, caller, screen, screens } = context
    const { organizationId } = caller
    return eachRecord(context, context.targets, async ({ record }) => {
      const claim = String(record['claim_number'])
      await judgeClaims(tx, screens, outgoing, organizationId, [claim])
      const current = await lockOne(tx, screen, organizationId, record.id)
      if (!current || Number(current['error_lines']) > 0)
        throw new AppError('WRONG_STATE', {
          message: `${String(current?.['error_lines'])} of its lines have to be repaired or denied first.`,
        })
      const asked = await sentAmount(tx, organizationId, claim)
      const now = new Date().toISOString()
      const written = await claimAsText(tx, organizationId, current)
      const file = written ?? {
        name: `${claim}-844.edi`,
        type: 'text/plain',
        content: Buffer.from(
          await interchangeFor(tx, current, {
            kind: outgoing,
            organizationId,
            date: now.slice(0, 10),
            time: now.slice(11, 16),
            ownName: await organizationName(tx, organizationId),
          }),
        ),
      }
      await changeRecord(context, current, {
        claim_status: 'submitted',
        submitted_by: caller.email,
        submitted_at: now,
        open_amount: asked,
        submission_file: await writeFile(files, context, 'submission_file', file),
      })
      // Answers that came before it was sent wait for it.
      await applyResponses(tx, organizationId, [claim])
      return 'done'
    })
  }
