import type { Tx } from '../../store/database.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { validityOf } from '../../store/validity-constraint.ts'
import { fieldSql } from '../columns.ts'
import { daysSql, overlapMessage } from '../overlaps.ts'
import { alive, aliveValues, type CheckInput } from './lines.ts'
import type { PlannedField } from './plan.ts'
import { reject } from './reject.ts'
import { rowsTable } from './staging-table.ts'

// So many different periods are named; more of them are told as overlapping without saying which.
const mostNamed = 200

/** Lines whose period overlaps that of a record the file leaves alone, or of an earlier line. */
export async function rejectOverlapping(tx: Tx, input: CheckInput): Promise<void> {
  const { plan } = input
  const validity = validityOf(plan.screen)
  if (!validity) return
  const planned = (name: string) => plan.fields.find(({ field }) => field.name === name)!
  const [from, to] = [planned(validity.from.name), planned(validity.to.name)]
  const within = validity.within.map(({ name }) => planned(name))
  const lines = sql`(${aliveValues(input.uploadId, plan, [from, to, ...within])})`
  await rejectAgainstRecords(tx, input, { from, to, within, lines })
  await rejectAmongLines(tx, input, { from, to, within, lines })
}

interface Periods {
  readonly from: PlannedField
  readonly to: PlannedField
  readonly within: readonly PlannedField[]
  readonly lines: Sql
}

const days = (alias: string, { from, to }: Periods): Sql =>
  daysSql(sql`${id(alias, from.value)}`, sql`${id(alias, to.value)}`)

// As text, so that the lines of a large file are found by hash; nothing is a value like any other.
const keySql = (value: Sql): Sql => sql`coalesce(${value}::text, '')`

const columnOf = ({ mapping }: PlannedField): string | null =>
  mapping.source === 'column' ? (mapping.column ?? null) : null

async function rejectAgainstRecords(tx: Tx, input: CheckInput, periods: Periods): Promise<void> {
  const { plan, uploadId, organizationId, replace } = input
  const { from, to, within, lines } = periods
  const same = within.map(({ field, value }) => sql`${keySql(fieldSql(field))} = ${keySql(id('a', value))}`)
  const [first, last] = [fieldSql(from.field), fieldSql(to.field)]
  // Records that a line changes hold what that line says.
  const found = await tx.query<{ rowno: number; first: string | null; last: string | null }>(sql`
    select distinct on (a.rowno) a.rowno, ${first} as first, ${last} as last from ${lines} a
      join ${id(plan.table)} t on t.organization_id = ${organizationId} and ${join(same, ' and ')} and ${daysSql(first, last)} && ${days('a', periods)}
     where not exists (select from ${rowsTable(uploadId)} r where r.target = t.id and r.${alive})${replace ? sql` and (${replace}) is not true` : sql``}
     order by a.rowno, ${first} nulls first`)
  const general = `Overlaps another ${plan.screen.label.toLowerCase()}`
  const byRule = new Map<number, number[]>()
  const named = new Set<string>()
  for (const { rowno, first: since, last: until } of found) {
    const exact = overlapMessage(plan.screen, since, until)
    if (named.size < mostNamed) named.add(exact)
    const message = named.has(exact) ? exact : general
    const rule = plan.rules.number({ field: from.field.name, label: from.field.label, message, column: columnOf(from) })
    byRule.set(rule, [...(byRule.get(rule) ?? []), rowno])
  }
  for (const [rule, numbers] of byRule)
    await reject(tx, input, rule, sql`select rowno, null::int as other from unnest(${numbers}::int[]) rowno`)
}

async function rejectAmongLines(tx: Tx, input: CheckInput, periods: Periods): Promise<void> {
  const { from, within, lines } = periods
  const { field } = from
  const same = within.map(({ value }) => sql`${keySql(id('b', value))} = ${keySql(id('a', value))}`)
  const message = 'Overlaps the period of line {line}'
  const rule = input.plan.rules.number({ field: field.name, label: field.label, message, column: columnOf(from) })
  await reject(
    tx,
    input,
    rule,
    sql`
    select a.rowno, min(b.rowno) as other from ${lines} a join ${lines} b
        on ${join(same, ' and ')} and b.rowno < a.rowno and ${days('a', periods)} && ${days('b', periods)} group by a.rowno`,
  )
}
