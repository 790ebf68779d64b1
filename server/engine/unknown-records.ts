import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { screenNamed } from './effective-screens.ts'
import { referenceIssues } from './references.ts'
import { mayUse } from './screen-access.ts'

/**
 * An issue for each criterion that names a record which is not there, among those the caller may read. Asking for it is allowed,
 * since sales may name a customer that has no master; where nothing is found, it is most likely why.
 */
export async function unknownRecords(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  criteria: Readonly<Record<string, unknown>>,
  screens: readonly Screen[],
): Promise<Issue[]> {
  const fields = screen
    .result!.parameters.filter(({ target }) => {
      const other = target === undefined ? undefined : screenNamed(screens, target)
      return other !== undefined && mayUse(caller, other, 'read')
    })
    .map((field) => ({ ...field, integrity: 'strict' as const }))
  const asked = { all: criteria, touched: new Set(fields.map(({ name }) => name)), before: null }
  const [issues] = await referenceIssues(tx, { ...screen, fields }, caller.organizationId, [asked], screens)
  return issues!
}
