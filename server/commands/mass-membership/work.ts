import type { Screen } from '#src/definition'
import { demandUse } from '../../engine/screen-access.ts'
import { selectList } from '../../engine/columns.ts'
import { counts } from '../../engine/count-cache.ts'
import { lockOne } from '../../engine/one.ts'
import { today } from '../../engine/list.ts'
import type { Row } from '../../engine/page.ts'
import { createRecord, updateLocked } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { inWords, planFor, type MassUpdate, type PlannedWrite } from './plan.ts'

/** The greatest number of memberships one mass update is about. */
export const mostMembers = 10_000

/** What was written, so that it can be taken back: with the values before, for what was there. */
export interface Written {
  readonly screen: string
  readonly id: number
  readonly version: number
  readonly before: Readonly<Record<string, unknown>> | null
}

/** What became of one membership. */
export interface LineResult {
  readonly outcome: 'planned' | 'conflict' | 'unchanged' | 'done' | 'failed'
  readonly after: string | null
  readonly message: string | null
  readonly written: readonly Written[]
}

const screenOf = ({ screens }: WriteContext, name: string): Screen => {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** The context of writes into another screen, whose rights the caller needs as by hand. */
export function contextOf(context: WriteContext, name: string): WriteContext {
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
export async function writeFor(context: WriteContext, update: MassUpdate, row: Row): Promise<LineResult> {
  const roster = screenOf(context, 'membership-roster')
  const plan = planFor(update, row, { roster, today: today() })
  if ('stays' in plan) return { outcome: 'unchanged', after: inWords(row), message: plan.stays, written: [] }
  try {
    const written = await context.tx.attempt(async () => {
      const done: Written[] = []
      for (const write of plan.writes) done.push(await writeOne(contextOf(context, write.screen), write))
      return done
    })
    return { outcome: 'done', after: plan.after, message: null, written }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const message = (error.issues ?? []).map((issue) => issue.message).join('; ') || error.message
    return { outcome: 'failed', after: plan.after, message, written: [] }
  }
}

async function writeOne(context: WriteContext, { screen, id: recordId, values }: PlannedWrite): Promise<Written> {
  if (recordId === null) return { screen, id: await createRecord(context, { ...values }), version: 1, before: null }
  const current = await lockOne(context.tx, context.screen, context.caller.organizationId, recordId)
  if (!current) throw new AppError('NOT_FOUND')
  const changed = await updateLocked(context, current, { ...values })
  const names = Object.keys(changed)
  return {
    screen,
    id: recordId,
    version: current.row_version + (names.length > 0 ? 1 : 0),
    before: Object.fromEntries(names.map((name) => [name, current[name] ?? null])),
  }
}

/** Sets what a mass update tells about itself; its history is of what people do. */
export async function note(
  { tx, caller }: Pick<WriteContext, 'tx' | 'caller'>,
  runId: number,
  values: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const sets = Object.entries(values).map(([name, value]) => sql`${id(name)} = ${value}`)
  await tx.query(sql`
    update mass_membership_update t set ${join(sets, ', ')}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
     where t.organization_id = ${caller.organizationId} and t.id = ${runId}`)
  tx.afterCommit(() => {
    for (const table of [
      'mass_membership_update',
      'mass_membership_line',
      'membership_roster',
      'membership_tier_activation',
    ])
      counts.forget(table, caller.organizationId)
  })
}
