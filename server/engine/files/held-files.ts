import type { Field, Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Issue } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id as name, sql } from '../../store/sql.ts'
import { screenNamed } from '../effective-screens.ts'
import { mayReadField, mayUse } from '../screen-access.ts'
import { extensionOf } from './file-name.ts'
import { fileValue, isFileId, readFile, usesOf, type FileUse, type StoredFile } from './file-record.ts'
import { isAccepted } from './media-type.ts'

type Values = Record<string, unknown>

interface WriteScope {
  readonly tx: Tx
  readonly caller: Caller
  readonly screen: Screen
  readonly screens: readonly Screen[]
}

/** A file somewhere in a record: the field of its own, the top-level field it lies in, and how to replace it. */
interface Held {
  readonly field: Field
  readonly top: string
  readonly path: readonly (string | number)[]
  readonly id: unknown
  readonly put: (value: unknown) => void
}

/** Whether values of the field are files, or have files within. */
export const holdsFiles = (field: Field): boolean => field.type === 'file' || (field.fields?.some(holdsFiles) ?? false)

function heldIn(fields: readonly Field[], values: Values, path: readonly (string | number)[] = []): Held[] {
  return fields.filter(holdsFiles).flatMap((field): Held[] => {
    const value = values[field.name]
    const here = [...path, field.name]
    if (value === null || value === undefined) return []
    if (field.type === 'file') {
      const put = (next: unknown) => {
        values[field.name] = next
      }
      return [{ field, top: String(here[0]), path: here, id: (value as { id?: unknown }).id, put }]
    }
    const rows: readonly unknown[] = Array.isArray(value) ? value : []
    return rows.flatMap((row, index) =>
      typeof row === 'object' && row !== null ? heldIn(field.fields ?? [], row as Values, [...here, index]) : [],
    )
  })
}

/** Whether the caller may read a record and field that hold the file, or have held it. */
export async function mayReadUse(
  { tx, caller, screens }: Pick<WriteScope, 'tx' | 'caller' | 'screens'>,
  uses: readonly FileUse[],
): Promise<boolean> {
  for (const use of uses) {
    const screen = screenNamed(screens, use.screen)
    if (!screen?.table || !mayUse(caller, screen, 'read') || !mayReadField(caller, screen, use.field)) continue
    const [row] = await tx.query(sql`
      select from ${name(screen.table.name)} t where t.organization_id = ${caller.organizationId} and t.id = ${use.record_id}`)
    if (row) return true
  }
  return false
}

/** Whether a file may be put into a record: one's own that no record holds yet, or one that may be read anyway. */
async function mayTake(scope: WriteScope, file: StoredFile): Promise<boolean> {
  const uses = await usesOf(scope.tx, scope.caller, file.id)
  return uses.length === 0 ? file.created_by === scope.caller.userId : mayReadUse(scope, uses)
}

const issue = (held: Held, message: string): Issue => ({ path: held.path, code: 'file', message })

/**
 * Checks the files of the values that are to be written, and puts what the store knows of each in place of what was sent:
 * nobody gives a file another name, type or size, or takes one that is not his.
 */
export async function checkFiles(scope: WriteScope, values: Values, current: Values | null): Promise<Issue[]> {
  const held = heldIn(scope.screen.fields, values)
  if (held.length === 0) return []
  const known = new Set(heldIn(scope.screen.fields, { ...current }).map(({ id }) => id))
  const issues: Issue[] = []
  for (const one of held) {
    const file = isFileId(one.id) ? await readFile(scope.tx, scope.caller, one.id) : undefined
    if (!file || (!known.has(file.id) && !(await mayTake(scope, file)))) {
      issues.push(issue(one, 'This file is no longer there. Choose it again.'))
    } else if (!isAccepted(one.field.accept, file.type, extensionOf(file.name))) {
      issues.push(issue(one, `${one.field.label} does not take this kind of file`))
    } else if (one.field.maxBytes !== undefined && file.size > one.field.maxBytes) {
      issues.push(issue(one, `${file.name} is larger than ${one.field.label} takes`))
    } else one.put(fileValue(file))
  }
  return issues
}

/** Writes down which files a record now holds, so that its readers may read them. */
export async function noteFiles({ tx, caller, screen }: WriteScope, recordId: number, values: Values): Promise<void> {
  for (const { id, top } of heldIn(screen.fields, values)) {
    await tx.query(sql`
      insert into file_use (organization_id, file_id, screen, record_id, field)
      values (${caller.organizationId}, ${String(id)}, ${screen.name}, ${recordId}, ${top})
      on conflict do nothing`)
  }
}
