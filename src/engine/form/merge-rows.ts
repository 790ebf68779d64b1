import type { Field } from '#src/definition'
import { asRows, type Row } from '#src/widgets/rows/row-list.ts'
import { sameFieldValue } from '#src/data/same-value.ts'

/** What both changed in nested rows: one cell, or a whole row that one changed and the other removed or added too. */
export interface RowCollision {
  readonly key: string
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

/** What tells a row from the others: its key fields, or all of it where the definition names none. */
const rowKey = (field: Field, row: Row): string =>
  JSON.stringify((field.key ?? field.fields?.map(({ name }) => name) ?? []).map((name) => row[name] ?? null))

/** The rows by their key; of rows that are alike each is one of its own. */
function indexed(field: Field, value: unknown): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const row of asRows(value)) {
    const key = rowKey(field, row)
    let own = key
    for (let copy = 2; rows.has(own); copy += 1) own = `${key} ${copy}`
    rows.set(own, row)
  }
  return rows
}

const sameRow = (field: Field, a: Row | undefined, b: Row | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    (field.fields ?? []).every((cell) => sameFieldValue(cell, a[cell.name], b[cell.name])))

/** Both have the row and both changed it: cell by cell. */
function mergeCells(field: Field, key: string, base: Row, mine: Row, theirs: Row): MergedRows {
  const collisions: RowCollision[] = []
  const row: Record<string, unknown> = { ...theirs }
  for (const cell of field.fields ?? []) {
    const values = { base: base[cell.name], mine: mine[cell.name], theirs: theirs[cell.name] }
    if (sameFieldValue(cell, values.base, values.mine)) continue
    row[cell.name] = values.mine
    const both = !sameFieldValue(cell, values.base, values.theirs) && !sameFieldValue(cell, values.mine, values.theirs)
    if (both) collisions.push({ key, row: mine, cell, ...values })
  }
  return { rows: [row], collisions }
}

/** Brings one's own rows onto those somebody else saved meanwhile, row by row. */
export function mergeRows(field: Field, base: unknown, mine: unknown, theirs: unknown): MergedRows {
  const [old, own, other] = [indexed(field, base), indexed(field, mine), indexed(field, theirs)]
  const collisions: RowCollision[] = []
  const merged = new Map<string, Row>()
  const keep = (key: string) => {
    const [before, here, there] = [old.get(key), own.get(key), other.get(key)]
    const [changedHere, changedThere] = [!sameRow(field, before, here), !sameRow(field, before, there)]
    if (!changedHere || sameRow(field, here, there)) return there && merged.set(key, there)
    if (!changedThere) return here && merged.set(key, here)
    if (here && there) {
      const cells = mergeCells(field, key, before ?? {}, here, there)
      collisions.push(...cells.collisions)
      return merged.set(key, cells.rows[0]!)
    }
    const row = here ?? there ?? before ?? {}
    collisions.push({ key, row, base: before ?? null, mine: here ?? null, theirs: there ?? null })
    return here && merged.set(key, here)
  }
  // Their order, unless they left the old one; rows that only one of the two has go where he put them.
  const theirOrder = [...other.keys()].join('\n') !== [...old.keys()].join('\n')
  const [first, second] = theirOrder ? [other, own] : [own, other]
  for (const key of new Set([...first.keys(), ...second.keys(), ...old.keys()])) keep(key)
  return { rows: [...merged.values()], collisions }
}

/** The rows with the other's side of a collision taken. */
export function takeTheirs(field: Field, rows: readonly Row[], { key, cell, theirs }: RowCollision): readonly Row[] {
  const merged = indexed(field, rows)
  const row = merged.get(key)
  if (cell && row) merged.set(key, { ...row, [cell.name]: theirs })
  else if (theirs === null) merged.delete(key)
  else merged.set(key, theirs as Row)
  return [...merged.values()]
}

export interface RowChange {
  readonly key: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly row: Row
  readonly cells: readonly { readonly cell: Field; readonly old: unknown; readonly next: unknown }[]
}

/** What became of nested rows from one state to another, by their key. */
export function changesOfRows(field: Field, before: unknown, after: unknown): readonly RowChange[] {
  const [old, next] = [indexed(field, before), indexed(field, after)]
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
