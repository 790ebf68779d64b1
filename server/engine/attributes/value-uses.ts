import type { Screen } from '#src/definition'
import type { Tx } from '../../store/database.ts'
import { id, sql, type Sql } from '../../store/sql.ts'
import { stillReferenced } from '../delete.ts'
import type { Row } from '../page.ts'
import { attributesTaking, masterNamed, type Attribute, type AttributeContext } from './attribute.ts'

/** How many records of a screen hold each value. */
interface Uses {
  readonly screen: Screen
  readonly counts: ReadonlyMap<string, number>
}

// Values are deleted one by one, and a master is read whole to count them.
const counted = new WeakMap<Tx, Map<string, readonly Uses[]>>()

/** Refuses with STILL_REFERENCED to take away values that records hold, where nothing but the attribute's values may be held. */
export async function demandUnused(
  context: AttributeContext,
  attribute: Attribute,
  values: readonly Row[],
): Promise<void> {
  const known = counted.get(context.tx) ?? new Map<string, readonly Uses[]>()
  counted.set(context.tx, known)
  const uses = known.get(attribute.attribute) ?? (await usesOf(context, attribute))
  known.set(attribute.attribute, uses)
  const held = values.flatMap((row) => {
    const value = String(row['attribute_value'])
    const used = uses.flatMap(({ screen: { name, label, plural }, counts }) => {
      const count = counts.get(value) ?? 0
      return count > 0 ? [{ screen: name, one: label, many: plural, count }] : []
    })
    return used.length > 0 ? [{ id: row.id, key: value, used }] : []
  })
  if (held.length > 0) throw stillReferenced(held)
}

/** Where the values are held: in the fields that the attribute, or one that takes its values, is on masters, and where rules name them. */
async function usesOf(context: AttributeContext, attribute: Attribute): Promise<Uses[]> {
  const strict = [attribute, ...(await attributesTaking(context, attribute.attribute))].filter(
    (one) => one.standard_values_only === true,
  )
  const uses: Uses[] = []
  for (const { attribute: name, attribute_type: type, applies_to: masters } of strict) {
    for (const { master } of type === 'user_defined' ? (masters ?? []) : []) {
      const screen = masterNamed(context.screens, master)
      const column = screen?.fields.find((field) => field.type === 'attributes')?.storage.column
      if (screen?.table && column) uses.push(await countsIn(context, screen, sql`t.${id(column)} ->> ${name}::text`))
    }
    uses.push(...(await ruleUses(context, name)))
  }
  return uses
}

/** How many records hold a value of an attribute that is a field of masters, in a sentence; null where none does. */
export async function heldWords(
  { tx, caller, screens }: AttributeContext,
  attribute: Attribute,
): Promise<string | null> {
  const parts: string[] = []
  let total = 0
  for (const { master } of attribute.attribute_type === 'user_defined' ? (attribute.applies_to ?? []) : []) {
    const screen = masterNamed(screens, master)
    const column = screen?.fields.find((field) => field.type === 'attributes')?.storage.column
    if (!screen?.table || !column) continue
    const [found] = await tx.query<{ count: number }>(sql`
      select count(*) as count from ${id(screen.table.name)} t
       where t.organization_id = ${caller.organizationId} and coalesce(t.${id(column)} ->> ${attribute.attribute}::text, '') <> ''`)
    const count = Number(found?.count ?? 0)
    total += count
    if (count > 0) parts.push(`${count} ${(count === 1 ? screen.label : screen.plural).toLowerCase()}`)
  }
  const hold = total === 1 ? 'holds a value, which is' : 'hold values, which are'
  return total > 0 ? `${attribute.attribute_label}: ${parts.join(' and ')} ${hold} no longer shown.` : null
}

async function ruleUses(context: AttributeContext, name: string): Promise<Uses[]> {
  const [hierarchy, combination] = ['attribute-hierarchy', 'attribute-combination'].map((screen) =>
    masterNamed(context.screens, screen),
  )
  return [
    ...(hierarchy?.table
      ? [await countsIn(context, hierarchy, sql`case when t.attribute_name = ${name} then t.attribute_value end`)]
      : []),
    ...(combination?.table
      ? [
          await countsIn(
            context,
            combination,
            sql`part.value ->> 'attribute_value'`,
            sql`cross join lateral (select distinct jsonb_build_object('attribute_value', p ->> 'attribute_value') as value
                  from jsonb_array_elements(t.attributes_list) p where p ->> 'attribute_name' = ${name}) part`,
          ),
        ]
      : []),
  ]
}

async function countsIn(
  { tx, caller: { organizationId } }: AttributeContext,
  screen: Screen,
  value: Sql,
  parts: Sql = sql``,
): Promise<Uses> {
  const rows = await tx.query<{ value: string; count: number }>(sql`
    select ${value} as value, count(*) as count from ${id(screen.table!.name)} t ${parts}
     where t.organization_id = ${organizationId} and ${value} is not null group by 1`)
  return { screen, counts: new Map(rows.map((row) => [row.value, row.count])) }
}
