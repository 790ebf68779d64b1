import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { demandUse, type Operation } from '../engine/screen-access.ts'
import type { Services } from '../services.ts'

/** The screen whose records a hand-written call is about; throws FORBIDDEN where its own calls would: by application, audience or permission. */
export async function demandScreen(
  services: Pick<Services, 'db' | 'screens'>,
  caller: Caller,
  name: string,
  operation: Operation = 'read',
): Promise<Screen> {
  const screen = await effectiveScreen(services, caller, name)
  demandUse(caller, screen, operation)
  return screen
}
