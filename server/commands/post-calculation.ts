import { linesFromSql } from '../calculation/amounts-sql.ts'
import { postingDays } from '../calculation/fiscal-calendar.ts'
import { postContract, type Posting } from '../calculation/post.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms, type PostingKind } from '../calculation/terms.ts'
import type { Caller } from '../authorize.ts'
import { assignmentFor, readLines, type Assignment } from '../engine/document-assignment.ts'
import { eachRecord } from '../engine/each-record.ts'
import { booksDay } from '../caller-day.ts'
import { demandFewRead } from '../engine/report-bounds.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Command } from './command.ts'

/** Whether contracts with a change that is not decided yet are posted in the version that is in force; they are, unless a line says no. */
function mayPostMeanwhile(lines: readonly Assignment[], application: string, kind: PostingKind): boolean {
  const line = assignmentFor(lines, 'contract', application)
  const flag =
    kind === 'Accrual' ? line?.enable_accrual_post_with_pending_changes : line?.enable_payment_post_with_pending_changes
  return flag !== false
}

/** Waits for one of the places of posting runs where the organisation has only so many; it is free again at the end of the transaction. */
export async function takePostingPlace(tx: Tx, organizationId: number, lines: readonly Assignment[]): Promise<void> {
  const places = assignmentFor(lines, 'contract', null)?.posting_parallel_run
  if (!places) return
  const key = (place: number) => sql`hashtextextended(${`posting ${organizationId} ${place}`}, 0)`
  for (let place = 1; place <= places; place += 1) {
    const [row] = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${key(place)}) as taken`)
    if (row?.taken) return
  }
  await tx.query(sql`select pg_advisory_xact_lock(${key(1 + Math.floor(Math.random() * places))})`)
}

const nothingToPost = 'There is nothing to post: nothing is owed for these periods, or all of it is posted already'

/** Whoever waited for somebody else at the same contract is told who was first. */
async function postedBy({ query }: Pick<Tx, 'query'>, caller: Caller, contract: string): Promise<string | null> {
  const [other] = await query<{ name: string }>(sql`
    select coalesce(u.name, u.email) as name from financial_posting f
      join app_user u on u.organization_id = f.organization_id and u.id = f.created_by
     where f.organization_id = ${caller.organizationId} and f.contract_number = ${contract} and f.created_at > now() - interval '1 minute'
       and f.created_by <> ${caller.userId}
     order by f.id desc limit 1`)
  return other ? `There is nothing left to post: ${other.name} has just posted it` : null
}

/** Posts what contracts owe and was not posted yet, a contract at a time. Two at once wait for each other on the contract. */
export const postCalculation: Command = async (context) => {
  const { tx, caller, parameters } = context
  const posting: Omit<Posting, 'day'> = {
    kind: parameters['kind'] as PostingKind,
    window: { from: String(parameters['period_from']), to: String(parameters['period_to']) },
  }
  const asked = (parameters['posting_date'] as string | undefined) ?? null
  const dayFor = await postingDays(tx, caller, booksDay(caller))
  const around = await readSurroundings(tx, caller.organizationId, context.screens)
  const lines = await readLines(tx, caller.organizationId)
  await takePostingPlace(tx, caller.organizationId, lines)
  return eachRecord(context, context.targets, async ({ record }) => {
    const open = record['open_change']
    if (open && !mayPostMeanwhile(lines, String(record['application_type']), posting.kind))
      return {
        skipped: `${String(open)} is not decided yet, and ${posting.kind.toLowerCase()}s wait for pending changes`,
      }
    const where = sql`t.organization_id = ${caller.organizationId} and t.id = ${record.id}`
    const [contract] = await readTerms(tx, where, { lock: true, limit: 1 })
    if (!contract) return { skipped: 'This record is not there any more.' }
    if (contract.rules.length === 0) return { skipped: 'It has no rules to calculate by' }
    const most = assignmentFor(lines, 'contract', contract.application_type)?.maximum_calculation_lines ?? null
    if (most !== null) {
      const read = linesFromSql({ around, contracts: [contract], ...posting })
      await demandFewRead((query) => tx.query(query), read, most, ' Post fewer periods at a time.')
    }
    const day = await dayFor(contract.application_type, asked)
    const { posted, held } = await postContract(tx, around, caller.userId, contract, { ...posting, day })
    if (posted > 0) return 'done'
    return { skipped: held ?? (await postedBy(tx, caller, contract.contract_number)) ?? nothingToPost }
  })
}
