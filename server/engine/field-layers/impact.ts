import type { Field, Screen } from '#src/definition'
import { fieldTypes } from '#src/definition'
import { fieldsRead } from '#src/definition/summary.ts'
import { isEntered } from '#src/definition/variants.ts'
import { fieldSchemas } from '#src/definition/field-types/schemas.ts'
import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import type { StoredDelta } from '../form-fields.ts'
import { readableFields } from '../screen-access.ts'
import { listFormats } from '../upload/stored-formats.ts'
import type { ViewState } from '../view-state.ts'
import { demandUnasked } from './attribute-uses.ts'
import { peopleOf, rolesOf, viewerOf } from './audience.ts'
import type { FieldChange } from './change-input.ts'
import { afterChanges, screenOf } from './layered-screen.ts'

interface FieldImpact {
  readonly field: string
  readonly label: string
  /** What happens to the field, in words. */
  readonly effects: readonly string[]
  /** Saved views that show, sort by or filter with a field that goes, or the field when it goes from lists. */
  readonly views: readonly string[]
  /** Upload formats that fill a field that goes, or do not fill one that is required from now on. */
  readonly formats: readonly string[]
  /** Results that add it up when it goes: they are out of use without it. */
  readonly results: readonly string[]
  readonly invalid: { readonly count: number | null; readonly reason: string } | null
}

export interface Impact {
  readonly screen: string
  /** Active people whose screens change, by role. */
  readonly people: readonly { readonly role: string; readonly users: number }[]
  /** Roles that may not see a field anyway. */
  readonly without: readonly { readonly field: string; readonly roles: readonly string[] }[]
  readonly fields: readonly FieldImpact[]
}

/** A count over the whole table may take this long; beyond it the answer is that nobody has counted. */
const patience = 4_000

