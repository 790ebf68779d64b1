import { isAbsent, type Field, type Screen } from '#src/definition'
import { equalValues } from '#src/definition/compare.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'
import { fieldSql, selectList } from './columns.ts'
import type { Row } from './page.ts'
import type { Written } from './references.ts'

/** The field that others refer to a screen's records by. */
export const keyFieldOf = (screen: Screen | undefined): Field | undefined =>
  screen?.fields.find((field) => field.name === screen.table?.key[0])

/** The fields whose references must not lead back to their own record. */
export const acyclicFields = (screen: Screen): readonly Field[] =>
  screen.fields.filter((field) => field.acyclic && field.target === screen.name)

/**
 * Whether a record about to be written could close a circle. A new one could only where it may be referred to before it is there: with
 * strict references nobody can refer to it before its own way up is to be seen.
 */
export const isMoved = (screen: Screen, { all, touched, before }: Written): boolean =>
  acyclicFields(screen).some((field) => {
    if (!touched.has(field.name) || isAbsent(all[field.name])) return false
    return before ? !equalValues(field, before[field.name], all[field.name]) : field.integrity === 'soft'
  })

/**
 * Lets one transaction at a time move records of a table whose references must not lead in a circle, to its end: two that move at once would
 * each see the way up as it was before the other. To be taken before records are locked, for which whoever has it may wait.
 */
export async function lockWays(tx: Tx, screen: Screen, organizationId: number): Promise<void> {
  const key = `ways of ${screen.table!.name} ${organizationId}`
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

type Values = Readonly<Record<string, unknown>>

/** Takes the lock where any of the values sets a reference that must not lead in a circle. */
export async function lockWaysOf(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  values: readonly Values[],
): Promise<void> {
  const names = acyclicFields(screen).map(({ name }) => name)
  if (values.some((one) => names.some((name) => !isAbsent(one[name])))) await lockWays(tx, screen, organizationId)
}

/** The same for one record, whose form sends every value: only where one of them is another than the stored one. */
export async function lockWaysOfMove(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  recordId: number,
  body: Values,
): Promise<void> {
  const sent = acyclicFields(screen).filter(({ name }) => !isAbsent(body[name]))
  if (sent.length === 0 || !screen.table) return
  const [before] = await tx.query<Row>(sql`
    select ${selectList(sent)} from ${id(screen.table.name)} t where t.organization_id = ${organizationId} and t.id = ${recordId}`)
  if (before && sent.some((field) => !equalValues(field, before[field.name], body[field.name])))
    await lockWays(tx, screen, organizationId)
}

/** A record that no record at the top leads to. */
export interface Stray {
  readonly id: number
  readonly key: string
  readonly parent: string
  /** On a circle; else what it refers to is not there. */
  readonly circled: boolean
}

/**
 * The records on a circle of references, and those whose reference leads nowhere: whatever else hangs on them is below them. Only records with
 * others below them can be on a circle; of these, whatever is left once all that ends somewhere is gone lies on one or leads to one.
 */
export async function strays(tx: Tx, screen: Screen, parent: Field, organizationId: number): Promise<Stray[]> {
  const keyField = keyFieldOf(screen)
  if (!screen.table || !keyField) return []
  const [table, key, up] = [id(screen.table.name), fieldSql(keyField), fieldSql(parent)]
  const rows = await tx.query<Found>(sql`
    with recursive above as materialized (
      select distinct ${up} as key from ${table} t where t.organization_id = ${organizationId} and ${up} is not null
    ), inner_node as materialized (
      select t.id, a.key, ${up} as parent from above a join ${table} t on t.organization_id = ${organizationId} and ${key} = a.key where ${up} is not null
    ), ending (key) as (
      select n.key from inner_node n where not exists (select from inner_node o where o.key = n.parent)
      union all
      select n.key from ending e join inner_node n on n.parent = e.key
    ), gone as materialized (
      select a.key from above a where not exists (select from ${table} t where t.organization_id = ${organizationId} and ${key} = a.key)
    )
    select n.id, n.key, n.parent, true as known from inner_node n where not exists (select from ending e where e.key = n.key)
    union all
    select t.id, ${key}, ${up}, false from gone g join ${table} t on t.organization_id = ${organizationId} and ${up} = g.key`)
  return straysAmong(rows)
}

/** The records of the circle that a record with the key `at` is part of; none where its way ends somewhere. */
export async function circleOf(
  tx: Tx,
  screen: Screen,
  parent: Field,
  organizationId: number,
  at: string,
): Promise<Stray[]> {
  const keyField = keyFieldOf(screen)
  if (!screen.table || !keyField) return []
  const [table, key, up] = [id(screen.table.name), fieldSql(keyField), fieldSql(parent)]
  const way = await tx.query<Found>(sql`
    with recursive way (id, key, parent) as (
      select t.id, ${key}, ${up} from ${table} t where t.organization_id = ${organizationId} and ${key} = ${at}
      union
      select t.id, ${key}, ${up} from way join ${table} t on t.organization_id = ${organizationId} and ${key} = way.parent
    )
    select id, key, parent, true as known from way where parent is not null`)
  const circled = straysAmong(way)
  return circled.some((one) => one.key === at) ? circled : []
}

/** Those of some records, with all that lies above them, that lie on a circle. */
export const circledAmong = (records: readonly Omit<Stray, 'circled'>[]): Stray[] =>
  straysAmong(records.map((record) => ({ ...record, known: true })))

type Found = Omit<Stray, 'circled'> & { readonly known: boolean }

/** Those that lie on a circle, and those whose reference leads nowhere. */
function straysAmong(rows: readonly Found[]): Stray[] {
  const upOf = new Map(rows.flatMap(({ known, key, parent }) => (known ? [[key, parent] as const] : [])))
  return rows.flatMap(({ known, ...row }) => (known && !leadsBack(row.key, upOf) ? [] : [{ ...row, circled: known }]))
}

function leadsBack(key: string, upOf: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let at = upOf.get(key); at !== undefined && !seen.has(at); at = upOf.get(at)) {
    if (at === key) return true
    seen.add(at)
  }
  return false
}
