import { sameKey } from './same-key.ts'
import { fieldTypes, isAbsent, type Field, decimalTypes } from '#src/definition'
import { earliestDay } from '#src/definition/dates.ts'
import { expressionSql } from '#src/definition/expression/sql.ts'
import { join, raw, sql, type Sql } from '../../store/sql.ts'
import { id } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { cellFormat, keepOf } from './format.ts'
import { currencyFields, currencyName, currencyRule, currencySigns } from './plan-currency.ts'
import { clearedLayers, merged, mergedSql, regarded, visibleSql } from './plan-visible.ts'
import { isDay, isNumber } from './style-questions.ts'
import { unknownNumbers } from './numbered-lines.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { counterName, typed, valueSql, type Trust, type ValueSql } from './plan-values.ts'

interface Part {
  readonly planned: PlannedField
  readonly value: ValueSql
  /** The text as it is used: inline, or computed once. */
  readonly text: string | null
  /** Names of the columns that tell an empty and an unreadable cell. */
  readonly empty: string | null
  readonly unreadable: string | null
  /** Name of the column that tells an empty cell whose value depends on whether the record is there already. */
  readonly later: string | null
  /** Name of the column that tells the currency that an amount's cell names. */
  readonly named: string | null
}

const q = (name: string): string => id(name).sql

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

function partOf(plan: UploadPlan, planned: PlannedField, trust: Trust, existing: boolean): Part {
  if (planned.carried)
    return {
      planned,
      value: typed(`null::${planned.type}`),
      text: null,
      empty: null,
      unreadable: null,
      later: null,
      named: null,
    }
  const value = valueSql(planned.field, planned.mapping, plan.format, plan.columns, trust)
  const text = value.text === null ? null : value.costly ? `x.${q(planned.value)}` : value.text
  const mayFail = value.text !== null && !isSure(planned.field, value, plan)
  const mayBeEmpty = value.mayBeEmpty && planned.fallback === null
  return {
    planned,
    value,
    text,
    empty: mayBeEmpty ? (mayFail ? `e_${planned.field.name}` : planned.value) : null,
    unreadable: mayFail ? planned.value : null,
    later: existing && planned.isForNew && planned.fallback !== null && value.mayBeEmpty ? laterName(planned) : null,
    named: currencyName(planned, value),
  }
}

/** Whether reading a cell takes so long that it is done once, whatever becomes of the line: numbers and days that are not written plainly. */
const isDear = ({ planned: { field }, value: { text, seen } }: Part): boolean =>
  text !== null && (seen === undefined || seen.form === 'text') && (isNumber(field) || isDay(field))

const laterName = ({ field }: PlannedField): string => `f_${field.name}`

/** The name of a value as it was read, before it is known whether the record is there already. */
const readName = ({ planned, later }: Part): string => (later === null ? planned.value : `w_${planned.field.name}`)

const textual = new Set(['text', 'longText', 'reference', 'references'])

