import { fieldTypes } from '#src/definition'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import type { Tx } from '../../store/database.ts'
import type { WriteContext } from '../write-check.ts'
import { aliveValues, type CheckInput } from './lines.ts'
import { reject } from './reject.ts'
import { rowsTable } from './staging-table.ts'

/** So many faults are told in words of their own; more are told in brief. */
const mostTold = 50

/** Rejects the lines of a file that the hooks of its screen find contradicted, each at its cell. */
export async function rejectByHooks(tx: Tx, input: CheckInput, write: WriteContext): Promise<void> {
  const { plan } = input
  const faults = (await write.hooks.importFaults?.(write, (names) => linesOf(input, names))) ?? []
  const told = new Set<string>()
  const lines = new Map<number, number[]>()
  for (const { rowno, field: name, message, brief } of faults) {
    if (told.size < mostTold) told.add(message)
    const field = plan.screen.fields.find((one) => one.name === name)!
    const mapping = plan.fields.find((planned) => planned.field.name === name)?.mapping
    const rule = plan.rules.number({
      field: name,
      label: field.label,
      message: told.has(message) ? message : brief,
      column: mapping?.source === 'column' ? mapping.column! : null,
    })
    const found = lines.get(rule)
    if (found) found.push(rowno)
    else lines.set(rule, [rowno])
  }
  for (const [rule, numbers] of lines)
    await reject(tx, input, rule, sql`select rowno, null::int as other from unnest(${numbers}::int[]) rowno`)
}

function linesOf({ plan, uploadId }: CheckInput, names: readonly string[]): Sql {
  const columns = names.map((name) => {
    const planned = plan.fields.find(({ field }) => field.name === name)
    const field = plan.screen.fields.find((one) => one.name === name)!
    return planned
      ? sql`a.${id(planned.value)} as ${id(name)}`
      : sql`null::${raw(fieldTypes[field.type].sql(field))} as ${id(name)}`
  })
  const read = plan.fields.filter(({ field }) => names.includes(field.name))
  return sql`
    select a.rowno, ${join(columns, ', ')}, k.target as changed_id
      from (${aliveValues(uploadId, plan, read)}) a left join ${rowsTable(uploadId)} k on k.rowno = a.rowno and k.outcome = 'U'`
}
