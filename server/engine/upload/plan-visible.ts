import { fieldsOf, fieldTypes, isAbsent, type Condition, type Field, type Screen } from '#src/definition'
import { resolveDate } from '#src/definition/dates.ts'
import { id, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { conditionSql } from '../condition-sql.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { literalOf } from './plan-values.ts'

const q = (name: string): string => id(name).sql

/** The column that holds what a field's record would hold before hidden fields are cleared. */
export const merged = (name: string): string => `m_${name}`

/** The same after they are; only fields that others' conditions look at have it. */
const cleared = (name: string): string => `c_${name}`

/** Fields whose conditions, rejections, orders or absence have to be looked at, and those they look at. */
export function regarded(plan: UploadPlan): Field[] {
  const { fields } = plan.screen
  const names = new Set(
    fields.flatMap((field) => [
      ...(field.visible ? [field.name] : []),
      ...conditionsOf(field).flatMap(fieldsOf),
      ...(field.after ? [field.name, field.after] : []),
    ]),
  )
  for (const name of periodFields(plan.screen)) names.add(name)
  return fields.filter((field) => names.has(field.name))
}

/** The fields of which a validity consists, those that tell periods apart included. */
export const periodFields = ({ table }: Screen): readonly string[] => {
  if (!table?.validity) return []
  const { from, to, within, only } = table.validity
  return [...new Set([from, to, ...within, ...(only ? [only.flag, ...only.within] : [])])]
}

/** A field's merged value: of the line (l) as `lineSql` has it, else of the record (t), else its default. */
export function mergedSql(
  plan: UploadPlan,
  field: Field,
  existing: boolean,
  lineSql: (planned: PlannedField) => string,
): string {
  const name = q(merged(field.name))
  const planned = plan.fields.find((candidate) => candidate.field.name === field.name && !candidate.carried)
  if (planned) return `${lineSql(planned)} as ${name}`
  const fallback = isAbsent(field.default)
    ? `null::${fieldTypes[field.type].sql(field)}`
    : literalOf(field, resolveDate(field.default, field.type, plan.today))
  return `${existing ? `case when t.id is null then ${fallback} else ${fieldSql(field).sql} end` : fallback} as ${name}`
}

const conditionsOf = ({ visible, rejects = [] }: Field): readonly Condition[] => [
  ...(visible ? [visible] : []),
  ...rejects.map(({ when }) => when),
]

/** Fields that hide themselves and that others' conditions look at, each behind those it looks at itself. */
function chained(plan: UploadPlan): Field[] {
  const fields = plan.screen.fields
  const looked = new Set(fields.flatMap(conditionsOf).flatMap(fieldsOf))
  const found: Field[] = []
  const visit = (field: Field, above: readonly Field[]) => {
    if (!field.visible || found.includes(field) || above.includes(field)) return
    for (const name of fieldsOf(field.visible)) {
      const other = fields.find((candidate) => candidate.name === name)
      if (other) visit(other, [...above, field])
    }
    if (looked.has(field.name)) found.push(field)
  }
  for (const field of fields) visit(field, [])
  return found
}

/** Clears what is hidden before what hangs on it is looked at, one layer a field. */
export function clearedLayers(plan: UploadPlan, joined: Sql): Sql {
  return chained(plan).reduce(
    (inner, field, index, all) => sql`
      select j.*, case when ${conditionOver(plan, field.visible!, 'j', all.slice(0, index))} then j.${id(merged(field.name))} end as ${id(cleared(field.name))}
        from (${inner}) j`,
    joined,
  )
}

function conditionOver(plan: UploadPlan, condition: Condition, alias: string, ready: readonly Field[]): Sql {
  const fields = regarded(plan).map((other) => ({
    ...other,
    storage: { column: ready.includes(other) ? cleared(other.name) : merged(other.name) },
  }))
  return sql`((${conditionSql(condition, { fields, today: plan.today, alias })}) is true)`
}

/** The field's condition over the merged values; undefined when it is always visible. */
export const visibleSql = (plan: UploadPlan, field: Field, alias: string): Sql | undefined =>
  field.visible ? conditionOver(plan, field.visible, alias, chained(plan)) : undefined

/** Whether a condition holds in the record as it would be; what is hidden is cleared. */
export const heldSql = (plan: UploadPlan, condition: Condition, alias: string): Sql =>
  conditionOver(plan, condition, alias, chained(plan))
