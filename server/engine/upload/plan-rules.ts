import { fieldsOf, fieldTypes, isAbsent, type Field } from '#src/definition'
import { earliestDay } from '#src/definition/dates.ts'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import { currencyRule } from './plan-currency.ts'
import { emptySql, notBroken, q, unreadableSql, type Part } from './plan-part.ts'
import { heldSql, merged, visibleSql } from './plan-visible.ts'
import { unknownNumbers } from './numbered-lines.ts'
import type { UploadPlan } from './plan.ts'

interface Broken {
  readonly rule: number
  readonly when: Sql
}

/** Every reason for which a line may be refused, and the SQL of when it is. */
export function brokenRules(plan: UploadPlan, all: readonly Part[], existing: boolean): Broken[] {
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
    for (const [at, { when, message }] of (field.rejects ?? []).entries()) {
      const read = fieldsOf(when)
      if (![field.name, ...read].some((name) => mapped.has(name))) continue
      // What cannot be read is told by itself, and of several rejections the first.
      const unread = parts
        .filter(({ planned, unreadable }) => unreadable && [field.name, ...read].includes(planned.field.name))
        .map((one) => sql`(${raw(unreadableSql(one))})`)
      const earlier = field.rejects!.slice(0, at).map((one) => heldSql(plan, one.when, 'm'))
      const not = [...unread, ...earlier].map((one) => sql`not ${one}`)
      add(field, message, join([heldSql(plan, when, 'm'), ...(visible ? [visible] : []), ...not], ' and '))
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
function valueRules(part: Part, add: Add): void {
  const { planned, value, unreadable, named } = part
  const { field, mapping } = planned
  const column = mapping.source === 'column' ? mapping.column! : null
  const name = `m.${q(planned.value)}`
  if (unreadable) add(field, value.unreadable, raw(unreadableSql(part)), column)
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
