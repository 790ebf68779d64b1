import { fieldTypes, type Field, type FieldSpec, type Screen } from '#src/definition'
import { normalizeField } from '#src/definition/normalize-field.ts'
import type { Issue } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'

/** Whether there was an attribute of that name on the form, which somebody has taken away. */
async function wasThere(tx: Tx, organizationId: number, formId: string, name: string): Promise<boolean> {
  const [row] = await tx.query<{ present: boolean }>(sql`
    select exists (select from history where organization_id = ${organizationId} and screen = 'form-field' and operation = 'delete'
       and changes -> 'form_id' ->> 0 = ${formId} and changes -> 'field_id' ->> 0 = ${name}) as present`)
  return row!.present
}

const sqlOf = (field: Field): string => fieldTypes[field.type].sql(field)

/**
 * Values of an attribute stay with their records when it is taken away. One that is given its name and cannot read them would hide
 * them, so it is refused with how many there are. Records are only looked at where there was such an attribute: adding one touches none.
 */
export async function earlierValueIssues(
  tx: Tx,
  organizationId: number,
  screen: Screen,
  name: string,
  { before, after }: { readonly before: FieldSpec | null | undefined; readonly after: FieldSpec | undefined },
): Promise<Issue[]> {
  const column = screen.fields.find(({ type }) => type === 'attributes')?.storage.column
  if (!after || !column || !screen.table) return []
  const field = { ...normalizeField(name, { ...after, index: false }), storage: { column, key: name } }
  const type = sqlOf(field)
  if (type === 'text' || (before && sqlOf(normalizeField(name, before)) === type)) return []
  if (!before && !(await wasThere(tx, organizationId, screen.formId, name))) return []
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) as count from ${id(screen.table.name)} t
     where t.organization_id = ${organizationId} and t.${id(column)} ->> ${name}::text is not null and ${fieldSql(field)} is null`)
  const count = row?.count ?? 0
  if (count === 0) return []
  const [records, hold] = count === 1 ? [screen.label, 'holds'] : [screen.plural, 'hold']
  const message = `${count} ${records.toLowerCase()} still ${hold} a value of an earlier attribute ${name} that this type cannot read. Choose another name, or make it as it was and empty it there first`
  return [{ path: ['attribute_type'], code: 'invalid', message }]
}
