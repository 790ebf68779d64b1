import { fieldTypes, type Field, type Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { keyFieldOf } from '../circles.ts'
import { mayReadField, mayUse, readableFields } from '../screen-access.ts'
import { escapedPattern } from '../search-sql.ts'

/** An attribute as it is kept; what is empty is null. */
export interface Attribute {
  readonly id: number
  readonly attribute: string
  readonly attribute_label: string
  readonly attribute_description: string | null
  readonly attribute_type: 'standard' | 'user_defined'
  readonly data_type: string
  readonly status: string
  readonly applies_to:
    | readonly { readonly master: string; readonly required?: boolean; readonly fast?: boolean }[]
    | null
  readonly max_length: number | null
  readonly foreign_table: string | null
  readonly foreign_field: string | null
  readonly description_table: string | null
  readonly description_field: string | null
  readonly reference_attribute: string | null
  readonly values_display_only: boolean | null
  readonly standard_values_only: boolean | null
  readonly search_only: boolean | null
}

/** A value of an attribute; `id` only of those that are kept with it. */
export interface AttributeValue {
  readonly id: number | null
  readonly value: string
  readonly description: string | null
}

/** What attributes are read with. */
export interface AttributeContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly screens: readonly Screen[]
}

/** The attribute of a name or an id; null when there is none. */
export async function attributeNamed(
  { tx, caller }: AttributeContext,
  name: string | number,
): Promise<Attribute | null> {
  const which = typeof name === 'number' ? sql`t.id = ${name}` : sql`t.attribute = ${name}`
  const [found] = await tx.query<Attribute>(
    sql`select t.* from attribute_type t where t.organization_id = ${caller.organizationId} and ${which}`,
  )
  return found ?? null
}

/** The screen whose table or name that is. */
export const masterNamed = (screens: readonly Screen[], table: string | null): Screen | undefined =>
  table === null
    ? undefined
    : screens.find((screen) => screen.table !== null && (screen.table.name === table || screen.name === table))

const fieldOf = (screen: Screen | undefined, name: string | null): Field | undefined =>
  screen?.fields.find((field) => field.name === name && !['rows', 'attributes', 'file'].includes(field.type))

/** Where the values of an attribute stand, when that is the field of a table. */
export interface AttributeSource {
  readonly screen: Screen
  readonly field: Field
  /** The field beside it, or of another master whose key the value is. */
  readonly description: { readonly screen: Screen; readonly field: Field } | null
}

/** The field an attribute says it takes its values from, whoever may read it; null for values of its own. */
export function declaredSource(
  screens: readonly Screen[],
  { foreign_table: table, foreign_field: name }: Attribute,
): Pick<AttributeSource, 'screen' | 'field'> | null {
  const screen = masterNamed(screens, table)
  const field = fieldOf(screen, name)
  return screen && field ? { screen, field } : null
}

/** The same with what describes the values; null where the caller may not read it, too. */
export function sourceOf(
  { screens, caller }: Omit<AttributeContext, 'tx'>,
  attribute: Attribute,
): AttributeSource | null {
  const readable = (screen: Screen | undefined, field: Field | undefined) =>
    screen && field && mayUse(caller, screen, 'read') && mayReadField(caller, screen, field.name)
      ? { screen, field }
      : null
  const declared = declaredSource(screens, attribute)
  const values = readable(declared?.screen, declared?.field)
  if (!values) return null
  const described = attribute.description_table ? masterNamed(screens, attribute.description_table) : values.screen
  const title = fieldOf(described, attribute.description_field)
  return { ...values, description: readable(described, title) }
}

/** The attribute whose values this one takes, however many lie between. */
export async function valuesFrom(context: AttributeContext, attribute: Attribute): Promise<Attribute> {
  let source = attribute
  const seen = new Set([attribute.attribute])
  while (source.reference_attribute && !seen.has(source.reference_attribute)) {
    seen.add(source.reference_attribute)
    const next = await attributeNamed(context, source.reference_attribute)
    if (!next) break
    source = next
  }
  return source
}

/** The attributes that take the values of this one, however many lie between. */
export async function attributesTaking(
  { tx, caller: { organizationId } }: AttributeContext,
  name: string,
): Promise<Attribute[]> {
  return tx.query<Attribute>(sql`
    with recursive taking (attribute) as (
      select t.attribute from attribute_type t where t.organization_id = ${organizationId} and t.reference_attribute = ${name}
      union select t.attribute from attribute_type t join taking on t.reference_attribute = taking.attribute
       where t.organization_id = ${organizationId})
    select t.* from attribute_type t where t.organization_id = ${organizationId} and t.attribute in (select attribute from taking) order by t.attribute`)
}

export interface ValueQuery {
  /** Part of a value or its description; empty for all. */
  readonly search: string
  readonly limit: number
  readonly offset?: number
  /** Only this very value. */
  readonly exactly?: string
}

/** The values an attribute may have, with how many there are. */
export async function readValues(
  context: AttributeContext,
  attribute: Attribute,
  query: ValueQuery,
): Promise<{ records: AttributeValue[]; total_record: number }> {
  const { tx } = context
  const found = await valuesSql(context, await valuesFrom(context, attribute))
  if (!found) return { records: [], total_record: 0 }
  const words = query.search === '' ? sql`true` : matches(query.search)
  const exact = query.exactly === undefined ? sql`true` : sql`v.value = ${query.exactly}`
  const rows = await tx.query<AttributeValue & { all: number }>(sql`
    select v.id, v.value, v.description, count(*) over () as all from (${found}) v where ${words} and ${exact}
     order by v.place nulls last, v.value limit ${query.limit} offset ${query.offset ?? 0}`)
  return { records: rows.map(({ all: _all, ...value }) => value), total_record: rows[0]?.all ?? 0 }
}

