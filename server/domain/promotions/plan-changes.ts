import { amount } from '../calculation/amount.ts'
import { lineKey } from './plan-differences.ts'
import type { PlanLine } from './plan-lines.ts'

/** The numbers of a line that people plan. */
export const plannedFields = [
  'volume',
  'financed_percent',
  'list_price',
  'support_per_unit',
  'coverage_per_unit',
  'buydown_percent',
] as const

export type PlannedField = (typeof plannedFields)[number]
export type Figures = Readonly<Partial<Record<PlannedField, string | null>>>

/** What tells a line from the others, and where it stood when it was read. */
export type LineName = Pick<
  PlanLine,
  'line_no' | 'sticker_code' | 'country' | 'territory' | 'material_number' | 'group_code'
>

/** Cells that somebody changed: what was read in them, and what is to stand there. */
export interface LineChange extends LineName {
  readonly was: Figures
  readonly now: Figures
}

/** A line that somebody takes out, as it was read. */
export interface LineRemoval extends LineName {
  readonly was: Figures
}

export interface PlanChanges {
  readonly changed: readonly LineChange[]
  readonly added: readonly PlanLine[]
  readonly removed: readonly LineRemoval[]
}

/** Two people want different things of one cell, or of one line where `field` is null. */
export interface Collision extends LineName {
  readonly kind: 'changed' | 'gone' | 'removal'
  readonly field: PlannedField | null
  readonly mine: string | null
  readonly theirs: string | null
}

export interface ChangedPlan {
  readonly lines: readonly PlanLine[]
  /** Lines that are not as they were stored, in the order of the plan. */
  readonly touched: ReadonlySet<number>
  readonly collisions: readonly Collision[]
}

const same = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && a !== '' && b !== '' && amount(a).eq(amount(b)))

const nameOf = ({ line_no, sticker_code, country, territory, material_number, group_code }: LineName): LineName => ({
  line_no,
  sticker_code,
  country,
  territory,
  material_number,
  group_code,
})

/**
 * Puts changes upon a plan as it stands now, whoever saved it since it was read: cells that only one side changed are taken, and where both changed the
 * same cell to different values, or one took out what the other changed, it is a collision. Numbers of lines stay; what is added goes behind the last.
 */
export function changedPlan(stored: readonly PlanLine[], { changed, added, removed }: PlanChanges): ChangedPlan {
  const byNumber = new Map(stored.map((line) => [line.line_no, line]))
  const byKey = new Map<string, PlanLine>()
  for (const line of stored) if (!byKey.has(lineKey(line))) byKey.set(lineKey(line), line)
  const find = (name: LineName): PlanLine | undefined => {
    const there = byNumber.get(name.line_no)
    return there && lineKey(there) === lineKey(name) ? there : byKey.get(lineKey(name))
  }
  const next = new Map<number, PlanLine>()
  const gone = new Set<number>()
  const touched = new Set<number>()
  const collisions: Collision[] = []
  const collide = (name: LineName, kind: Collision['kind'], more: Partial<Collision> = {}) =>
    void collisions.push({ ...nameOf(name), kind, field: null, mine: null, theirs: null, ...more })
  const write = (line: PlanLine, was: Figures, now: Figures) => {
    const own: Partial<Record<PlannedField, string | null>> = {}
    for (const field of plannedFields) {
      const mine = now[field]
      if (mine === undefined || same(line[field], mine)) continue
      if (same(line[field], was[field] ?? null)) own[field] = mine
      else collide(line, 'changed', { field, mine, theirs: line[field] })
    }
    if (Object.keys(own).length === 0) return
    next.set(line.line_no, { ...(next.get(line.line_no) ?? line), ...own })
    touched.add(line.line_no)
  }
  for (const change of changed) {
    const line = find(change)
    if (line) write(line, change.was, change.now)
    else collide(change, 'gone')
  }
  for (const removal of removed) {
    const line = find(removal)
    if (!line) continue
    const differing = plannedFields.find(
      (field) => removal.was[field] !== undefined && !same(line[field], removal.was[field] ?? null),
    )
    if (differing) collide(line, 'removal', { field: differing, theirs: line[differing] })
    else gone.add(line.line_no)
  }
  let last = stored.reduce((most, { line_no: no }) => Math.max(most, no), 0)
  const behind: PlanLine[] = []
  for (const line of added) {
    const there = find({ ...line, line_no: 0 })
    // Somebody added the same meanwhile: it is one line, and its figures are held against each other.
    if (there && !gone.has(there.line_no)) write(there, {}, line)
    else {
      last += 1
      behind.push({ ...line, line_no: last })
      touched.add(last)
    }
  }
  const lines = stored.flatMap((line) => (gone.has(line.line_no) ? [] : (next.get(line.line_no) ?? line)))
  return { lines: [...lines, ...behind], touched, collisions }
}
