import { id, sql } from '../../store/sql.ts'
import { eachRecord, type Outcome, type Targets } from '../each-record.ts'
import type { WriteContext } from '../write-check.ts'
import { noteMass, refusalOf, type MassKind, type Written } from './mass-kind.ts'

interface Line {
  readonly id: number
  readonly written: string | null
}

/**
 * Takes a mass update back, the last line first; what was changed since stays, with the reason. It is taken back once nothing stays: until
 * then the lines that stayed may be tried again.
 */
export const undoMassUpdate = (
  kind: MassKind,
  context: WriteContext & { readonly targets: Targets },
): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller } = context
    const lines = await tx.query<Line>(sql`
      select t.id, t.written from ${id(kind.lines)} t
       where t.organization_id = ${caller.organizationId} and t.run_number = ${record['run_number'] as string} and t.outcome in ('done', 'kept')
       order by t.line desc`)
    const results: { id: number; outcome: string; message: string | null }[] = []
    for (const { id: lineId, written } of lines) {
      const reason = await takeBack(kind, context, JSON.parse(written ?? '[]') as Written[])
      results.push({ id: lineId, outcome: reason === null ? 'undone' : 'kept', message: reason })
    }
    await tx.query(sql`
      update ${id(kind.lines)} t set outcome = r.outcome, message = r.message, row_version = t.row_version + 1, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id bigint, outcome text, message text)
       where t.organization_id = ${caller.organizationId} and t.id = r.id`)
    const reasons = results.flatMap(({ message }) => (message === null ? [] : [message]))
    const kept = reasons.length
    await noteMass(kind, context, record.id, {
      status: kept === 0 ? 'undone' : 'done',
      kept,
      finished_at: new Date().toISOString(),
    })
    return kept === 0 ? 'done' : { skipped: keptWords(results.length, reasons) }
  })

const mostReasons = 3

function keptWords(lines: number, reasons: readonly string[]): string {
  const told = [...new Set(reasons)]
  const more = told.length > mostReasons ? `; and ${told.length - mostReasons} more reasons` : ''
  return `${lines - reasons.length} of ${lines} taken back; ${reasons.length} kept: ${told.slice(0, mostReasons).join('; ')}${more}`
}

/** Takes back what one line wrote, all or nothing; the reason why it stays, else null. */
async function takeBack(kind: MassKind, context: WriteContext, written: readonly Written[]): Promise<string | null> {
  try {
    await context.tx.attempt(async () => {
      for (const one of written.toReversed()) await kind.takeBack(context, one)
    })
    return null
  } catch (error) {
    return refusalOf(error)
  }
}
