import { interchangeFor } from '../../claims/answer-claim.ts'
import { postingDays } from '../../calculation/fiscal-calendar.ts'
import { changeRecord } from '../../claims/change-record.ts'
import { incoming } from '../../claims/kinds.ts'
import { postClaim } from '../../claims/post-claim.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { booksDay } from '../../caller-day.ts'
import type { FileStore } from '../../engine/files/file-store.ts'
import { writeFile } from '../../engine/files/write-file.ts'
import type { Command } from '../command.ts'
import { organizationName } from '../../claims/organization-name.ts'

/** Posts what was approved of claims as payments, once only, and writes the answers (849) to them. */
export const reconcileClaim =
  (files: FileStore): Command =>
  async (context) => {
    const { tx, caller, parameters } = context
    const dayFor = await postingDays(tx, caller, booksDay(caller))
    const { organizationId, userId } = caller
    const date = String(parameters['posting_date'])
    return eachRecord(context, context.targets, async ({ record }) => {
      const claim = String(record['claim_number'])
      const paid = await postClaim(tx, {
        organizationId,
        userId,
        claim,
        payee: String(record['claimant']),
        dayFor: (application) => dayFor(application, date),
      })
      const now = new Date().toISOString()
      const answer = await interchangeFor(tx, record, {
        kind: incoming,
        organizationId,
        date: now.slice(0, 10),
        time: now.slice(11, 16),
        ownName: await organizationName(tx, organizationId),
      })
      const file = { name: `${claim}-849.edi`, type: 'text/plain', content: Buffer.from(answer) }
      // One that was paid stays so: what was agreed in a dispute since is posted beside what its payment was for.
      const isPaid = record['claim_status'] === 'paid'
      await changeRecord(context, record, {
        ...(isPaid ? {} : { claim_status: 'reconciled', reconciled_at: now, posting_date: date }),
        paid_amount: paid,
        unposted_amount: null,
        response_file: await writeFile(files, context, 'response_file', file),
      })
      return 'done'
    })
  }
