import { expressionSql } from '#src/definition/expression/sql.ts'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { cellFormat, keepOf } from './format.ts'
import { currencyFields, currencySigns } from './plan-currency.ts'
import { emptySql, isDear, notBroken, partOf, q, readName, type Part } from './plan-part.ts'
import { brokenRules } from './plan-rules.ts'
import { counterName, type Trust } from './plan-values.ts'
import { clearedLayers, merged, mergedSql, regarded, visibleSql } from './plan-visible.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { sameKey } from './same-key.ts'

/** SQL of the numbered lines of a file: those that a field counts are numbered in the order of the file. */
export function countedLines(plan: UploadPlan, staging: Sql): Sql {
  const counters = plan.fields.filter(({ mapping }) => mapping.source === 'counter')
  const numbers = counters.map(({ field, mapping }) => {
    const within = (mapping.within ?? []).map((name) => plan.columns.cell(name, 'odd').text)
    return `, row_number() over (${within.length ? `partition by ${within.join(', ')} ` : ''}order by s.rowno) as ${q(counterName(field))}`
  })
  return sql`select s.*${raw(numbers.join(''))} from ${staging} s`
}

export const hasCounters = (plan: UploadPlan): boolean =>
  plan.fields.some(({ mapping }) => mapping.source === 'counter')

/** Columns of the checked rows, as SQL definitions. */
export const rowColumns = (plan: UploadPlan): string[] => plan.fields.map(({ value, type }) => `${q(value)} ${type}`)

export interface CheckOptions {
  /** Without, the target is known to be empty and is not joined. */
  readonly existing: boolean
  readonly organizationId: number
  /** Rows (t) that make room for those of the file, and so are as good as gone. */
  readonly replace?: Sql | undefined
  /** Most lines are left out by what reads this: values are computed where they are used, not for every line. */
  readonly sparse?: boolean
  /** The table of what was decided about lines in conflict. */
  readonly decisions?: Sql
}

/**
 * One pass from lines to checked rows: values, reasons, and what would become of each. `lines` is a FROM item with the
 * alias s.
 */
export function checkedRows(plan: UploadPlan, trust: Trust, lines: Sql, options: CheckOptions): Sql {
  const parts = plan.fields.map((planned) => partOf(plan, planned, trust, options.existing))
  const fence = raw(options.sparse && trust === 'seen' && !parts.some(isDear) ? '' : 'offset 0')
  const values = readLayer(plan, parts, trust, lines, fence, options.decisions)
  const joined = joinLayer(plan, parts, values, options)
  const reasons = reasonLayer(plan, parts, joined, options.existing, fence)
  const final = parts.map((part) => finalValue(plan, part))
  return sql`
    select c.rowno, c.outcome, c.target, c.version, c.other, ${conflictReasons(plan)} as errs, ${join(
      parts.map(({ planned }) => storable(planned)),
      ', ',
    )}
      from (select r.rowno, ${outcome(plan, parts, final, options.existing)}::"char" as outcome, r.target, r.version, null::int as other, r.errs, ${named(parts, final)}
              from (${reasons}) r) c`
}

/** A value as its column can hold it: what is too large is rejected, and so is none. */
function storable({ field, value, type }: PlannedField): Sql {
  const column = sql`c.${id(value)}`
  if (!type.startsWith('numeric')) return column
  const limit = raw(`1e${(field.precision ?? 18) - (field.scale ?? 0)}`)
  return sql`case when abs(${column}) < ${limit} then ${column} end as ${id(value)}`
}

/** Why a line is in conflict, beside the reasons for which lines are rejected. */
function conflictReasons({ format, rules, keys, screen }: UploadPlan): Sql {
  if (!format.row_version) return sql`c.errs`
  const [key] = keys
  const rule = (message: string) =>
    raw(`'${rules.number({ field: key!.field.name, label: key!.field.label, message, column: format.row_version })}'`)
  const gone = rule(`This ${screen.label.toLowerCase()} was deleted, or has another key, since the file was made`)
  const changed = rule(`This ${screen.label.toLowerCase()} was changed by somebody since the file was made`)
  return sql`case when c.outcome = 'C' then case when c.target is null then ${gone} else ${changed} end else c.errs end`
}

const named = (parts: readonly Part[], values: readonly Sql[]): Sql =>
  join(
    parts.map(({ planned }, index) => sql`${values[index]!} as ${id(planned.value)}`),
    ', ',
  )

