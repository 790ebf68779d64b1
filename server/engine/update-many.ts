import { AppError, type Issue } from '../errors.ts'
import { holdsFiles } from './files/held-files.ts'
import { canStoreEach, changesOf, storeChanges, storeEach, updateLocked } from './write.ts'
import { writeHistories, type Changes } from './history.ts'
import type { Row } from './page.ts'
import { acyclicFields } from './circles.ts'
import { referenceIssues } from './references.ts'
import { changedValues, checkInput, demandVersion, readable, type Values, type WriteContext } from './write-check.ts'

interface Wanted {
  /** Stored, and locked by this transaction. */
  readonly row: Row
  readonly body: Values
}

/** What became of one record: its changes (none: it was so already), or why it was refused. */
export interface Became {
  readonly row: Row
  readonly changes: Changes
  readonly error?: AppError
}

/**
 * Updates records that this transaction has locked, each by itself: one that is refused takes nothing of the others back.
 * Where no hook, no circle and no file has to be looked at, records with the same new values are written by one statement.
 */
export async function updateMany(context: WriteContext, wanted: readonly Wanted[]): Promise<Became[]> {
  const { screen, hooks } = context
  const alone = [...acyclicFields(screen), ...screen.fields.filter(holdsFiles)]
  const oneByOne =
    hooks.beforeWrite !== undefined ||
    hooks.afterWrite !== undefined ||
    wanted.some(({ body }) => alone.some(({ name }) => name in body))
  if (!oneByOne) return updateSets(context, wanted)
  const became: Became[] = []
  for (const one of wanted) became.push(await updateAlone(context, one))
  return became
}

async function updateAlone(context: WriteContext, { row, body }: Wanted): Promise<Became> {
  try {
    const changed = await context.tx.attempt(() => updateLocked(context, row, body))
    return { row, changes: changesOf(row, changed) }
  } catch (error) {
    return refused(row, error)
  }
}

function refused(row: Row, error: unknown): Became {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return { row, changes: {}, error }
}

async function updateSets(context: WriteContext, wanted: readonly Wanted[]): Promise<Became[]> {
  const { screen } = context
  const became = new Map<Row, Became>()
  const checked: (Wanted & { readonly values: Values; readonly issues: Issue[] })[] = []
  for (const { row, body } of wanted) {
    try {
      demandVersion(context, row, body['row_version'])
      checked.push({ row, body, ...checkInput(context, body, row) })
    } catch (error) {
      became.set(row, refused(row, error))
    }
  }
  const references = await referenceIssues(
    context.tx,
    screen,
    context.caller.organizationId,
    checked.map((one) => readable(one, one.row)),
    context.screens,
  )
  const sets = new Map<string, ChangeSet>()
  for (const [at, { row, body, values, issues: own }] of checked.entries()) {
    const issues = [...own, ...references[at]!]
    const changed = issues.length > 0 ? {} : changedValues(screen, row, values)
    if (issues.length > 0) became.set(row, { row, changes: {}, error: new AppError('VALIDATION', { issues }) })
    else if (Object.keys(changed).length === 0) became.set(row, { row, changes: {} })
    else {
      const same = JSON.stringify(changed)
      const set = sets.get(same) ?? { names: Object.keys(changed), members: [] }
      set.members.push({ row, body, changed })
      sets.set(same, set)
    }
  }
  for (const set of gathered(screen, [...sets.values()]))
    for (const one of await updateSet(context, set)) became.set(one.row, one)
  return wanted.map(({ row }) => became.get(row)!)
}

/** Records that are written by one statement: with the same values, or with different values of the same fields. */
interface ChangeSet {
  readonly names: readonly string[]
  readonly members: (Wanted & { readonly changed: Values })[]
  readonly isMixed?: boolean
}

// Where many records get values of their own, a statement for each would take longer than the change.
function gathered(screen: WriteContext['screen'], sets: readonly ChangeSet[]): readonly ChangeSet[] {
  const mixed = new Map<string, ChangeSet>()
  const alike: ChangeSet[] = []
  for (const set of sets) {
    if (set.members.length > 50 || !canStoreEach(screen, set.names)) {
      alike.push(set)
      continue
    }
    const key = set.names.join()
    const of = mixed.get(key) ?? { names: set.names, members: [], isMixed: true }
    of.members.push(...set.members)
    mixed.set(key, of)
  }
  return [...alike, ...mixed.values()]
}

async function updateSet(context: WriteContext, { names, members, isMixed }: ChangeSet): Promise<Became[]> {
  const { tx, screen, caller } = context
  const written = members.map(({ row, changed }) => ({ row, id: row.id, changed, changes: changesOf(row, changed) }))
  try {
    await tx.attempt(async () => {
      if (isMixed) await storeEach(context, written, names)
      else
        await storeChanges(
          context,
          written.map((one) => one.id),
          members[0]!.changed,
        )
      await writeHistories(tx, screen, caller, 'update', written)
    })
    return written
  } catch (error) {
    const alone = refused(members[0]!.row, error)
    if (members.length === 1) return [alone]
  }
  // One of them stands in the way of the others: which one shows when each goes alone.
  const became: Became[] = []
  for (const one of members) became.push(await updateAlone(context, one))
  return became
}
