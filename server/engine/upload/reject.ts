import { sameKey } from './same-key.ts'
import type { Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, raw, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { valueSource } from '../references.ts'
import { aliveValues, linesWhere, notKept, type CheckInput } from './lines.ts'
import type { PlannedField } from './plan.ts'
import { checkedRows } from './plan-sql.ts'
import { rowsTable } from './staging-table.ts'

/** Rejects the lines that `bad` (rowno, other) names: those that were kept are marked, the others are kept from now on. Answers how many. */
export async function reject(
  tx: Tx,
  { uploadId, plan, organizationId }: CheckInput,
  rule: number,
  bad: Sql,
): Promise<number> {
  const rows = rowsTable(uploadId)
  const values = raw(plan.fields.map(({ value }) => id('c', value).sql).join(', '))
  const lines = linesWhere(uploadId, sql`s.rowno in (select rowno from bad) and ${notKept(uploadId)}`)
  const [row] = await tx.query<{ count: number }>(sql`
    with bad as materialized (${bad}), marked as (
      update ${rows} r set outcome = 'R', other = bad.other, errs = concat_ws(';', r.errs, ${String(rule)}::text) from bad where r.rowno = bad.rowno),
      kept as (insert into ${rows} select c.rowno, 'R', c.target, c.version, bad.other, concat_ws(';', c.errs, ${String(rule)}::text), ${values}
      from (${checkedRows(plan, 'odd', lines, { existing: false, organizationId })}) c join bad using (rowno))
    select count(*) as count from bad`)
  return row!.count
}

/** Lines with a key that an earlier line has: the earlier one counts. */
export async function rejectRepeated(tx: Tx, input: CheckInput): Promise<void> {
  const { uploadId, plan } = input
  const [first] = plan.keys
  if (!first) throw new AppError('VALIDATION', { message: `${plan.screen.plural} have no key to upload by.` })
  if (plan.keysAreDistinct) return
  const keys = plan.keys.map(({ value }) => id(value).sql)
  const list = raw(keys.join(', '))
  const repeated = sql`select ${list}, min(rowno) as first from (${aliveValues(uploadId, plan, plan.keys)}) a group by ${list} having count(*) > 1`
  const [found] = await tx.query<{ present: boolean }>(sql`select exists (${repeated}) as present`)
  if (!found!.present) return
  const labels = plan.keys.map(({ field }) => field.label).join(' and ')
  const rule = plan.rules.number({
    field: first.field.name,
    label: first.field.label,
    message: `Line {line} has the same ${labels}`,
    column: null,
  })
  const same = raw(
    plan.keys.map((key) => sameKey(key, `a.${id(key.value).sql}`, `d.${id(key.value).sql}`)).join(' and '),
  )
  await reject(
    tx,
    input,
    rule,
    sql`
    select a.rowno, d.first as other from (${aliveValues(uploadId, plan, plan.keys)}) a join (${repeated}) d on ${same} and a.rowno <> d.first`,
  )
}

const ruleOf = ({ plan }: CheckInput, { field, mapping }: PlannedField, message: string): number =>
  plan.rules.number({
    field: field.name,
    label: field.label,
    message,
    column: mapping.source === 'column' ? mapping.column! : null,
  })

interface Target {
  readonly screen: Screen
  readonly table: Sql
  readonly key: Sql
}

function targetOf({ field }: PlannedField, screens: readonly Screen[]): Target | null {
  const screen = screens.find(({ name }) => name === field.target)
  const key = screen?.fields.find(({ name }) => name === screen.table?.key[0])
  return screen?.table && key ? { screen, table: id(screen.table.name), key: fieldSql(key) } : null
}

/** Keys that neither a record nor, for the own screen, another line of the file has. Answers how many lines. */
export async function rejectUnknown(tx: Tx, input: CheckInput, planned: PlannedField): Promise<number> {
  const target = targetOf(planned, input.screens)
  if (!target) return 0
  const own = ownKey(input, target)
  const value = id('a', planned.value)
  const rule = ruleOf(input, planned, `There is no ${target.screen.label.toLowerCase()} "{value}"`)
  const absent = sql`not exists (select from ${target.table} t where t.organization_id = ${input.organizationId} and ${target.key} = ${value})`
  if (!own) {
    const lines = aliveValues(input.uploadId, input.plan, [planned])
    const bad = sql`select a.rowno, null::int as other from (${lines}) a where ${value} is not null and ${absent}`
    return reject(tx, input, rule, bad)
  }
  // A line that goes takes those along that refer to the record it would have made.
  const key = id(own.value)
  const lines = aliveValues(input.uploadId, input.plan, [...new Set([own, planned])])
  return reject(
    tx,
    input,
    rule,
    sql`
    select rowno, null::int as other from (
      with recursive line as materialized (select rowno, a.${key} as key, ${value} as up from (${lines}) a where ${value} is not null and ${absent}),
        gone (rowno, key) as (
          select l.rowno, l.key from line l where not exists (select from (${aliveValues(input.uploadId, input.plan, [own])}) o where o.${key} = l.up)
          union all select l.rowno, l.key from gone g join line l on l.up = g.key)
      select rowno from gone) g`,
  )
}

/** Texts that stand nowhere they have to stand. */
export async function rejectUnlisted(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const source = valueSource(planned.field, input.screens)
  if (!source) return
  const value = id('a', planned.value)
  const known = sql`select (${fieldSql(source.field)})::text from ${id(source.table)} t where t.organization_id = ${input.organizationId}`
  await reject(
    tx,
    input,
    ruleOf(input, planned, `${planned.field.label} has no value "{value}"`),
    sql`
    select a.rowno, null::int as other from (${aliveValues(input.uploadId, input.plan, [planned])}) a
     where ${value} is not null and not exists (select from (${known}) k (value) where k.value = ${value})`,
  )
}

/** The key that lines of the file have, where a reference leads to their own screen. */
const ownKey = ({ plan }: CheckInput, { screen }: Target): PlannedField | null =>
  screen.name === plan.screen.name && plan.keys.length === 1 ? plan.keys[0]! : null

const jumps = 22

/**
 * Lines of references that, followed through lines and records, come back to themselves. What ends somewhere is found from
 * its ends; of the rest, whatever is still there after two to the power of `jumps` steps lies on a circle.
 */
export async function rejectCircles(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const target = targetOf(planned, input.screens)
  const own = target && ownKey(input, target)
  if (!own) return
  const { uploadId, plan, organizationId } = input
  const [key, value] = [id(own.value), id(planned.value)]
  const field = fieldSql(planned.field)
  const steps = Array.from({ length: jumps }, (_, index) => {
    const [from, to] = [id(`p${index}`), id(`p${index + 1}`)]
    return sql`, ${to} as materialized (select distinct a.key, b.up from ${from} a join ${from} b on b.key = a.up)`
  })
  await reject(
    tx,
    input,
    ruleOf(input, planned, `${planned.field.label} "{value}" would lead back to this record`),
    sql`
    select rowno, null::int as other from (
      with recursive line as materialized (select rowno, a.${key} as key, a.${value} as up from (${aliveValues(uploadId, plan, [own, planned])}) a),
        edge as materialized (
          select key, up, rowno from line where up is not null
          union all
          select ${target.key}, ${field}, null from ${target.table} t where t.organization_id = ${organizationId} and ${field} is not null
             and not exists (select from line l where l.key = ${target.key})),
        ending (key) as (
          select e.key from edge e where not exists (select from edge next where next.key = e.up)
          union all select e.key from ending g join edge e on e.up = g.key),
        p0 as materialized (select e.key, e.up from edge e where not exists (select from ending g where g.key = e.key))
        ${steps.reduce((all, step) => sql`${all}${step}`, sql``)}
      select e.rowno from edge e where e.rowno is not null and e.key in (select up from ${id(`p${jumps}`)})) c`,
  )
}

/** Lists of keys with one that no record has. */
export async function rejectUnknownAmong(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const target = targetOf(planned, input.screens)
  if (!target) return
  await reject(
    tx,
    input,
    ruleOf(input, planned, `One of "{value}" is no ${target.screen.label.toLowerCase()}`),
    sql`
    select distinct a.rowno, null::int as other from (${aliveValues(input.uploadId, input.plan, [planned])}) a, unnest(a.${id(planned.value)}) k
     where not exists (select from ${target.table} t where t.organization_id = ${input.organizationId} and ${target.key} = k)`,
  )
}

/** Values of a unique field that another record or an earlier line has. */
export async function rejectTaken(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const { uploadId, plan } = input
  const value = id(planned.value)
  const values = aliveValues(uploadId, plan, [planned])
  const own = plan.keys.map(({ field, value: key }) => sql`t.${id(field.storage.column)} is distinct from k.${id(key)}`)
  const others = own.reduce((all, part) => sql`${all} or ${part}`, sql`false`)
  await reject(
    tx,
    input,
    ruleOf(input, planned, `${planned.field.label} "{value}" is taken`),
    sql`
    select a.rowno, min(b.rowno) as other from (${values}) a join (${values}) b on a.${value} = b.${value} and b.rowno < a.rowno group by a.rowno
    union
    select k.rowno, null from (${aliveValues(uploadId, plan, [...new Set([...plan.keys, planned])])}) k
      join ${id(plan.table)} t on t.organization_id = ${input.organizationId} and ${fieldSql(planned.field)} = k.${value} and (${others})${input.replace ? sql` and (${input.replace}) is not true` : sql``}`,
  )
}
