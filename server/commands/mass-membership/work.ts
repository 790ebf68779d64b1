import type { Screen } from '#src/definition'
import { demandUse } from '../../engine/screen-access.ts'
import { selectList } from '../../engine/columns.ts'
import { deleteRecords } from '../../engine/delete.ts'
import {
  attemptLine,
  untouched,
  writtenChange,
  type LineResult,
  type MassKind,
  type Written,
} from '../../engine/mass/mass-kind.ts'
import { lockOne } from '../../engine/one.ts'
import { booksDay } from '../../caller-day.ts'
import type { Row } from '../../engine/page.ts'
import { createRecord, updateLocked } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { inWords, planFor, type MassUpdate, type PlannedWrite } from './plan.ts'

/** The greatest number of memberships one mass update is about. */
const mostMembers = 10_000

const screenOf = ({ screens }: WriteContext, name: string): Screen => {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** The context of writes into another screen, whose rights the caller needs as by hand. */
function contextOf(context: WriteContext, name: string): WriteContext {
  const screen = screenOf(context, name)
  demandUse(context.caller, screen, 'update')
  demandUse(context.caller, screen, 'create')
  return { ...context, screen, hooks: {} }
}

/** The memberships a mass update finds. */
export async function membersOf(context: WriteContext, update: MassUpdate): Promise<Row[]> {
  const roster = screenOf(context, 'membership-roster')
  const day = update['valid_on'] as string | null
  const equal = (name: string, value: unknown): Sql[] => (value ? [sql`t.${id(name)} = ${value as string}`] : [])
  const where = join(
    [
      sql`t.organization_id = ${context.caller.organizationId}`,
      ...equal('owner_id', update['owner_id']),
      ...equal('member_number', update['member_number']),
      ...equal('member_class', update['member_class']),
      ...equal('tier', update['tier']),
      ...equal('class_of_trade', update['class_of_trade']),
      ...equal('country', update['country']),
      ...(update['only_primary'] === true ? [sql`t.is_primary`] : []),
      ...(day ? [sql`daterange(t.valid_from, t.valid_to, '[]') @> ${day}::date`] : []),
    ],
    ' and ',
  )
  const rows = await context.tx.query<Row>(sql`
    select ${selectList(roster.fields)} from membership_roster t where ${where} order by t.owner_id, t.member_number, t.valid_from, t.id limit ${mostMembers + 1}`)
  if (rows.length > mostMembers)
    throw new AppError('TOO_LARGE', {
      message: `At most ${mostMembers.toLocaleString('en-GB')} memberships are changed by one update. Choose fewer.`,
    })
  return rows
}

/** Writes what is planned for one membership: all of it or nothing, with the reason. */
async function change(context: WriteContext, update: Row, row: Row): Promise<LineResult> {
  const roster = screenOf(context, 'membership-roster')
  const plan = planFor(update as MassUpdate, row, { roster, today: booksDay(context.caller) })
  if ('stays' in plan) return { outcome: 'unchanged', after: inWords(row), message: plan.stays, written: [] }
  return attemptLine(context, plan.after, async () => {
    const done: Written[] = []
    for (const write of plan.writes) done.push(await writeOne(contextOf(context, write.screen), write))
    return done
  })
}

async function writeOne(context: WriteContext, { screen, id: recordId, values }: PlannedWrite): Promise<Written> {
  if (recordId === null) return { screen, id: await createRecord(context, { ...values }), version: 1, before: null }
  const current = await lockOne(context.tx, context.screen, context.caller.organizationId, recordId)
  if (!current) throw new AppError('NOT_FOUND')
  return writtenChange(context, current, { ...values })
}

async function takeBack(context: WriteContext, written: Written): Promise<void> {
  const records = contextOf(context, written.screen)
  const current = await untouched(records, written)
  const { organizationId } = context.caller
  if (written.before !== null) await updateLocked(records, current, { ...written.before })
  else await deleteRecords(records, sql`t.organization_id = ${organizationId} and t.id = ${written.id}`)
}

/** Mass updates of memberships. */
export const massMembership: MassKind = {
  updates: 'mass_membership_update',
  lines: 'mass_membership_line',
  recordId: 'membership_record',
  recordVersion: 'membership_version',
  label: 'membership',
  touches: ['membership_roster', 'membership_tier_activation'],
  records: (context) => contextOf(context, 'membership-roster'),
  change,
  takeBack,
  lineOf: (row) => ({ owner_id: row['owner_id'], member_number: row['member_number'], state_before: inWords(row) }),
}