async function counted(tx: Tx, statement: Sql): Promise<number | null> {
  try {
    return await tx.attempt(async () => {
      await tx.query(sql`select set_config('statement_timeout', ${String(patience)}, true)`)
      const [row] = await tx.query<{ count: number }>(statement)
      return row?.count ?? 0
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return null
    throw error
  }
}

const isText = (field: Field): boolean => fieldTypes[field.type].sql(field) === 'text'

/** How many records would not be taken as they are, the next time somebody writes them. */
async function invalidOf(
  tx: Tx,
  { organizationId }: Caller,
  screen: Screen,
  before: Field | undefined,
  after: Field | undefined,
): Promise<FieldImpact['invalid']> {
  if (!screen.table || !isEntered(screen)) return null
  const from = sql`from ${id(screen.table.name)} t where t.organization_id = ${organizationId}`
  if (before && !after) {
    const count = await counted(tx, sql`select count(*) as count ${from} and ${fieldSql(before)} is not null`)
    return count === 0 ? null : { count, reason: 'have a value that nobody sees any more; it stays stored' }
  }
  if (!after) return null
  const column = fieldSql(after)
  const conditions: { where: Sql; reason: string }[] = []
  if (after.required && !before?.required) {
    const empty = isText(after) ? sql`coalesce(${column}, '') = ''` : sql`${column} is null`
    conditions.push({ where: empty, reason: 'have no value and need one with their next change' })
  }
  const kept = after.choices?.map(({ value }) => value)
  if (before?.choices && kept && before.choices.some(({ value }) => !kept.includes(value)))
    conditions.push({
      where: sql`${column} is not null and ${column} <> '' and not (${column} = any(${kept}::text[]))`,
      reason: 'have a choice that is no longer offered',
    })
  if (before && after.max !== undefined && after.max !== before.max && isText(after))
    conditions.push({ where: sql`char_length(${column}) > ${after.max}`, reason: 'are longer than allowed' })
  const [first] = conditions
  if (first) {
    const where = conditions.map((one) => one.where).reduce((all, one) => sql`${all} or ${one}`)
    const count = await counted(tx, sql`select count(*) as count ${from} and (${where})`)
    return count === 0 ? null : { count, reason: conditions.map(({ reason }) => reason).join(', or ') }
  }
  return after.format && after.format !== before?.format ? misformed(tx, from, after) : null
}

/** Looks at the distinct values, since the words of a format are a matter of the product and not of the database. */
async function misformed(tx: Tx, from: Sql, field: Field): Promise<FieldImpact['invalid']> {
  const column = fieldSql(field)
  const rows = await tx.query<{ value: string; count: number }>(sql`
    select ${column} as value, count(*) as count ${from} and coalesce(${column}, '') <> '' group by 1 limit 20000`)
  const schema = fieldSchemas[field.type](field)
  const wrong = rows.filter(({ value }) => !schema.safeParse(value).success)
  const count = wrong.reduce((sum, row) => sum + row.count, 0)
  return count === 0 ? null : { count, reason: `are no ${formatWords[field.format ?? 'email']}` }
}

const formatWords = {
  email: 'email address',
  url: 'web address',
  phone: 'telephone number',
  page: 'address of the product',
} as const

function effectsOf(before: Screen, after: Screen, one: Field | undefined, next: Field | undefined): string[] {
  if (!next) return one ? ['is no field any more'] : []
  if (!one) return ['is a new field of lists, forms, uploads and exports']
  const place = (screen: Screen): [number, number] => [
    screen.form?.sections.flatMap(({ rows }) => rows.flat()).indexOf(next.name) ?? -1,
    (screen.list ?? screen.result)?.columns.indexOf(next.name) ?? -1,
  ]
  const [formBefore, listBefore] = place(before)
  const [formAfter, listAfter] = place(after)
  return [
    one.label === next.label ? '' : `is called ${next.label} instead of ${one.label}`,
    one.hidden === next.hidden ? '' : next.hidden ? 'goes from lists and forms' : 'shows on lists and forms',
    !one.required && next.required ? 'must be filled in' : '',
    one.required && !next.required ? 'need not be filled in any more' : '',
    one.choices?.length === next.choices?.length
      ? ''
      : `offers ${next.choices?.length ?? 0} choices instead of ${one.choices?.length ?? 0}`,
    JSON.stringify(one.default) === JSON.stringify(next.default)
      ? ''
      : `begins with ${JSON.stringify(next.default ?? null)}`,
    one.format === next.format ? '' : `has to be ${next.format ? `a ${formatWords[next.format]}` : 'any text'}`,
    (one.help ?? '') === (next.help ?? '') ? '' : 'has another help text',
    one.width === next.width ? '' : `is ${next.width ?? 'as'} ${next.width ? 'px ' : ''}wide in lists`,
    formBefore !== formAfter && formBefore >= 0 && formAfter >= 0 ? 'has another place on the form' : '',
    listBefore !== listAfter && listBefore >= 0 && listAfter >= 0 ? 'has another place in lists' : '',
  ].filter(Boolean)
}

const mentions = ({ query }: ViewState, name: string): boolean =>
  Object.entries(query).some(([parameter, text]) =>
    ['columns', 'sort', 'group'].includes(parameter)
      ? text.split(',').some((key) => key.replace(/^-/, '').split(':')[0] === name)
      : parameter.split('.')[0] === name,
  )

const addsUp = ({ result }: Screen, { name: of }: Screen, field: string): boolean =>
  result?.summary?.of === of && fieldsRead(result.summary).has(field)

/**
 * What saving these changes of one layer would do, with counts; nothing is written. Counts are null where counting takes too long.
 * STILL_REFERENCED, as saving would answer, for an attribute that decides somewhere.
 */
export async function impactOf(
  tx: Tx,
  caller: Caller,
  { screen, screens }: { readonly screen: Screen; readonly screens: readonly Screen[] },
  stored: readonly StoredDelta[],
  changes: readonly FieldChange[],
): Promise<Impact> {
  const [first] = changes
  if (!first) return { screen: screen.name, people: [], without: [], fields: [] }
  const viewer = await viewerOf(tx, caller, first)
  const before = screenOf(screen, stored, viewer)
  const after = screenOf(screen, afterChanges(stored, changes), viewer)
  const views = await tx.query<{ name: string; state: ViewState }>(sql`
    select name, state from list_view where organization_id = ${caller.organizationId} and screen = ${screen.name} order by name`)
  const formats = screen.upload ? await listFormats(tx, screen.upload.functionality) : []
  const fields: FieldImpact[] = []
  for (const fieldId of new Set(changes.map((change) => change.field_id))) {
    const one = before.fields.find((field) => field.id === fieldId)
    const next = after.fields.find((field) => field.id === fieldId)
    const name = (next ?? one)?.name
    if (name === undefined) continue
    if (one && !next)
      await demandUnasked(tx, caller.organizationId, screens, { screen: screen.name, name, label: one.label })
    const goes = !next || (next.hidden && !one?.hidden)
    const isFilled = (format: (typeof formats)[number]) => format.body.fields.some(({ field }) => field === name)
    const hindered = !next
      ? formats.filter(isFilled)
      : next.required && !one?.required
        ? formats.filter((format) => !isFilled(format))
        : []
    fields.push({
      field: fieldId,
      label: next?.label ?? one?.label ?? fieldId,
      effects: effectsOf(before, after, one, next),
      views: goes ? views.filter(({ state }) => mentions(state, name)).map((view) => view.name) : [],
      formats: hindered.map((format) => format.name),
      results: next ? [] : screens.filter((one) => addsUp(one, screen, name)).map(({ plural }) => plural),
      invalid: await invalidOf(tx, caller, screen, one, next),
    })
  }
  return {
    screen: screen.name,
    people: await peopleOf(tx, caller.organizationId, first),
    without: await withoutOf(
      tx,
      caller,
      after,
      fields.map(({ field }) => field),
    ),
    fields,
  }
}

async function withoutOf(
  tx: Tx,
  caller: Caller,
  screen: Screen,
  fieldIds: readonly string[],
): Promise<Impact['without']> {
  const guarded = screen.fields.filter(
    ({ id: fieldId, name }) => fieldIds.includes(fieldId) && screen.access.fields[name]?.read,
  )
  if (guarded.length === 0) return []
  const roles = await rolesOf(tx, caller.organizationId)
  const permissions: Caller[] = []
  for (const { id: layer_ref } of roles)
    permissions.push(await viewerOf(tx, caller, { layer: 'role', layer_ref, app_source_type: null }))
  return guarded.flatMap((field) => {
    const blind = roles.filter((_, index) => {
      const viewer = permissions[index]
      return viewer !== undefined && !readableFields(viewer, screen).some(({ name }) => name === field.name)
    })
    return blind.length > 0 ? [{ field: field.id, roles: blind.map(({ name }) => name) }] : []
  })
}
