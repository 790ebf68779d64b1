import type { Aggregate, Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import type { Selection } from './list.ts'
import { readableFields } from './screen-access.ts'

/** Totals by field, as exact text; null where there is nothing to add up. */
export type Totals = Readonly<Record<string, string | null>>

const aggregates: Record<Aggregate, string> = { sum: 'sum', avg: 'avg', min: 'min', max: 'max', count: 'count' }

interface TotalColumn {
  readonly name: string
  /** SQL of the value on the row `t`. */
  readonly value: Sql
  readonly input: string
  /** SQL over `input`, its name is `output`. */
  readonly aggregate: string
  readonly output: string
}

/** The totals that a list declares, of the fields the caller may see. */
export function totalColumns(screen: Screen, caller: Caller): TotalColumn[] {
  const fields = readableFields(caller, screen)
  return Object.entries(screen.list?.totals ?? {}).flatMap(([name, aggregate], at) => {
    const field = fields.find((candidate) => candidate.name === name)
    if (!field) return []
    const [input, output] = [`v${at}`, `t${at}`]
    return [{ name, value: fieldSql(field), input, aggregate: `${aggregates[aggregate]}(${input})`, output }]
  })
}

/** The totals over the whole filter. */
export async function readTotals(tx: Tx, { screen, table, where, whole }: Selection, caller: Caller): Promise<Totals> {
  const totals = totalColumns(screen, caller)
  if (totals.length === 0) return {}
  const [row] = await tx.query<Record<string, string | null>>(sql`
    select ${join(
      totals.map(({ aggregate, output }) => sql`${raw(aggregate)}::text as ${raw(output)}`),
      ', ',
    )}
      from (select ${join(
        totals.map(({ value, input }) => sql`${value} as ${raw(input)}`),
        ', ',
      )} from ${table} t where ${whole ?? where}) line`)
  return Object.fromEntries(totals.map(({ name, output }) => [name, row?.[output] ?? null]))
}
