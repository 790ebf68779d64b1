import type { Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { type Caller, demand } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Query } from '#src/definition/query/query.ts'
import { demandUse, mayReadField } from '../screen-access.ts'
import { queryScope } from './query-scope.ts'

/** The screens that take part in a query as form_fields leave them for the caller, among all others. */
export async function ownScreens(
  query: Query,
  screens: readonly Screen[],
  effective: (name: string) => Promise<Screen>,
): Promise<readonly Screen[]> {
  const taking = Object.keys(queryScope(query, screens).reads)
  const own = new Map(await Promise.all(taking.map(async (name) => [name, await effective(name)] as const)))
  return screens.map((screen) => own.get(screen.name) ?? screen)
}

/** Throws what the caller may not be shown: records he may not read, fields that are not his or hidden from him. */
export function demandReadable(query: Query, screens: readonly Screen[], caller: Caller): void {
  demand(caller, 'queries.read')
  const { reads } = queryScope(query, screens)
  for (const [name, fields] of Object.entries(reads)) {
    const screen = screens.find((one) => one.name === name)!
    try {
      demandUse(caller, screen, 'read')
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'FORBIDDEN') throw cause
      throw new AppError('FORBIDDEN', {
        message: `This query reads ${screen.plural.toLowerCase()}, which you may not see.`,
        cause,
      })
    }
    const denied = fields.filter((field) => !isShown(screen, field, caller))
    if (denied.length === 0) continue
    const labels = denied.map((field) => screen.fields.find((one) => one.name === field)?.label ?? field)
    throw new AppError('FIELD_DENIED', {
      message: `This query reads what you may not see: ${labels.join(', ')} of ${screen.plural.toLowerCase()}.`,
    })
  }
}

/** Whether the caller is offered a field: what is his to read and not hidden. */
export function isShown(screen: Screen, name: string, caller: Caller): boolean {
  const field = [...screen.fields, ...systemFields].find((one) => one.name === name)
  return field !== undefined && !field.hidden && mayReadField(caller, screen, name)
}
