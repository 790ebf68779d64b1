import type { FastifyBaseLogger } from 'fastify'
import type { Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import { refreshCatalogues } from '../../session/seed.ts'
import type { Database } from '../../store/database.ts'
import { applySchema, planSchema, UnsafeSchemaChange } from '../../store/schema-sync.ts'
import { everyOwnScreen } from '../own-screens.ts'

/** What the table of a screen needs, in words; VALIDATION where a stored value might not survive it. */
export async function planTable(db: Database, screen: Screen) {
  try {
    return await planSchema(db, [screen])
  } catch (error) {
    if (!(error instanceof UnsafeSchemaChange)) throw error
    const [, name = ''] = /^[^.]+\.(\S+) is stored as/.exec(error.message) ?? []
    const message = 'Records hold values that could be lost by this change. Add another field instead.'
    throw new AppError('VALIDATION', {
      message,
      issues: [{ path: ['fields', name], code: 'unsafe', message }],
      cause: error,
    })
  }
}

/** Makes the table of a screen, where it has one; adds, never takes away. Its permissions join those that can be granted. */
export async function bringUp(
  db: Database,
  screens: readonly Screen[],
  screen: Screen,
  organizationId: number,
): Promise<void> {
  await applySchema(db, await planTable(db, screen))
  await db.system((tx) => refreshCatalogues(tx, [...screens, screen], organizationId))
}

/** Brings the tables of all own screens up to what this version of the product keeps in every table; answers the screens. */
export async function bringUpOwnScreens(
  db: Database,
  screens: readonly Screen[],
  log: FastifyBaseLogger,
): Promise<Screen[]> {
  const own = await everyOwnScreen(db, screens, (organizationId, { name, issues }) =>
    log.warn(
      { organizationId, screen: name, issues },
      'a screen of an organisation no longer fits the product and is left out',
    ),
  )
  for (const screen of own) {
    try {
      await applySchema(db, await planSchema(db, [screen]))
    } catch (error) {
      log.error({ err: error, screen: screen.name }, 'the table of an own screen could not be brought up to date')
    }
  }
  return own
}
