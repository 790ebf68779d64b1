import type { Field } from '#src/definition'
import { asRows } from '#src/widgets/rows/row-list.ts'
import { sameFieldValue } from '#src/data/same-value.ts'
import { changedNames, pick, type Values } from './changes.ts'
import { mergeRows, takeTheirs, type RowCollision } from './merge-rows.ts'

export interface Collision {
  readonly id: string
  /** The field of the record. */
  readonly top: Field
  /** Whose values these are: the field itself, a cell of a nested row, or the whole row. */
  readonly field: Field
  /** The nested row it is about, by what its key fields say. */
  readonly row?: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  readonly within?: RowCollision
}

export interface Merge {
  /** The other's record with one's own changes on top. */
  readonly values: Record<string, unknown>
  /** What both changed, to different values; `values` holds one's own. */
  readonly collisions: readonly Collision[]
  /** The fields only the other changed. */
  readonly others: readonly Field[]
}

const rowWords = (field: Field, { row }: RowCollision): string =>
  (field.key ?? field.fields?.slice(0, 1).map(({ name }) => name) ?? [])
    .map((name) => row[name])
    .filter((part) => part !== null && part !== '' && part !== undefined)
    .map(String)
    .join(' · ')

/** Brings one's own changes (base → mine) onto what somebody else saved meanwhile; nested rows are merged row by row. */
export function mergeChanges(fields: readonly Field[], base: Values, mine: Values, current: Values): Merge {
  const ours = changedNames(fields, base, mine)
  const theirs = new Set(changedNames(fields, base, current))
  const values: Record<string, unknown> = { ...current, ...pick(mine, ours) }
  const collisions: Collision[] = []
  for (const field of fields) {
    const { name } = field
    if (!ours.includes(name) || !theirs.has(name) || sameFieldValue(field, mine[name], current[name])) continue
    if (field.type === 'rows') {
      const merged = mergeRows(field, base[name], mine[name], current[name])
      values[name] = merged.rows.length > 0 ? merged.rows : null
      collisions.push(
        ...merged.collisions.map((within) => ({
          id: `${name} ${within.key} ${within.cell?.name ?? ''}`,
          top: field,
          field: within.cell ?? field,
          row: rowWords(field, within),
          base: within.base,
          mine: within.mine,
          theirs: within.theirs,
          within,
        })),
      )
    } else {
      collisions.push({
        id: name,
        top: field,
        field,
        base: base[name],
        mine: mine[name],
        theirs: current[name],
      })
    }
  }
  return { values, collisions, others: fields.filter(({ name }) => theirs.has(name) && !ours.includes(name)) }
}

/** The merged values with the other's side of the collisions that were decided for him. */
export function resolveCollisions(
  { values, collisions }: Pick<Merge, 'values' | 'collisions'>,
  theirs: ReadonlySet<string>,
): Record<string, unknown> {
  const resolved = { ...values }
  const taken = collisions.filter(({ id }) => theirs.has(id))
  for (const { top, within, theirs: other } of taken) if (!within) resolved[top.name] = other
  for (const top of new Set(taken.filter(({ within }) => within).map((one) => one.top))) {
    const inRows = taken.flatMap(({ top: field, within }) => (field === top && within ? [within] : []))
    const rows = takeTheirs(asRows(resolved[top.name]), inRows)
    resolved[top.name] = rows.length > 0 ? rows : null
  }
  return resolved
}