/** The values of lines that are known to be right, as new rows: number of the line and every field. */
export function newRows(plan: UploadPlan, trust: Trust, lines: Sql): Sql {
  const parts = plan.fields.map((planned) => partOf(plan, planned, trust, false))
  const joined = joinLayer(plan, parts, readLayer(plan, parts, trust, lines, raw(trust === 'seen' ? '' : 'offset 0')), {
    existing: false,
    organizationId: 0,
  })
  const final = parts.map((part) => finalValue(plan, part))
  return sql`select r.rowno, ${named(parts, final)} from (${joined}) r`
}

/** Values of the fields; behind a fence each is computed once, for every line. */
function readLayer(
  plan: UploadPlan,
  parts: readonly Part[],
  trust: Trust,
  lines: Sql,
  fence: Sql,
  decisions?: Sql,
): Sql {
  const texts = parts
    .filter(({ value }) => value.text !== null && value.costly)
    .map(({ planned, value }) => `${value.text} as ${q(planned.value)}`)
  const keep = keepOf(plan.format)
  const scope = { format: cellFormat(plan.format), column: (name: string) => plan.columns.cell(name, trust) }
  const version = plan.format.row_version ? plan.columns.cell(plan.format.row_version, 'odd').text : null
  const columns = [
    's.rowno',
    ...(version
      ? [`${version} as stated`, `case when ${version} ~ '^[0-9]{1,9}$' then (${version})::int end as since`]
      : []),
    ...(version
      ? decisions
        ? ['d.take', 'd.version as took_at']
        : ['null::"char" as take, null::int as took_at']
      : []),
    ...(keep ? [`${expressionSql(keep, scope)} as kept`] : []),
    ...parts.map((part) => `${valueOf(part)} as ${q(readName(part))}`),
    ...parts.flatMap((part) =>
      part.later === null ? [] : [`(${part.text ?? part.value.value('')}) is null as ${q(part.later)}`],
    ),
    ...parts.flatMap(({ planned, empty, text }) =>
      empty?.startsWith('e_') ? [`(${text}) is null as ${q(`e_${planned.field.name}`)}`] : [],
    ),
    ...currencySigns(parts.flatMap(({ named: name, text }) => (name && text ? [{ name, text }] : []))),
    ...parts.flatMap(({ planned, value }) =>
      value.operands.map((operand, index) => `${operand.broken} as ${q(`b${index}_${planned.field.name}`)}`),
    ),
  ]
  const once = texts.length > 0 ? ` cross join lateral (select ${texts.join(', ')} offset 0) x` : ''
  const decided = version && decisions ? sql` left join ${decisions} d on d.rowno = s.rowno` : sql``
  return sql`select ${raw(columns.join(', '))} from ${lines}${decided}${raw(once)} ${fence}`
}

function valueOf({ planned, value, text, later }: Part): string {
  const read = value.value(text ?? '')
  if (planned.fallback === null || !value.mayBeEmpty || later !== null) return read
  return value.text === null
    ? `coalesce(${read}, ${planned.fallback})`
    : `case when ${text} is null then ${planned.fallback} else ${read} end`
}

/** Joins the rows that exist already, and lays old and new values on top of each other where conditions need them. */
function joinLayer(
  plan: UploadPlan,
  parts: readonly Part[],
  values: Sql,
  { existing, organizationId, replace }: CheckOptions,
): Sql {
  const old = parts.map(
    ({ planned }) => `${existing ? storedSql(planned) : `null::${planned.type}`} as ${q(`o_${planned.field.name}`)}`,
  )
  const settled = parts.flatMap((part) => settledSql(part) ?? [])
  const lineSql = ({ value }: PlannedField) => settled.find(({ name }) => name === value)?.value ?? `l.${q(value)}`
  const amounts = parts.flatMap(({ planned, named }) => (named ? [planned.field] : []))
  const looked = new Set([...regarded(plan), ...currencyFields(plan.screen.fields, amounts)])
  const whole = [...looked].map((field) => mergedSql(plan, field, existing, lineSql))
  const columns = [
    existing ? 't.id as target, t.row_version as version' : 'null::bigint as target, null::int as version',
    ...(existing ? old : []),
    ...settled.map(({ name, value }) => `${value} as ${q(name)}`),
    ...whole,
  ]
  if (!existing) return clearedLayers(plan, sql`select l.*, ${raw(columns.join(', '))} from (${values}) l`)
  const on = plan.keys.map((key) => raw(sameKey(key, fieldSql(key.field).sql, `l.${q(key.value)}`)))
  return clearedLayers(
    plan,
    sql`
    select l.*, ${raw(columns.join(', '))} from (${values}) l
      left join ${id(plan.table)} t on t.organization_id = ${organizationId} and ${join(on, ' and ')}${replace ? sql` and (${replace}) is not true` : sql``}`,
  )
}

