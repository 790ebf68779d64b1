import type { Screen } from '#src/definition'
import { formsOf } from '#src/definition/variants.ts'
import { type Caller, can } from '../../authorize.ts'
import { sql, type Sql } from '../../store/sql.ts'
import type { StoredDelta } from '../form-fields.ts'
import { designPermission, mayReadField, mayUse } from '../screen-access.ts'

type Place = readonly [form: string, field: string]

/** The fields of a screen that somebody may not see, by the names under which changes of them are kept. */
const hiddenIn = (screen: Screen, caller: Caller): Place[] =>
  screen.fields.filter(({ name }) => !mayReadField(caller, screen, name)).map(({ id }) => [screen.formId, id] as const)

/** Of the changes of fields `t`, beside those that are for everybody, the caller's own; and of all of them those of fields that the caller may see. */
export function seenChanges(caller: Caller, screens: readonly Screen[], forAll: Sql): Sql {
  const readable = screens.filter((screen) => mayUse(caller, screen, 'read')).flatMap(formsOf)
  const hidden = readable.flatMap((screen) => hiddenIn(screen, caller))
  return sql`(
    (${forAll} or t.layer = 'role' and t.layer_ref = any(${[...caller.roleIds]}::bigint[]) or t.layer = 'user' and t.layer_ref = ${caller.userId})
    and t.form_id = any(${[...new Set(readable.map(({ formId }) => formId))]}::text[])
    and (t.form_id, t.field_id) not in (select * from unnest(${hidden.map(([form]) => form)}::text[], ${hidden.map(([, field]) => field)}::text[])))`
}

/** The same of changes of one screen's fields that were read already; who changes them for others sees all. */
export function onlySeen(caller: Caller, screen: Screen, stored: readonly StoredDelta[]): readonly StoredDelta[] {
  if (can(caller, designPermission)) return stored
  const hidden = new Set(hiddenIn(screen, caller).map(([, field]) => field))
  return stored.filter(
    ({ layer, layer_ref: reference, field_id: field }) =>
      !hidden.has(field) &&
      (layer === 'organization' ||
        (layer === 'role' ? reference !== null && caller.roleIds.includes(reference) : reference === caller.userId)),
  )
}
