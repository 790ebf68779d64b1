import type { Aggregate, Screen } from '#src/definition'
import { toldTotals, type ToldTotals } from '#src/definition/mixed.ts'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { currencyField, isMixed, totalText } from './currency-sql.ts'
import type { Selection } from './list.ts'
import { readableFields } from './screen-access.ts'

/** Totals by field, as exact text; null where there is nothing to add up. */
export type Totals = ToldTotals<string | null>

const aggregates: Record<Aggregate, string> = { sum: 'sum', avg: 'avg', min: 'min', max: 'max', count: 'count' }

/** A value of the row `t` that is added up or told by, under a name of its own. */
interface Input {
  readonly name: string
  readonly value: Sql
}

interface TotalColumn {
  readonly name: string
  readonly inputs: readonly Input[]
  /** SQL over the names of the inputs; its own name is `output`. */
  readonly aggregate: Sql
  /** Whether the amounts are of several currencies, over the same; null where no currency stands beside them. */
  readonly several: Sql | null
  readonly output: string
}

/** The totals that a list declares, of the fields the caller may see. */
export function totalColumns(screen: Screen, caller: Caller): TotalColumn[] {
  const fields = readableFields(caller, screen)
  return Object.entries(screen.list?.totals ?? {}).flatMap(([name, aggregate], at) => {
    const field = fields.find((candidate) => candidate.name === name)
    if (!field) return []
    // Also a currency that the caller may not see keeps amounts apart.
    const currency = aggregate === 'count' ? undefined : currencyField(field, screen.fields)
    const [input, output] = [`v${at}`, `t${at}`]
    const beside = currency && { name: `c${screen.fields.indexOf(currency)}`, value: fieldSql(currency) }
    return [
      {
        name,
        inputs: [{ name: input, value: fieldSql(field) }, ...(beside ? [beside] : [])],
        aggregate: raw(`${aggregates[aggregate]}(${input})`),
        several: beside ? isMixed([{ value: raw(input), currency: raw(beside.name) }]) : null,
        output,
      },
    ]
  })
}

/** The select list of what totals are worked out from, each value once. */
export const inputsOf = (totals: readonly TotalColumn[]): Sql[] =>
  [...new Map(totals.flatMap(({ inputs }) => inputs.map((input) => [input.name, input]))).values()].map(
    ({ name, value }) => sql`${value} as ${raw(name)}`,
  )

/** The totals over the whole filter. */
export async function readTotals(tx: Tx, { screen, table, where, whole }: Selection, caller: Caller): Promise<Totals> {
  const totals = totalColumns(screen, caller)
  if (totals.length === 0) return { totals: {} }
  const [row] = await tx.query<Record<string, string | null>>(sql`
    select ${join(
      totals.map(({ aggregate, several, output }) => sql`${totalText(aggregate, several)} as ${raw(output)}`),
      ', ',
    )}
      from (select ${join(inputsOf(totals), ', ')} from ${table} t where ${whole ?? where}) line`)
  return toldTotals(Object.fromEntries(totals.map(({ name, output }) => [name, row?.[output] ?? null])))
}