/** The value of a field whose empty cells mean the default of a new record, and leave one that is there what it must have. */
function settledSql({ planned, later }: Part): { readonly name: string; readonly value: string } | null {
  if (later === null) return null
  const { field, fallback, type, value: name } = planned
  const kept =
    field.required || field.requiredWhenVisible ? `coalesce(${storedSql(planned)}, ${fallback})` : `null::${type}`
  const blank = `case when t.id is null then ${fallback} else ${kept} end`
  return { name, value: `case when l.${q(later)} then ${blank} else l.${q(`w_${field.name}`)} end` }
}

/** What a row holds, to be compared: no list and an empty one are the same. */
const storedSql = ({ field, type }: PlannedField): string =>
  type === 'text[]' ? `nullif(${fieldSql(field).sql}, '{}')` : fieldSql(field).sql

function reasonLayer(plan: UploadPlan, parts: readonly Part[], joined: Sql, existing: boolean, fence: Sql): Sql {
  const broken = brokenRules(plan, parts, existing)
  if (broken.length === 0) return sql`select m.*, null::text as errs from (${joined}) m`
  const any = join(
    broken.map(({ when }) => sql`(${when})`),
    ' or ',
  )
  const each = broken.map(({ rule, when }) => sql`case when ${when} then ${raw(`'${rule}'`)} end`)
  return sql`select m.*, case when ${any} then ${joinedTexts(each)} end as errs from (${joined}) m ${fence}`
}

// A function takes a hundred arguments at most.
const mostArguments = 90

/** Those of the texts that are there, with ; between them, however many there may be. */
function joinedTexts(texts: readonly Sql[]): Sql {
  if (texts.length <= mostArguments) return sql`concat_ws(';', ${join(texts, ', ')})`
  const parts = Array.from({ length: Math.ceil(texts.length / mostArguments) }, (_, at) =>
    texts.slice(at * mostArguments, (at + 1) * mostArguments),
  )
  return joinedTexts(parts.map((part) => sql`nullif(${joinedTexts(part)}, '')`))
}

/** A field that its condition hides is cleared. */
function finalValue(plan: UploadPlan, { planned }: Part): Sql {
  const value = raw(`r.${q(planned.carried ? merged(planned.field.name) : planned.value)}`)
  const visible = visibleSql(plan, planned.field, 'r')
  return visible ? sql`case when ${visible} then ${value} end` : value
}

function outcome(plan: UploadPlan, parts: readonly Part[], final: readonly Sql[], existing: boolean): Sql {
  const skips = parts
    .filter(({ planned, empty }) => planned.mapping.when_empty === 'skip_row' && empty)
    .map((part) => `(${emptySql(part, 'r')}${notBroken(part, 'r')})`)
  if (keepOf(plan.format)) skips.unshift('not r.kept')
  const versioned = plan.format.row_version !== null && plan.format.row_version !== undefined
  const changed = parts.flatMap(({ planned }, index) =>
    plan.keys.includes(planned) ? [] : [{ old: `r.${q(`o_${planned.field.name}`)}`, value: final[index]! }],
  )
  const values = changed.map(({ value }) => value)
  const differs =
    changed.length === 0
      ? sql`false`
      : sql`(${raw(changed.map(({ old }) => old).join(', '))}) is distinct from (${join(values, ', ')})`
  return sql`case ${raw(skips.length > 0 ? `when ${skips.join(' or ')} then 'S'` : '')} when r.errs is not null then 'R'
    ${existing ? sql`when r.target is not null then case when not ${differs} then '=' ${raw(versioned ? `when r.since <> r.version then ${decided('U', 'r.version')}` : '')} else 'U' end` : sql``}
    ${raw(versioned ? `when r.since is not null then ${decided('I', '0')}` : '')} else 'I' end`
}

/** A line in conflict does what was decided about the very version that the record has; else it waits for a decision. */
const decided = (written: string, version: string): string =>
  `case when r.take = 'F' and r.took_at = ${version} then '${written}' when r.take = 'R' then 'S' else 'C' end`
