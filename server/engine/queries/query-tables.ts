import { fieldDisplays, type Field, type Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { type Caller } from '../../authorize.ts'
import { mayReadField, mayUse } from '../screen-access.ts'
import { isQueried } from './query-scope.ts'
import { isShown } from './saved-query.ts'

/** Records that a query can be about, as they are called. */
export interface QueryTable {
  readonly table_name: string
  readonly table_description: string
  readonly area: string
  readonly applications: readonly string[] | null
}

/** The records that the caller may ask about, in an application or in any, by what they are called. */
export function queryTables(screens: readonly Screen[], caller: Caller, application: string | null): QueryTable[] {
  const { compare } = new Intl.Collator('en')
  return screens
    .filter((screen) => isQueried(screen) && mayUse(caller, screen, 'read'))
    .filter(({ apps }) => application === null || apps === null || apps.some((app) => app === application))
    .map(({ name, plural, area, apps }) => ({ table_name: name, table_description: plural, area, applications: apps }))
    .toSorted((a, b) => compare(a.table_description, b.table_description))
}

const unfit = new Set<Field['type']>(['rows', 'attributes', 'file'])

/** A field as the query builder offers it, with everything that asks about it takes. */
function offered(field: Field, screen: Screen) {
  return {
    ...field,
    /** How it can be compared. */
    operators: fieldDisplays[field.type].operators,
    is_key: screen.table?.key.includes(field.name) ?? false,
    is_attribute: field.storage.key !== undefined,
  }
}

/** The fields that lead to other records that the caller may ask about. */
const referencesOf = (fields: readonly Field[], screens: readonly Screen[], caller: Caller) =>
  fields.flatMap((field) => {
    const target = field.type === 'reference' ? screens.find(({ name }) => name === field.target) : undefined
    return target && isQueried(target) && target.table!.key.length === 1 && mayUse(caller, target, 'read')
      ? [{ field: field.name, label: field.label, table_name: target.name, table_description: target.plural }]
      : []
  })

/** What a query about a screen's records can show: their own fields, what they refer to, and what refers to them. */
export function queryFields(screen: Screen, screens: readonly Screen[], caller: Caller) {
  const fields = [...screen.fields, ...systemFields.filter(({ type }) => type === 'dateTime')].filter(
    (field) => !unfit.has(field.type) && isShown(screen, field.name, caller),
  )
  return {
    table_name: screen.name,
    table_description: screen.plural,
    singular: screen.label,
    records: fields.map((field) => offered(field, screen)),
    references: referencesOf(fields, screens, caller),
    related: [...referring(screen, screens, caller), ...rowsOf(screen, screens, caller)],
    total_record: fields.length,
  }
}

/** The records that refer to those of a screen, once for each field by which they do. */
function referring(screen: Screen, screens: readonly Screen[], caller: Caller) {
  if (screen.table?.key.length !== 1) return []
  return screens
    .filter((other) => isQueried(other) && mayUse(caller, other, 'read'))
    .flatMap((other) =>
      other.fields
        .filter(
          ({ type, target, name, hidden }) =>
            type === 'reference' && target === screen.name && !hidden && mayReadField(caller, other, name),
        )
        .map((field, _at, all) => ({
          screen: other.name,
          by: field.name,
          label: all.length > 1 ? `${other.plural} (${field.label})` : other.plural,
          plural: other.plural,
        })),
    )
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

const rowsOf = (screen: Screen, screens: readonly Screen[], caller: Caller) =>
  screen.fields
    .filter(({ type, name }) => type === 'rows' && isShown(screen, name, caller))
    .map((field) => ({
      rows: field.name,
      label: field.label,
      plural: field.label,
      fields: (field.fields ?? [])
        .filter(({ type, hidden }) => !unfit.has(type) && !hidden)
        .map((nested) => offered(nested, screen)),
      references: referencesOf(field.fields ?? [], screens, caller),
    }))

/** A screen by its name, or by what its records are called. */
export const tableCalled = (screens: readonly Screen[], called: string): Screen | undefined =>
  screens.find(({ name }) => name === called) ??
  screens.find(({ plural, table }) => table !== null && plural.toLowerCase() === called.toLowerCase()) ??
  screens.find(({ table }) => table?.name === called)
