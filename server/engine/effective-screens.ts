import type { Screen } from '#src/definition'
import { queryNamed } from '#src/definition/query/query.ts'
import { type Caller, demand } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { asAssigned, assignmentFor, assignmentsOf } from './document-assignment.ts'
import { beginningIn } from './by-application.ts'
import { beginningAtFirst } from './first-records.ts'
import { formFieldsOf } from './form-fields.ts'
import { messagesOf } from './messages/maintained.ts'
import { attributedScreens, screensOf } from './own-screens.ts'
import { readFormat } from './queries/formats.ts'
import { queryScreenOf } from './queries/query-screen.ts'
import { demandReadable, ownScreens } from './queries/saved-query.ts'
import { demandUse, trimScreen } from './screen-access.ts'

interface ScreenServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

const indexes = new WeakMap<readonly Screen[], ReadonlyMap<string, Screen>>()

/** A screen by its name; undefined for unknown names. */
export function screenNamed(screens: readonly Screen[], name: string): Screen | undefined {
  const index = indexes.get(screens) ?? new Map(screens.map((screen) => [screen.name, screen]))
  indexes.set(screens, index)
  return index.get(name)
}

/** The screen with the changes that form_fields makes for this caller, before permissions trim it; NOT_FOUND for unknown names. */
export async function effectiveScreen({ db, screens }: ScreenServices, caller: Caller, name: string): Promise<Screen> {
  const query = queryNamed(name)
  if (query !== null) return savedQueryScreen({ db, screens }, caller, query)
  const all = await screensOf({ db, screens }, caller)
  const screen = screenNamed(all, name)
  if (!screen) throw new AppError('NOT_FOUND')
  const designed = beginningIn(await formFieldsOf(db).effective(caller, screen), caller.application)
  const effective = await beginningAtFirst({ db, screens: all }, caller, designed)
  // Products of few definitions, as tests have them, are configured no further.
  if (!screenNamed(screens, 'document-assignment-config')) return effective
  const assignment = assignmentFor(await assignmentsOf(db, caller), name, caller.application ?? null)
  return messagesOf(db).applied(caller, asAssigned(effective, assignment))
}

type Built = Parameters<typeof queryScreenOf>[0]

/** The result that a query is for a caller; FORBIDDEN and FIELD_DENIED where it reads what he may not see. */
export async function builtScreen(services: ScreenServices, caller: Caller, built: Built): Promise<Screen> {
  const screens = await attributedScreens(services, caller)
  const own = await ownScreens(built.query, screens, (name) => effectiveScreen(services, caller, name))
  demandReadable(built.query, own, caller)
  return queryScreenOf(built, own)
}

async function savedQueryScreen(
  services: ScreenServices,
  caller: Caller,
  { id, isLines }: NonNullable<ReturnType<typeof queryNamed>>,
): Promise<Screen> {
  demand(caller, 'queries.read')
  const format = await services.db.tenant(caller, (tx) => readFormat(tx, caller, id), { readOnly: true })
  return builtScreen(services, caller, { ...format, isLines })
}

/** The effective screen as this caller may know it; FORBIDDEN when it may not be read at all. */
export async function callerScreen(services: ScreenServices, caller: Caller, name: string): Promise<Screen> {
  const screen = await effectiveScreen(services, caller, name)
  demandUse(caller, screen, 'read')
  return { ...trimScreen(caller, screen), tests: [] }
}

/** The version of the form_fields behind this caller's screens; a list answers it, so that open browsers notice changes. */
export async function formFieldsVersion({ db }: Pick<ScreenServices, 'db'>, caller: Caller): Promise<number> {
  return formFieldsOf(db).version(caller)
}