const matches = (text: string): Sql => {
  const pattern = `%${escapedPattern(text)}%`
  return sql`(v.value ilike ${pattern} or v.description ilike ${pattern})`
}

async function valuesSql(context: AttributeContext, attribute: Attribute): Promise<Sql | null> {
  const { organizationId } = context.caller
  if (attribute.foreign_table === null)
    return sql`
      select t.id, t.attribute_value as value, t.attribute_desc as description, t.sequence as place from attribute_value t
       where t.organization_id = ${organizationId} and t.attribute_name = ${attribute.attribute}`
  const source = sourceOf(context, attribute)
  if (!source?.screen.table) return null
  const value = textSql(source.field)
  const [table, own] = [id(source.screen.table.name), source.description?.screen === source.screen]
  const beside = own ? sql`min(${textSql(source.description!.field)})` : sql`null::text`
  const distinct = sql`
    select ${value} as value, ${beside} as description from ${table} t
     where t.organization_id = ${organizationId} and ${value} is not null group by 1`
  const other = own ? null : source.description
  const key = other ? keyFieldOf(other.screen) : undefined
  if (!other?.screen.table || !key)
    return sql`select null::bigint as id, d.value, d.description, null::bigint as place from (${distinct}) d`
  return sql`
    select null::bigint as id, d.value, ${textSql(other.field)} as description, null::bigint as place from (${distinct}) d
      left join ${id(other.screen.table.name)} t on t.organization_id = ${organizationId} and ${textSql(key)} = d.value`
}

const textSql = (field: Field): Sql =>
  fieldTypes[field.type].sql(field) === 'text' ? fieldSql(field) : sql`${fieldSql(field)}::text`

/** The values as a picker offers them: none before one types where they are only searched, bare where descriptions are not shown. */
export async function pickValues(
  context: AttributeContext,
  attribute: Attribute,
  query: ValueQuery,
): Promise<{ value: string; label: string }[]> {
  if (attribute.search_only && query.search === '') return []
  const { records } = await readValues(context, attribute, query)
  return records.map(({ value, description }) => ({
    value,
    label: attribute.values_display_only || !description ? value : description,
  }))
}

/** Why an attribute does not take a value, in words; null when it does. */
export async function valueMisfit(context: AttributeContext, name: string, value: string): Promise<string | null> {
  const attribute = await attributeNamed(context, name)
  if (!attribute?.standard_values_only) return null
  const { records } = await readValues(context, attribute, { search: '', limit: 1, exactly: value })
  return records.length > 0 ? null : `${attribute.attribute_label} has no value ${value}`
}

/** The values that are kept with attributes, by the attribute's name. */
export async function keptValues(
  { tx, caller }: AttributeContext,
  names: readonly string[],
): Promise<Map<string, AttributeValue[]>> {
  const rows = await tx.query<AttributeValue & { name: string }>(sql`
    select t.attribute_name as name, t.id, t.attribute_value as value, t.attribute_desc as description from attribute_value t
     where t.organization_id = ${caller.organizationId} and t.attribute_name = any(${names}::text[])
     order by t.sequence nulls last, t.attribute_value`)
  const values = new Map<string, AttributeValue[]>()
  for (const { name, ...value } of rows) values.set(name, [...(values.get(name) ?? []), value])
  return values
}

/** How an attribute is known to rules. */
interface AttributeName {
  /** null for a field of a master that nobody has made an attribute of. */
  readonly id: number | null
  readonly attribute: string
  readonly attribute_label: string
  readonly attribute_type: string
  readonly data_type: string
  readonly foreign_table: string | null
  readonly foreign_field: string | null
}

const ruled: ReadonlySet<string> = new Set(['text', 'choice', 'reference', 'flag', 'date'])

/** The attributes there are, and the fields of masters that rules may use without anybody making attributes of them. */
export async function attributeNames(
  { tx, caller }: AttributeContext,
  masters: readonly Screen[],
): Promise<{ records: AttributeName[]; total_record: number }> {
  const kept = await tx.query<AttributeName>(sql`
    select id, attribute, attribute_label, attribute_type, data_type, foreign_table, foreign_field from attribute_type
     where organization_id = ${caller.organizationId} and status = 'active' order by attribute`)
  const known = new Set(kept.map(({ foreign_table: table, foreign_field: field }) => `${table} ${field}`))
  const standard = masters
    .filter((screen) => mayUse(caller, screen, 'read'))
    .flatMap((screen) =>
      readableFields(caller, screen)
        .filter((field) => ruled.has(field.type) && !known.has(`${screen.table?.name} ${field.name}`))
        .map((field) => ({
          id: null,
          attribute: `${screen.table?.name}.${field.name}`,
          attribute_label: `${screen.label}: ${field.label}`,
          attribute_type: 'standard',
          data_type: field.type === 'flag' || field.type === 'date' ? field.type : 'text',
          foreign_table: screen.table?.name ?? null,
          foreign_field: field.name,
        })),
    )
  const records = [...kept, ...standard]
  return { records, total_record: records.length }
}
