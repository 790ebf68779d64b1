import { eachRecord } from '../../engine/each-record.ts'
import { lockOne } from '../../engine/one.ts'
import type { Row } from '../../engine/page.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import type { SessionServices } from '../../session/services.ts'
import { sql } from '../../store/sql.ts'
import type { Command } from '../command.ts'
import type { MassUpdate } from './plan.ts'
import { contextOf, note, writeFor, type LineResult } from './work.ts'

const piece = 100
/** Seconds without a sign of life after which an update may be taken up by somebody else. */
const patience = 60

interface Line {
  readonly id: number
  readonly membership_record: number
  readonly membership_version: number
}

/** Begins a previewed mass update, or goes on with one whose server has ended; it works piece by piece behind the answer. */
export const runMass =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record, later }) => {
      contextOf(context, 'membership-roster')
      if (record['status'] === 'running') await demandQuiet(context, record)
      else
        await note(context, record.id, {
          status: 'running',
          processed: 0,
          done: 0,
          failed: 0,
          started_at: new Date().toISOString(),
          finished_at: null,
        })
      const { tx: _tx, ...asked } = context
      later(async () => session.background.run(() => work(session, asked, record.id)))
      return 'done'
    })

async function demandQuiet({ tx, caller }: WriteContext, record: Row): Promise<void> {
  const [row] = await tx.query<{ alive: boolean }>(sql`
    select t.updated_at > now() - make_interval(secs => ${patience}) as alive from mass_membership_update t
     where t.organization_id = ${caller.organizationId} and t.id = ${record.id}`)
  if (row?.alive)
    throw new AppError('WRONG_STATE', { message: 'This update is running. Its figures move by themselves.' })
  await note({ tx, caller }, record.id, { status: 'running' })
}

type Asked = Omit<WriteContext, 'tx'>

/** Pieces until no line is planned any more; each is committed with what it says about itself, so that an end at any moment leaves nothing twice. */
async function work({ db }: SessionServices, asked: Asked, runId: number): Promise<void> {
  for (let left = true; left;) {
    left = await db.tenant(asked.caller, (tx) => workPiece({ ...asked, tx }, runId))
  }
}

async function workPiece(context: WriteContext, runId: number): Promise<boolean> {
  const { tx, screen, caller } = context
  const update = await lockOne(tx, screen, caller.organizationId, runId)
  if (!update || update['status'] !== 'running') return false
  const lines = await tx.query<Line>(sql`
    select t.id, t.membership_record, t.membership_version from mass_membership_line t
     where t.organization_id = ${caller.organizationId} and t.run_number = ${update['run_number'] as string} and t.outcome = 'planned'
     order by t.line limit ${piece}`)
  const results: { id: number; outcome: string; message: string | null; written: string }[] = []
  for (const line of lines) {
    const result = await workLine(context, update as MassUpdate, line)
    results.push({
      id: line.id,
      outcome: result.outcome,
      message: result.message,
      written: JSON.stringify(result.written),
    })
  }
  await tx.query(sql`
    update mass_membership_line t set outcome = r.outcome, message = r.message, written = r.written, row_version = t.row_version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id bigint, outcome text, message text, written text)
     where t.organization_id = ${caller.organizationId} and t.id = r.id`)
  const count = (outcome: string): number => results.filter((result) => result.outcome === outcome).length
  const sum = (name: string, more: number): number => Number(update[name] ?? 0) + more
  const isEnd = lines.length < piece
  await note(context, runId, {
    processed: sum('processed', lines.length),
    done: sum('done', count('done')),
    failed: sum('failed', count('failed')),
    ...(isEnd ? { status: 'done', finished_at: new Date().toISOString() } : {}),
  })
  return !isEnd
}

async function workLine(context: WriteContext, update: MassUpdate, line: Line): Promise<LineResult> {
  const { screen: roster } = contextOf(context, 'membership-roster')
  const row = await lockOne(context.tx, roster, context.caller.organizationId, line.membership_record)
  const gone = (message: string): LineResult => ({ outcome: 'failed', after: null, message, written: [] })
  if (!row) return gone('The membership was deleted since the preview')
  if (row.row_version !== line.membership_version) return gone('The membership was changed since the preview')
  return writeFor(context, update, row)
}
