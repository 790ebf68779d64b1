import type { Tx } from '../../store/database.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { validitiesOf, type Validity } from '../../store/validity-constraint.ts'
import { fieldSql } from '../columns.ts'
import { daysSql, keptApart, overlapMessage } from '../overlaps.ts'
import { alive, aliveValues, type CheckInput } from './lines.ts'
import type { PlannedField } from './plan.ts'
import { reject } from './reject.ts'
import { rowsTable } from './staging-table.ts'

// So many different periods are named; more of them are told as overlapping without saying which.
const mostNamed = 200

/** Lines whose period overlaps that of a record the file leaves alone, or of an earlier line. */
export async function rejectOverlapping(tx: Tx, input: CheckInput): Promise<void> {
  for (const validity of validitiesOf(input.plan.screen)) {
    const periods = periodsOf(input, validity)
    await rejectAgainstRecords(tx, input, periods)
    await rejectAmongLines(tx, input, periods)
  }
}

interface Periods {
  readonly validity: Validity
  readonly from: PlannedField
  readonly to: PlannedField
  readonly within: readonly PlannedField[]
  /** Where an overlap is told. */
  readonly at: PlannedField
  readonly lines: Sql
}

function periodsOf({ plan, uploadId }: CheckInput, validity: Validity): Periods {
  const planned = ({ name }: { readonly name: string }) => plan.fields.find(({ field }) => field.name === name)!
  const [from, to, within] = [planned(validity.from), planned(validity.to), validity.within.map(planned)]
  const flag = validity.flag && planned(validity.flag)
  const values = aliveValues(uploadId, plan, [from, to, ...within, ...(flag ? [flag] : [])])
  const lines = flag ? sql`(select * from (${values}) v where v.${id(flag.value)})` : sql`(${values})`
  return { validity, from, to, within, at: flag ?? from, lines }
}

const days = (alias: string, { from, to }: Periods): Sql =>
  daysSql(sql`${id(alias, from.value)}`, sql`${id(alias, to.value)}`)

// As text, so that the lines of a large file are found by hash; nothing is a value like any other.
const keySql = (value: Sql): Sql => sql`coalesce(${value}::text, '')`

const columnOf = ({ mapping }: PlannedField): string | null =>
  mapping.source === 'column' ? (mapping.column ?? null) : null

async function rejectAgainstRecords(tx: Tx, input: CheckInput, periods: Periods): Promise<void> {
  const { plan, uploadId, organizationId, replace } = input
  const { validity, from, to, within, at, lines } = periods
  const same = [
    ...within.map(({ field, value }) => sql`${keySql(fieldSql(field))} = ${keySql(id('a', value))}`),
    ...(validity.flag ? [fieldSql(validity.flag)] : []),
  ]
  const [first, last] = [fieldSql(from.field), fieldSql(to.field)]
  // Records that a line changes hold what that line says.
  const found = await tx.query<{ rowno: number; first: string | null; last: string | null }>(sql`
    select distinct on (a.rowno) a.rowno, ${first} as first, ${last} as last from ${lines} a
      join ${id(plan.table)} t on t.organization_id = ${organizationId} and ${join(same, ' and ')} and ${daysSql(first, last)} && ${days('a', periods)}
     where not exists (select from ${rowsTable(uploadId)} r where r.target = t.id and r.${alive})${replace ? sql` and (${replace}) is not true` : sql``}
     order by a.rowno, ${first} nulls first`)
  const general = `Overlaps another ${keptApart(plan.screen, validity)}`
  const byRule = new Map<number, number[]>()
  const named = new Set<string>()
  for (const { rowno, first: since, last: until } of found) {
    const exact = overlapMessage(plan.screen, validity, since, until)
    if (named.size < mostNamed) named.add(exact)
    const message = named.has(exact) ? exact : general
    const rule = plan.rules.number({ field: at.field.name, label: at.field.label, message, column: columnOf(at) })
    byRule.set(rule, [...(byRule.get(rule) ?? []), rowno])
  }
  for (const [rule, numbers] of byRule)
    await reject(tx, input, rule, sql`select rowno, null::int as other from unnest(${numbers}::int[]) rowno`)
}

async function rejectAmongLines(tx: Tx, input: CheckInput, periods: Periods): Promise<void> {
  const { validity, within, at, lines } = periods
  const { field } = at
  const same = within.map(({ value }) => sql`${keySql(id('b', value))} = ${keySql(id('a', value))}`)
  const message = validity.flag
    ? `Overlaps the period of line {line}: a ${keptApart(input.plan.screen, validity)}, too`
    : 'Overlaps the period of line {line}'
  const rule = input.plan.rules.number({ field: field.name, label: field.label, message, column: columnOf(at) })
  await reject(
    tx,
    input,
    rule,
    sql`
    select a.rowno, min(b.rowno) as other from ${lines} a join ${lines} b
        on ${join(same, ' and ')} and b.rowno < a.rowno and ${days('a', periods)} && ${days('b', periods)} group by a.rowno`,
  )
}
