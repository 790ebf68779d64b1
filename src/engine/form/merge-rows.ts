import type { Field } from '#src/definition'
import type { Row } from '#src/widgets/rows/row-list.ts'
import { sameFieldValue } from '#src/data/same-value.ts'
import { indexed, indexedAfter } from './row-identity.ts'

/** What both changed in nested rows: one cell, or a whole row that one changed and the other removed or added too. */
export interface RowCollision {
  readonly key: string
  /** Where it stands among the merged rows; null: one's own have it no more. */
  readonly place: number | null
  /** The row as one of them has it, to call it by. */
  readonly row: Row
  /** Absent: the whole row. */
  readonly cell?: Field
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface MergedRows {
  /** Theirs with one's own changes on top; one's own where both changed the same. */
  readonly rows: readonly Row[]
  readonly collisions: readonly RowCollision[]
}

const sameRow = (field: Field, a: Row | undefined, b: Row | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    (field.fields ?? []).every((cell) => sameFieldValue(cell, a[cell.name], b[cell.name])))

type Unplaced = Omit<RowCollision, 'place'>

/** Both have the row and both changed it: cell by cell. */
function mergeCells(
  field: Field,
  key: string,
  base: Row,
  mine: Row,
  theirs: Row,
): { readonly row: Row; readonly collisions: readonly Unplaced[] } {
  const collisions: Unplaced[] = []
  const row: Record<string, unknown> = { ...theirs }
  for (const cell of field.fields ?? []) {
    const values = { base: base[cell.name], mine: mine[cell.name], theirs: theirs[cell.name] }
    if (sameFieldValue(cell, values.base, values.mine)) continue
    row[cell.name] = values.mine
    const both = !sameFieldValue(cell, values.base, values.theirs) && !sameFieldValue(cell, values.mine, values.theirs)
    if (both) collisions.push({ key, row: mine, cell, ...values })
  }
  return { row, collisions }
}

/** Brings one's own rows onto those somebody else saved meanwhile, row by row. */
export function mergeRows(field: Field, base: unknown, mine: unknown, theirs: unknown): MergedRows {
  const old = indexed(field, base)
  const [own, other] = [indexedAfter(field, old, mine), indexedAfter(field, old, theirs)]
  const collisions: Unplaced[] = []
  const merged = new Map<string, Row>()
  const keep = (key: string) => {
    const [before, here, there] = [old.get(key), own.get(key), other.get(key)]
    const [changedHere, changedThere] = [!sameRow(field, before, here), !sameRow(field, before, there)]
    if (!changedHere || sameRow(field, here, there)) return there && merged.set(key, there)
    if (!changedThere) return here && merged.set(key, here)
    if (here && there) {
      const cells = mergeCells(field, key, before ?? {}, here, there)
      collisions.push(...cells.collisions)
      return merged.set(key, cells.row)
    }
    const row = here ?? there ?? before ?? {}
    collisions.push({ key, row, base: before ?? null, mine: here ?? null, theirs: there ?? null })
    return here && merged.set(key, here)
  }
  // Their order, unless they left the old one; rows that only one of the two has go where he put them.
  const theirOrder = [...other.keys()].join('\n') !== [...old.keys()].join('\n')
  const [first, second] = theirOrder ? [other, own] : [own, other]
  for (const key of new Set([...first.keys(), ...second.keys(), ...old.keys()])) keep(key)
  const places = new Map([...merged.keys()].map((key, place) => [key, place]))
  return {
    rows: [...merged.values()],
    collisions: collisions.map((collision) => ({ ...collision, place: places.get(collision.key) ?? null })),
  }
}

/** The merged rows with the other's side of some collisions taken. */
export function takeTheirs(rows: readonly Row[], collisions: readonly RowCollision[]): readonly Row[] {
  const taken: (Row | null)[] = [...rows]
  for (const { place, cell, theirs } of collisions) {
    if (place === null) taken.push(theirs as Row)
    else if (cell) taken[place] = { ...taken[place], [cell.name]: theirs }
    else taken[place] = theirs as Row | null
  }
  return taken.filter((row) => row !== null)
}

export interface RowChange {
  readonly key: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly row: Row
  readonly cells: readonly { readonly cell: Field; readonly old: unknown; readonly next: unknown }[]
}

/** What became of nested rows from one state to another, by their key, or by their place where they have none. */
export function changesOfRows(field: Field, before: unknown, after: unknown): readonly RowChange[] {
  const old = indexed(field, before)
  const next = indexedAfter(field, old, after)
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((key): readonly RowChange[] => {
    const [was, is] = [old.get(key), next.get(key)]
    if (sameRow(field, was, is)) return []
    if (!was || !is) return [{ key, kind: is ? 'added' : 'removed', row: is ?? was ?? {}, cells: [] }]
    const cells = (field.fields ?? [])
      .filter((cell) => !sameFieldValue(cell, was[cell.name], is[cell.name]))
      .map((cell) => ({ cell, old: was[cell.name], next: is[cell.name] }))
    return [{ key, kind: 'changed', row: is, cells }]
  })
}
