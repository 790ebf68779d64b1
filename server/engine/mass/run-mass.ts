import { AppError } from '../../errors.ts'
import type { SessionServices } from '../../session/services.ts'
import { id, sql } from '../../store/sql.ts'
import { eachRecord, type Outcome, type Targets } from '../each-record.ts'
import { lockOne } from '../one.ts'
import type { Row } from '../page.ts'
import type { WriteContext } from '../write-check.ts'
import { noteMass, type LineResult, type MassKind } from './mass-kind.ts'

const piece = 100
/** Seconds without a sign of life after which an update may be taken up by somebody else. */
export const patience = 60

interface Line {
  readonly id: number
  readonly record: number
  readonly version: number
}

/** Begins a previewed mass update, or goes on with one whose server has ended; it works piece by piece behind the answer. */
export const runMassUpdate = (
  kind: MassKind,
  session: SessionServices,
  context: WriteContext & { readonly targets: Targets },
): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record, later }) => {
    kind.records(context)
    if (record['status'] === 'running') await demandQuiet(kind, context, record)
    else
      await noteMass(kind, context, record.id, {
        status: 'running',
        processed: 0,
        done: 0,
        failed: 0,
        started_at: new Date().toISOString(),
        finished_at: null,
      })
    const { tx: _tx, ...asked } = context
    later(async () => session.background.run(() => work(kind, session, asked, record.id)))
    return 'done'
  })

async function demandQuiet(kind: MassKind, context: WriteContext, record: Row): Promise<void> {
  const { tx, caller } = context
  const [row] = await tx.query<{ alive: boolean }>(sql`
    select t.updated_at > now() - make_interval(secs => ${patience}) as alive from ${id(kind.updates)} t
     where t.organization_id = ${caller.organizationId} and t.id = ${record.id}`)
  if (row?.alive)
    throw new AppError('WRONG_STATE', { message: 'This update is running. Its figures move by themselves.' })
  await noteMass(kind, context, record.id, { status: 'running' })
}

type Asked = Omit<WriteContext, 'tx'>

/** Pieces until no line is planned any more; each is committed with what it says about itself, so that an end at any moment leaves nothing twice. */
async function work(kind: MassKind, { db }: SessionServices, asked: Asked, runId: number): Promise<void> {
  for (let left = true; left;) {
    left = await db.tenant(asked.caller, (tx) => workPiece(kind, { ...asked, tx }, runId))
  }
}

async function workPiece(kind: MassKind, context: WriteContext, runId: number): Promise<boolean> {
  const { tx, screen, caller } = context
  const update = await lockOne(tx, screen, caller.organizationId, runId)
  if (!update || update['status'] !== 'running') return false
  const lines = await tx.query<Line>(sql`
    select t.id, t.${id(kind.recordId)} as record, t.${id(kind.recordVersion)} as version from ${id(kind.lines)} t
     where t.organization_id = ${caller.organizationId} and t.run_number = ${update['run_number'] as string} and t.outcome = 'planned'
     order by t.line limit ${piece}`)
  const results: { id: number; outcome: string; message: string | null; written: string }[] = []
  for (const line of lines) {
    const { outcome, message, written } = await workLine(kind, context, update, line)
    results.push({ id: line.id, outcome, message, written: JSON.stringify(written) })
  }
  await tx.query(sql`
    update ${id(kind.lines)} t set outcome = r.outcome, message = r.message, written = r.written, row_version = t.row_version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id bigint, outcome text, message text, written text)
     where t.organization_id = ${caller.organizationId} and t.id = r.id`)
  const count = (outcome: string): number => results.filter((result) => result.outcome === outcome).length
  const sum = (name: string, more: number): number => Number(update[name] ?? 0) + more
  const isEnd = lines.length < piece
  await noteMass(kind, context, runId, {
    processed: sum('processed', lines.length),
    done: sum('done', count('done')),
    failed: sum('failed', count('failed')),
    ...(isEnd ? { status: 'done', finished_at: new Date().toISOString() } : {}),
  })
  return !isEnd
}

async function workLine(kind: MassKind, context: WriteContext, update: Row, line: Line): Promise<LineResult> {
  const { screen } = kind.records(context)
  const record = await lockOne(context.tx, screen, context.caller.organizationId, line.record)
  const gone = (message: string): LineResult => ({ outcome: 'failed', after: null, message, written: [] })
  if (!record) return gone(`The ${kind.label} was deleted since the preview`)
  if (record.row_version !== line.version) return gone(`The ${kind.label} was changed since the preview`)
  return kind.change(context, update, record)
}