/** Whether the text is known to be readable. */
function isSure(field: Field, { seen }: ValueSql, plan: UploadPlan): boolean {
  if (textual.has(field.type)) return true
  if (!seen) return false
  if (field.type === 'date' || field.type === 'dateTime') return seen.form === 'day' || seen.form === 'instant'
  if (seen.form !== 'number' || plan.format.decimal !== '.') return false
  return field.type === 'integer'
    ? seen.fraction === 0 && seen.whole <= 15
    : seen.bytes <= 60 && decimalTypes.has(field.type)
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

interface Broken {
  readonly rule: number
  readonly when: Sql
}

function brokenRules(plan: UploadPlan, all: readonly Part[], existing: boolean): Broken[] {
  const rules: Broken[] = []
  const parts = all.filter(({ planned }) => !planned.carried)
  const add = (field: Field, message: string, when: Sql, column: string | null = null) =>
    rules.push({ rule: plan.rules.number({ field: field.name, label: field.label, message, column }), when })
  for (const part of parts) valueRules(part, add)
  for (const { field, when, column } of unknownNumbers(plan.keys, plan.table, plan.uploadId))
    add(field, `There is no ${plan.screen.label.toLowerCase()} {value}`, when, column)
  if (plan.format.row_version)
    add(
      plan.keys[0]!.field,
      '"{value}" is not the version of a row',
      raw('m.stated is not null and m.since is null'),
      plan.format.row_version,
    )
  const mapped = new Set(parts.map(({ planned }) => planned.field.name))
  for (const field of plan.screen.fields) {
    if (field.readOnly || ['rows', 'attributes', 'file'].includes(field.type)) continue
    const part = parts.find(({ planned }) => planned.field.name === field.name)
    const visible = visibleSql(plan, field, 'm')
    const whenVisible = visible ? sql` and ${visible}` : sql``
    const required = `${field.label} is required`
    if (
      part?.empty &&
      (field.required || field.requiredWhenVisible || part.planned.mapping.when_empty === 'reject') &&
      part.planned.mapping.when_empty !== 'skip_row'
    ) {
      add(field, required, sql`${raw(emptySql(part, 'm') + notBroken(part, 'm'))}${whenVisible}`)
    }
    if (!part && field.required && isAbsent(field.default)) add(field, required, sql`m.target is null${whenVisible}`)
    if (!part && field.requiredWhenVisible && visible)
      add(field, required, sql`m.${id(merged(field.name))} is null and ${visible}`)
    if (field.after && (mapped.has(field.name) || mapped.has(field.after))) {
      const other = plan.screen.fields.find(({ name }) => name === field.after)
      const otherVisible = other && visibleSql(plan, other, 'm')
      add(
        field,
        `${field.label} cannot be before ${other?.label ?? field.after}`,
        sql`m.${id(merged(field.name))} < m.${id(merged(field.after))}${whenVisible}${otherVisible ? sql` and ${otherVisible}` : sql``}`,
      )
    }
    if (existing && part && field.immutable && !plan.keys.includes(part.planned)) {
      const changed = `m.target is not null and m.${q(`o_${field.name}`)} is distinct from m.${q(part.planned.value)}`
      add(field, `${field.label} cannot be changed once it is saved`, raw(changed))
    }
    const own = plan.keys.length === 1 ? plan.keys[0] : undefined
    if (part && own && field.acyclic)
      add(field, `${field.label} cannot be the record itself`, raw(`m.${q(part.planned.value)} = m.${q(own.value)}`))
  }
  return rules
}

type Add = (field: Field, message: string, when: Sql, column?: string | null) => void

/** What the field's type asks of a cell. */
function valueRules({ planned, value, empty, unreadable, later, named }: Part, add: Add): void {
  const { field, mapping } = planned
  const column = mapping.source === 'column' ? mapping.column! : null
  const name = `m.${q(planned.value)}`
  const blank = empty ?? later
  if (unreadable)
    add(field, value.unreadable, raw(blank ? `${name} is null and not m.${q(blank)}` : `${name} is null`), column)
  for (const [index, operand] of value.operands.entries()) {
    add(field, operand.message, raw(`m.${q(`b${index}_${field.name}`)}`), operand.column)
  }
  if (mapping.source === 'constant') return
  if (named) {
    const { message, when } = currencyRule(field, named)
    add(field, message, when, column)
  }
  // Not among the rules of the type, by which filters are read as well.
  if (field.type === 'date' || field.type === 'dateTime')
    add(field, `A year from ${earliestDay.slice(0, 4)} on is needed`, raw(`${name} < '${earliestDay}'`), column)
  const rules = fieldTypes[field.type].rules?.('', name, field, value.seen) ?? []
  for (const rule of rules) add(field, rule.message, raw(rule.broken), column)
}

const emptySql = ({ planned, empty }: Part, alias: string): string =>
  empty === planned.value ? `${alias}.${q(empty)} is null` : `${alias}.${q(empty!)}`

/** What a bad operand leaves without a value is told once, and is not empty. */
const notBroken = ({ planned, value }: Part, alias: string): string =>
  value.operands.map((_, index) => ` and not ${alias}.${q(`b${index}_${planned.field.name}`)}`).join('')

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
