import { decimalTypes, type Field } from '#src/definition'
import { trimSql } from '#src/definition/field-types/blanks.ts'
import { withValue } from '#src/definition/field-types/field-type.ts'
import type { Tx } from '../../store/database.ts'
import { id, raw, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { unescapeFormulaSql } from '../formula-escape.ts'
import { outcomeNamed } from './check.ts'
import { hasDecisions, takeOf } from './decisions.ts'
import { shownCell, shownCellSql } from './error-cells.ts'
import { isEscaped } from './format.ts'
import { lineNumbers, type LinesWanted } from './line-numbers.ts'
import { isSparse, linesWhere } from './lines.ts'
import type { Rule, UploadPlan } from './plan.ts'
import { newRows } from './plan-sql.ts'
import type { FileColumn } from './seen.ts'
import { columnName, decisionsTable, problemsTable, rowsTable, stagingTable } from './staging-table.ts'
import type { UploadRecord } from './upload-record.ts'

/** One reason for which a line is rejected. */
export interface Reason {
  readonly field: string
  readonly label: string
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}

const mostBroken = 5

/** A line that has not the structure of its file, as it stands there. */
interface BrokenLine {
  readonly line: number
  readonly text: string
}

interface StoredRow {
  readonly rowno: number
  /** null: nothing was kept of the line, a plain insertion. */
  readonly outcome: string | null
  readonly errs: string | null
  readonly other: number | null
  readonly [cell: string]: unknown
}

const cellOf = (columns: readonly FileColumn[], row: StoredRow, name: string | null): string | null => {
  const index = columns.findIndex((column) => column.name.toLowerCase() === name?.trim().toLowerCase())
  return index < 0 ? null : ((row[columnName(index)] as string | null) ?? null)
}

/** The reasons of a line in words, with its cells in them. */
export function reasonsOf(row: StoredRow, rules: readonly Rule[], columns: readonly FileColumn[]): Reason[] {
  return (row.errs?.split(';') ?? []).flatMap((number) => {
    const rule = rules[Number(number)]
    if (!rule) return []
    const cell = cellOf(columns, row, rule.column)
    const value = cell === null ? null : shownCell(cell)
    const message = withValue(rule.message.replace('{line}', String(row.other ?? '')), value?.trim() ?? '')
    return [{ field: rule.field, label: rule.label, column: rule.column, value, message }]
  })
}

/** A page of the checked lines: their cells, what would become of them, old and new values, reasons. */
export async function readRows(tx: Tx, upload: UploadRecord, plan: UploadPlan, wanted: LinesWanted) {
  const [rows, lines] = [rowsTable(upload.id), stagingTable(upload.id)]
  const { numbers, total } = await lineNumbers(tx, upload, wanted)
  // Numbers that are known lead to the lines by themselves; joined to a page, the planner may read the file for each.
  const among = (column: string) => sql`${raw(column)} = any(${numbers as number[]}::int[])`
  const take = (await hasDecisions(tx, upload))
    ? sql`(select d.take::text from ${decisionsTable(upload.id)} d where d.rowno = s.rowno)`
    : sql`null::text`
  const values = plan.fields.map(
    ({ field, value }) =>
      `${shown(field, `case when r.rowno is null then n.${id(value).sql} else r.${id(value).sql} end`)} as ${id(value).sql}`,
  )
  const old = plan.fields.map(({ field }) => `${shown(field, fieldSql(field).sql)} as ${id(`o_${field.name}`).sql}`)
  // Lines of which the check kept nothing are read again; counted ones are always kept.
  const clean = isSparse(plan)
    ? newRows(plan, 'odd', linesWhere(upload.id, among('s.rowno')))
    : sql`select * from ${rows} where false`
  const records = await tx.query<StoredRow>(sql`
    with kept as materialized (select * from ${rows} k where ${among('k.rowno')}), clean as materialized (${clean})
    select s.*, r.outcome::text as outcome, r.errs, r.other, ${take} as take, ${raw([...values, ...old].join(', '))}
      from ${lines} s left join kept r using (rowno) left join clean n using (rowno)
      left join ${id(plan.table)} t on r.outcome in ('U', 'C', 'S') and t.id = r.target
     where ${among('s.rowno')} order by s.rowno`)
  return { records: records.map((row) => present(row, upload, plan)), total_record: total }
}

const shown = (field: Field, value: string): string => (decimalTypes.has(field.type) ? `(${value})::text` : value)

function present(row: StoredRow, upload: UploadRecord, plan: UploadPlan) {
  const fields = plan.fields.filter(({ carried }) => !carried).map(({ field }) => field)
  const changes = plan.fields.flatMap(({ field }) => {
    const [old, value] = [row[`o_${field.name}`] ?? null, row[`v_${field.name}`] ?? null]
    return JSON.stringify(old) === JSON.stringify(value) ? [] : [[field.name, [old, value]] as const]
  })
  const take = takeOf(row['take'])
  const outcome = outcomeNamed(row.outcome)
  const compared = outcome === 'update' || outcome === 'conflict' || (outcome === 'skipped' && take !== null)
  return {
    line: row.rowno,
    outcome,
    ...(take ? { take } : {}),
    cells: upload.columns.map((_, index) => shownCell((row[columnName(index)] as string | null) ?? '')),
    values: Object.fromEntries(fields.map((field) => [field.name, row[`v_${field.name}`] ?? null])),
    changes: compared ? Object.fromEntries(changes) : {},
    reasons: reasonsOf(row, upload.rules, upload.columns),
  }
}

/** How many lines each reason rejects, the most frequent first; lines of a wrong structure among them. */
export async function readReasons(tx: Tx, upload: UploadRecord) {
  const rejected = await tx.query<{ rule: number; count: number }>(sql`
    select unnest(string_to_array(errs, ';'))::int as rule, count(*) as count from ${rowsTable(upload.id)} where errs is not null and outcome = 'R' group by 1`)
  const structural = await tx.query<{ reason: string; count: number; lines: readonly BrokenLine[] }>(sql`
    select reason, count(*) as count,
           jsonb_agg(jsonb_build_object('line', rowno, 'text', content) order by rowno) filter (where at <= ${mostBroken}::int) as lines
      from (select rowno, reason, content, row_number() over (partition by reason order by rowno) as at from ${problemsTable(upload.id)}) p
     group by 1`)
  const named = rejected.flatMap(({ rule, count }) => {
    const found = upload.rules[rule]
    const message = found?.message.replace('"{value}" is', 'is').replace('"{value}"', '…').replace('{line}', '…')
    return found
      ? [{ rule, field: found.field, label: found.label, column: found.column, message: message!, count }]
      : []
  })
  const broken = structural.map(({ reason, count, lines }) => ({
    rule: null,
    field: null,
    label: null,
    column: null,
    message: reason,
    count,
    lines,
  }))
  return [...named, ...broken].sort((a, b) => b.count - a.count)
}

/** SQL of the text that a cell stands for. */
function textOf(upload: UploadRecord, index: number): string {
  const cell = `s.${columnName(index)}`
  return isEscaped(upload.format, upload.encoding) ? unescapeFormulaSql(cell) : cell
}

/** The distinct cells that one reason rejects, the most frequent first. */
export async function readBadValues(tx: Tx, upload: UploadRecord, rule: number, most: number) {
  const column = upload.rules[rule]?.column
  const index = upload.columns.findIndex(({ name }) => name.toLowerCase() === column?.trim().toLowerCase())
  if (index < 0) return []
  return tx.query<{ value: string | null; count: number }>(sql`
    select ${raw(shownCellSql(trimSql(textOf(upload, index))))} as value, count(*) as count
      from ${rowsTable(upload.id)} r join ${stagingTable(upload.id)} s using (rowno)
     where r.outcome = 'R' and ${String(rule)} = any(string_to_array(r.errs, ';'))
     group by 1 order by 2 desc, 1 limit ${most}`)
}

/** Keeps the first reasons of an import past its staged lines. */
export async function keepErrors(tx: Tx, organizationId: number, upload: UploadRecord, most: number): Promise<void> {
  await tx.query(sql`delete from upload_error where upload_id = ${upload.id}`)
  const rows = await tx.query<StoredRow>(sql`
    select s.*, r.outcome::text as outcome, r.errs, r.other from (select * from ${rowsTable(upload.id)} where outcome in ('R', 'C') order by rowno limit ${most}) r
      join ${stagingTable(upload.id)} s using (rowno) order by rowno`)
  const reasons = rows.flatMap((row) =>
    reasonsOf(row, upload.rules, upload.columns).map((reason) => ({ line: row.rowno, ...reason })),
  )
  const broken = await tx.query<{ rowno: number; reason: string; content: string }>(
    sql`select * from ${problemsTable(upload.id)} order by rowno limit ${most}`,
  )
  const all = [
    ...broken.map(({ rowno, reason, content }) => ({ line: rowno, label: null, value: content, message: reason })),
    ...reasons.map(({ line, label, value, message }) => ({ line, label, value, message })),
  ].slice(0, most)
  if (all.length === 0) return
  await tx.query(sql`
    insert into upload_error (organization_id, upload_id, line, field, value, reason)
    select ${organizationId}::bigint, ${upload.id}::bigint, e.* from unnest(${all.map(({ line }) => line)}::bigint[], ${all.map(({ label }) => label)}::text[],
      ${all.map(({ value }) => value)}::text[], ${all.map(({ message }) => message)}::text[]) e`)
}

/**
 * The rejected lines with their line number and reason, for the error file; `reason` is words with the first cell in them.
 * Lines of a wrong structure are among them, as they came, in the first column; `withBroken` leaves them out.
 */
export function errorLines(upload: UploadRecord, { withBroken = true } = {}): Sql {
  const cells = upload.columns.map((_, index) => textOf(upload, index))
  const rules = upload.rules.map((rule, number) => `when ${number} then ${reasonSql(rule, upload.columns)}`)
  const words = rules.length > 0 ? `case rule ${rules.join(' ')} end` : 'null'
  return sql`
    select * from (
      select s.rowno as line, (select string_agg(${raw(words)}, '; ' order by at) from unnest(string_to_array(r.errs, ';')::int[]) with ordinality as e (rule, at)) as reason, ${raw(cells.join(', '))}
        from ${rowsTable(upload.id)} r join ${stagingTable(upload.id)} s using (rowno) where r.outcome in ('R', 'C')
      union all
      select p.rowno, p.reason, p.content${raw(', null'.repeat(Math.max(0, cells.length - 1)))} from ${problemsTable(upload.id)} p where ${withBroken}
    ) t order by line`
}

function reasonSql(rule: Rule, columns: readonly FileColumn[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const index = columns.findIndex(({ name }) => name.toLowerCase() === rule.column?.trim().toLowerCase())
  const cell = index < 0 ? `''` : `left(coalesce(${shownCellSql(`s.${columnName(index)}`)}, ''), 80)`
  return `${quoted(`${rule.label}: `)} || replace(replace(${quoted(rule.message)}, '{line}', coalesce(r.other::text, '')), '{value}', ${cell})`
}
