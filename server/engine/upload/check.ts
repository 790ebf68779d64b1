import type { Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import type { JobContext } from './jobs.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { checkedRows, countedLines, hasCounters } from './plan-sql.ts'
import { rowsTable, stagingTable } from './staging-table.ts'
import type { Counts } from './upload-record.ts'

const pagesAtOnce = 4_096

export interface CheckInput {
  readonly uploadId: number
  readonly organizationId: number
  readonly plan: UploadPlan
  readonly rows: number
  readonly screens: readonly Screen[]
}

/** Fills the rows of a check, statement by statement over the whole file, and answers how many lines would do what. */
export async function checkUpload(tx: Tx, input: CheckInput, context: JobContext): Promise<Counts> {
  await tx.query(sql`set local work_mem = '256MB'`)
  await fillRows(tx, input, context)
  const { plan } = input
  context.progress('Comparing the lines', input.rows, input.rows)
  // The rows are new and without statistics; every line is looked at anyway, so joins by hash are right.
  await tx.query(sql`set local enable_nestloop = off`)
  await rejectRepeated(tx, input)
  for (const planned of plan.fields) {
    context.signal.throwIfAborted()
    if (planned.field.type === 'reference' && planned.field.integrity !== 'soft') await rejectUnknown(tx, input, planned)
    if (planned.field.type === 'references' && planned.field.integrity !== 'soft') await rejectUnknownAmong(tx, input, planned)
    if (planned.field.unique && !(plan.keys.length === 1 && plan.keys[0] === planned)) await rejectTaken(tx, input, planned)
  }
  return countRows(tx, input.uploadId)
}

async function fillRows(tx: Tx, input: CheckInput, context: JobContext): Promise<void> {
  const { plan, organizationId } = input
  const [staging, rows] = [stagingTable(input.uploadId), rowsTable(input.uploadId)]
  const [found] = await tx.query<{ existing: boolean }>(sql`select exists (select from ${id(plan.table)} where organization_id = ${organizationId}) as existing`)
  const options = { existing: found!.existing, organizationId }
  context.progress('Reading the lines', 0, input.rows)
  if (hasCounters(plan)) {
    const seen = checkedRows(plan, 'seen', sql`(select * from counted where not odd) s`, options)
    const odd = checkedRows(plan, 'odd', sql`(select * from counted where odd) s`, options)
    await tx.query(sql`with counted as materialized (${countedLines(plan, staging)}) insert into ${rows} (${seen}) union all (${odd})`)
    return
  }
  const [size] = await tx.query<{ pages: number }>(sql`select pg_relation_size(${staging.sql}::regclass) / 8192 as pages`)
  const pages = Number(size!.pages)
  for (let page = 0; page < pages; page += pagesAtOnce) {
    context.signal.throwIfAborted()
    const range = raw(`s.ctid >= '(${page},0)'::tid and s.ctid < '(${page + pagesAtOnce},0)'::tid`)
    const lines = (odd: boolean) => sql`(select * from ${staging} s where ${range} and ${raw(odd ? '' : 'not')} s.odd) s`
    await tx.query(sql`insert into ${rows} ${checkedRows(plan, 'seen', lines(false), options)}`)
    await tx.query(sql`insert into ${rows} ${checkedRows(plan, 'odd', lines(true), options)}`)
    context.progress('Checking the lines', Math.round((Math.min(pages, page + pagesAtOnce) / pages) * input.rows), input.rows)
  }
}

const alive = raw(`outcome in ('I', 'U', '=')`)

/** Lines with a key that an earlier line has: the earlier one counts. */
async function rejectRepeated(tx: Tx, { uploadId, plan }: CheckInput): Promise<void> {
  const keys = plan.keys.map(({ value }) => value)
  const [first] = plan.keys
  if (!first) throw new AppError('VALIDATION', { message: `${plan.screen.plural} have no key to upload by.` })
  const labels = plan.keys.map(({ field }) => field.label).join(' and ')
  const rule = plan.rules.number({ field: first.field.name, label: first.field.label, message: `Line {line} has the same ${labels}`, column: null })
  const list = raw(keys.map((key) => id(key).sql).join(', '))
  const same = raw(keys.map((key) => `r.${id(key).sql} = d.${id(key).sql}`).join(' and '))
  // The rows have no statistics yet: a planner who expects a handful would run the grouping once for each of them.
  await tx.query(sql`set local enable_nestloop = off`)
  await tx.query(sql`
    with d as materialized (select ${list}, min(rowno) as first from ${rowsTable(uploadId)} where ${alive} group by ${list} having count(*) > 1)
    update ${rowsTable(uploadId)} r set outcome = 'R', other = d.first, errs = concat_ws(';', r.errs, ${String(rule)}::text)
      from d where ${same} and r.rowno <> d.first and r.${alive}`)
  await tx.query(sql`set local enable_nestloop = on`)
}

async function reject(tx: Tx, { uploadId, plan }: CheckInput, { field, mapping }: PlannedField, message: string, when: Sql): Promise<void> {
  const column = mapping.source === 'column' ? mapping.column! : null
  const rule = plan.rules.number({ field: field.name, label: field.label, message, column })
  await tx.query(sql`
    update ${rowsTable(uploadId)} r set outcome = 'R', errs = concat_ws(';', r.errs, ${String(rule)}::text) where r.${alive} and ${when}`)
}

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

/** Keys that neither a record nor, for the own screen, another line of the file has. */
async function rejectUnknown(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const target = targetOf(planned, input.screens)
  if (!target) return
  const value = raw(`r.${id(planned.value).sql}`)
  const found = sql`exists (select from ${target.table} t where t.organization_id = ${input.organizationId} and ${target.key} = ${value})`
  await reject(tx, input, planned, `There is no ${target.screen.label.toLowerCase()} "{value}"`, sql`${value} is not null and not ${found}${notInFile(input, target, value)}`)
}

function notInFile({ uploadId, plan }: CheckInput, target: Target, value: Sql): Sql {
  const [key] = plan.keys
  if (target.screen.name !== plan.screen.name || plan.keys.length !== 1 || !key) return sql``
  return sql` and not exists (select from ${rowsTable(uploadId)} o where o.${id(key.value)} = ${value} and o.${alive})`
}

async function rejectUnknownAmong(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const target = targetOf(planned, input.screens)
  if (!target) return
  const value = raw(`r.${id(planned.value).sql}`)
  const missing = sql`exists (select from unnest(${value}) k where not exists
    (select from ${target.table} t where t.organization_id = ${input.organizationId} and ${target.key} = k))`
  await reject(tx, input, planned, `One of "{value}" is no ${target.screen.label.toLowerCase()}`, sql`${value} is not null and ${missing}`)
}

/** Values of a unique field that another record or an earlier line has. */
async function rejectTaken(tx: Tx, input: CheckInput, planned: PlannedField): Promise<void> {
  const value = raw(`r.${id(planned.value).sql}`)
  const table = sql`${id(input.plan.table)} t`
  const record = sql`exists (select from ${table} where t.organization_id = ${input.organizationId} and ${fieldSql(planned.field)} = ${value} and t.id is distinct from r.target)`
  const line = sql`exists (select from ${rowsTable(input.uploadId)} o where o.${id(planned.value)} = ${value} and o.rowno < r.rowno and o.${alive})`
  await reject(tx, input, planned, `${planned.field.label} "{value}" is taken`, sql`${value} is not null and (${record} or ${line})`)
}

const outcomes = { I: 'insert', U: 'update', '=': 'unchanged', R: 'rejected', S: 'skipped' } as const

export type Outcome = (typeof outcomes)[keyof typeof outcomes]

/** The letter of an outcome among the rows. */
export const outcomeLetter = (outcome: Outcome): string => Object.entries(outcomes).find(([, name]) => name === outcome)![0]

/** The outcome of a letter among the rows. */
export const outcomeNamed = (letter: string): Outcome => outcomes[letter as keyof typeof outcomes]

async function countRows(tx: Tx, uploadId: number): Promise<Counts> {
  const counts = { insert: 0, update: 0, unchanged: 0, rejected: 0, skipped: 0 }
  const rows = await tx.query<{ outcome: keyof typeof outcomes; count: number }>(sql`
    select outcome::text as outcome, count(*) as count from ${rowsTable(uploadId)} group by 1`)
  for (const { outcome, count } of rows) counts[outcomes[outcome]] = count
  return counts
}

/** Conditions joined by and; always true when there are none. */
export const every = (conditions: readonly Sql[]): Sql => (conditions.length > 0 ? join(conditions, ' and ') : sql`true`)
