import { holdPeriods } from '../calculation/fiscal-calendar.ts'
import { calendarOfSql } from '../calculation/fiscal-sql.ts'
import type { PeriodState } from '../domain/fiscal/posting-date.ts'
import { counts } from '../engine/count-cache.ts'
import { eachRecord } from '../engine/each-record.ts'
import { writeHistory } from '../engine/history.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import { changesOf, storeChanges } from '../engine/write.ts'
import { periodTitle } from '../domain/fiscal/period-title.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import type { Command, CommandContext } from './command.ts'

/** Closes, soft closes or reopens fiscal periods, for whom they are kept or for one application: in order, and with nothing left waiting. */
export const closePeriod: Command = async (context) => {
  await holdPeriods(context.tx, context.caller.organizationId, 'closing')
  const status = context.parameters['status'] as PeriodState
  return eachRecord(context, context.targets, async ({ record }) => {
    const target = await targetOf(context, record)
    if (target['status'] === status) return { skipped: 'It is in this state already' }
    if (status !== 'open') await demandOrder(context, target)
    if (status === 'closed') await demandNothingWaits(context, target)
    const { caller, parameters, tx, screen } = context
    const changed = {
      status,
      closed_by: caller.email,
      closed_at: new Date().toISOString(),
      reason: (parameters['reason'] as string | undefined) ?? null,
    }
    await storeChanges(context, [target.id], changed)
    await writeHistory(tx, screen, caller, target.id, 'update', changesOf(target, changed))
    tx.afterCommit(() => counts.forget('financial_close', caller.organizationId))
    return 'done'
  })
}

/** The row that is meant: the chosen one, or that of one application, which is made where it is not there yet. */
async function targetOf(context: CommandContext, record: Row): Promise<Row> {
  const { tx, caller, screen, parameters } = context
  const application = parameters['application_type']
  if (typeof application !== 'string' || application === record['application_type']) return record
  const own = sql`c.organization_id = ${caller.organizationId} and c.calendar = ${record['calendar'] as string}
    and c.fiscal_year = ${record['fiscal_year'] as number} and c.period_no = ${record['period_no'] as number}`
  await tx.query(sql`
    insert into financial_close (organization_id, created_by, updated_by, calendar, fiscal_year, period_no, name, quarter, start_date, end_date, application_type, status)
    select c.organization_id, ${caller.userId}, ${caller.userId}, c.calendar, c.fiscal_year, c.period_no, c.name, c.quarter, c.start_date, c.end_date, ${application}, c.status
      from financial_close c where ${own} and c.id = ${record.id}
    on conflict do nothing`)
  const [found] = await tx.query<{ id: number }>(
    sql`select c.id from financial_close c where ${own} and c.application_type = ${application}`,
  )
  return (await lockOne(tx, screen, caller.organizationId, found!.id))!
}

/** Periods are closed one after the other: what lies before is not open any more. */
async function demandOrder({ tx, caller }: CommandContext, period: Row): Promise<void> {
  const application = String(period['application_type'])
  const [earlier] = await tx.query<{ name: string; fiscal_year: number }>(sql`
    select c.name, c.fiscal_year from (
      select distinct on (c.start_date) c.name, c.fiscal_year, c.status, c.start_date from financial_close c
       where c.organization_id = ${caller.organizationId} and c.calendar = ${period['calendar'] as string}
         and c.start_date < ${period['start_date'] as string}::date and c.application_type in (${application}, 'all')
       order by c.start_date, (c.application_type = 'all')) c
     where c.status = 'open' order by c.start_date limit 1`)
  if (earlier)
    throw new AppError('WRONG_STATE', {
      message: `${periodTitle(earlier.fiscal_year, earlier.name)} is open still: close it first.`,
    })
}

/** What waits for approval is decided before its period is closed. */
async function demandNothingWaits({ tx, caller }: CommandContext, period: Row): Promise<void> {
  const application = String(period['application_type'])
  const [row] = await tx.query<{ waiting: number }>(sql`
    select count(*) as waiting from financial_posting f
      join contract c on c.organization_id = f.organization_id and c.contract_number = f.contract_number
     where f.organization_id = ${caller.organizationId} and f.status = 'submit_approval'
       and f.posting_date between ${period['start_date'] as string}::date and ${period['end_date'] as string}::date
       and (${application} = 'all' or c.application_type = ${application})
       and ${calendarOfSql(caller.organizationId, sql`c.application_type`)} = ${period['calendar'] as string}`)
  const waiting = row?.waiting ?? 0
  if (waiting > 0)
    throw new AppError('WRONG_STATE', {
      message: `${waiting} ${waiting === 1 ? 'posting of this period waits' : 'postings of this period wait'} for approval.`,
    })
}
