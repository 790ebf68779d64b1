import { changeRecord } from '../claims/change-record.ts'
import { keepRequest } from '../engine/approval/requests.ts'
import { eachRecord } from '../engine/each-record.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import type { Command } from './command.ts'

/**
 * Takes a payment file back that nobody has sent: its postings are approved as before and go into the next file. What was taken back in
 * the belief that it had been paid never left the house: it and its opposite are `reversed` at once. Refused once something tells that the
 * file was sent.
 */
export const takeBackPaymentFile: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const number = String(record['run_number'])
    const screen = screenNamed(context.screens, 'financial-posting')!
    const postings: WriteContext = { ...context, screen, hooks: {} }
    const held = await lockHeld(postings, number)
    await demandUnsent(context, number)
    for (const { id } of held)
      await release(postings, (await lockOne(context.tx, screen, context.caller.organizationId, id))!)
    await changeRecord(context, record, {
      status: 'void',
      result: `Taken back. It held ${held.length} ${held.length === 1 ? 'posting' : 'postings'} of ${Number(record['total']).toFixed(2)} ${String(record['currency'])}.`,
      payments: 0,
      postings: 0,
      total: '0',
      file: null,
      taken_back_by: context.caller.email,
      taken_back_at: new Date().toISOString(),
      take_back_reason: String(context.parameters['reason']),
    })
    return 'done'
  })

/** In the order in which the job locks what it pays. */
const lockHeld = ({ tx, caller }: WriteContext, number: string) =>
  tx.query<{ id: number }>(sql`
    select f.id from financial_posting f
     where f.organization_id = ${caller.organizationId} and f.payment_run = ${number} order by f.payee, f.posting_number for update`)

/** WRONG_STATE with the first sign that something of the file was carried out. */
async function demandUnsent({ tx, caller }: WriteContext, number: string): Promise<void> {
  const [sign] = await tx.query<{ words: string }>(sql`
    select s.words from (
      select 1 as place, concat(f.posting_number, ' is posted as ', e.external_document, ' in ', e.source_system) as words
        from financial_posting f
        join external_posting e on e.organization_id = f.organization_id and e.posting_number = f.posting_number and e.match_status <> 'unmatched'
       where f.organization_id = ${caller.organizationId} and f.payment_run = ${number}
      union all
      select 2, concat('Claim ', c.claim_number, ' is marked as paid') from financial_posting f
        join incoming_claim c on c.organization_id = f.organization_id and c.claim_number = f.claim_number and c.claim_status = 'paid'
       where f.organization_id = ${caller.organizationId} and f.payment_run = ${number} and f.created_at <= coalesce(c.reconciled_at, 'infinity')
      union all
      select 3, concat(r.posting_number, ', which takes back ', f.posting_number, ', ',
               case when r.payment_run is null then 'is in the ledger' else concat('is in ', r.payment_run, ': take that file back first') end)
        from financial_posting f
        join financial_posting r on r.organization_id = f.organization_id and r.reversal_of = f.posting_number and r.status = 'posted'
       where f.organization_id = ${caller.organizationId} and f.payment_run = ${number}) s
     order by s.place, s.words limit 1`)
  if (sign) throw new AppError('WRONG_STATE', { message: `${number} cannot be taken back. ${sign.words}.` })
}

/** A posting as it was before the file. */
async function release(context: WriteContext, posting: Row): Promise<void> {
  const out = { payment_run: null, posted_by: null, posted_at: null }
  if (posting['status'] !== 'reversed') return changeRecord(context, posting, { ...out, status: 'approved' })
  await changeRecord(context, posting, out)
  const { tx, caller, screen } = context
  const [found] = await tx.query<{ id: number }>(sql`
    select r.id from financial_posting r
     where r.organization_id = ${caller.organizationId} and r.reversal_of = ${String(posting['posting_number'])}
       and r.status in ('new', 'submit_approval', 'approved')`)
  const opposite = found ? await lockOne(tx, screen, caller.organizationId, found.id) : null
  if (!opposite) return
  const isWaiting = opposite['approval_status'] === 'submit_approval'
  const change = {
    status: 'reversed',
    ...(isWaiting ? { approval_status: 'new', waiting_for: null, approval_level: null } : {}),
  }
  await changeRecord(context, opposite, change)
  if (isWaiting)
    await keepRequest(context, { ...opposite, ...change }, { move: 'withdraw', note: null, level: null, approvals: [] })
}
