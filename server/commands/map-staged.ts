import { type Field, fieldNamed, type Screen } from '#src/definition'
import type { TextFormat } from '#src/definition/field-types/field-type.ts'
import { effectiveRow } from '../engine/staged-values.ts'
import { counts } from '../engine/count-cache.ts'
import { eachRecord } from '../engine/each-record.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { demandUse } from '../engine/screen-access.ts'
import { createRecord, updateRecord } from '../engine/write.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { type HookMap, hooksOf } from '../hooks/registry.ts'
import { id, join, type Sql, sql } from '../store/sql.ts'
import type { Command } from './command.ts'

/** Where lines of each staging go. */
const targets: Readonly<Record<string, string>> = {
  'staging-sales-data': 'sales-data',
  'staging-indirect-sales': 'indirect-sales',
  'staging-purchase-data': 'purchase-data',
  'staging-customer-statistic': 'customer-statistic',
}

/** Where a later line of the same key stands in the place of the earlier one, as one of a file does; documents come once. */
const replaced: ReadonlySet<string> = new Set(['customer-statistic'])

/**
 * Moves staged lines over to the lines that count: numbers of others become ours by the cross references, texts become values.
 * A line that cannot be moved stays, with every reason written to it.
 */
export const mapStaged =
  (hooks: HookMap): Command =>
  async (context) => {
    const target = screenNamed(context.screens, targets[context.screen.name] ?? '')
    if (!target) throw new AppError('NOT_FOUND')
    demandUse(context.caller, target, 'create')
    if (replaced.has(target.name)) demandUse(context.caller, target, 'update')
    const write: WriteContext = { ...context, screen: target, hooks: hooksOf(hooks, target) }
    const { tx, caller, screen, parameters } = context
    const mapping = { style: styleOf(parameters), known: new Map<string, string | number>() }
    const table = id(screen.table!.name)
    const outcome = await eachRecord(context, context.targets, async ({ record }) => {
      const reasons = await tx
        .attempt(async () => {
          const { values, missing } = await effectiveRow(tx, caller, target, record, mapping)
          if (missing.length > 0) return missing
          return writeLine(write, values)
        })
        .catch((error: unknown) => reasonsOf(error, target))
      if (reasons.length === 0) {
        await tx.query(
          sql`delete from ${table} t where t.organization_id = ${caller.organizationId} and t.id = ${record.id}`,
        )
        return 'done'
      }
      const reason = reasons.join(' ').slice(0, 4000)
      await tx.query(sql`
        update ${table} t set status = 'refused', reason = ${reason}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
         where t.organization_id = ${caller.organizationId} and t.id = ${record.id}`)
      return { skipped: reason }
    })
    tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
    return outcome
  }

/** Writes the record of a line, over the one of its key where that is replaced; answers what speaks against it. */
async function writeLine(write: WriteContext, values: Record<string, unknown>): Promise<readonly string[]> {
  const { tx, screen, caller } = write
  const [stored] = replaced.has(screen.name) ? await tx.query<Stored>(storedLine(screen, caller, values)) : []
  if (!stored) {
    await createRecord(write, values)
    return []
  }
  const reported = values['reported_date']
  if (stored.reported_date !== null && typeof reported === 'string' && reported < stored.reported_date)
    return [`What was reported on ${stored.reported_date} is there already, and is later.`]
  await updateRecord(write, stored.id, { ...values, row_version: stored.row_version })
  return []
}

interface Stored {
  readonly id: number
  readonly row_version: number
  readonly reported_date: string | null
}

// Compared as texts: what is no day leads to no record, and is told by the checks of a new one.
function storedLine({ table, fields }: Screen, { organizationId }: WriteContext['caller'], values: object): Sql {
  const same = table!.key.map((name) => {
    const { storage } = fieldNamed(fields, name)
    return sql`t.${id(storage.column)}::text = ${String((values as Record<string, unknown>)[name] ?? '')}`
  })
  return sql`
    select t.id, t.row_version, t.reported_date::text as reported_date from ${id(table!.name)} t
     where t.organization_id = ${organizationId} and ${join(same, ' and ')} for update`
}

/** How numbers and days of the lines are written, where it is told. */
const styleOf = ({ decimal, date_order: order }: Readonly<Record<string, unknown>>): Partial<TextFormat> => ({
  ...(decimal === '.' || decimal === ',' ? { decimal } : {}),
  ...(order === 'DMY' || order === 'MDY' || order === 'YMD' ? { dateOrder: order } : {}),
})

/** Why a line was refused, each reason with the column it is about. */
function reasonsOf(error: unknown, { fields }: Screen): string[] {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  if (!error.issues?.length) return [error.message]
  const labelOf = (path: readonly (string | number)[]): string =>
    fields.find((field: Field) => field.name === path[0])?.label ?? String(path[0] ?? '')
  return error.issues.map(({ path, message }) => `${labelOf(path)}: ${message.replace(/\.?$/, '.')}`)
}
