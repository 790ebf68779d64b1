import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { entriesAt, type Item } from './navigation.ts'

/** Beyond so many a menu of one's own is no shorter way any more. */
const most = 50

/** Whose favourites, and the menu they are entries of. */
export interface FavouriteScope {
  readonly tx: Tx
  readonly caller: Caller
  readonly screens: readonly Screen[]
  readonly application: string
}

const keptPaths = async ({ tx, caller, application }: Omit<FavouriteScope, 'screens'>): Promise<string[]> => {
  const rows = await tx.query<{ path: string }>(sql`
    select path from favourite
     where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and application = ${application}
     order by place, path`)
  return rows.map(({ path }) => path)
}

/** The favourites of the caller in their order. What may not be opened any more is left out, and is back where it was once it may. */
export async function favouritesOf(scope: FavouriteScope): Promise<Item[]> {
  const paths = await keptPaths(scope)
  const entries = paths.length === 0 ? [] : entriesAt(scope.screens, scope.caller, scope.application, paths)
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  return paths.flatMap((path) => byPath.get(path) ?? [])
}

/** Makes an entry of the menu a favourite or moves one: before another, at the end for null. NOT_FOUND for what is no entry of the caller's. */
export async function placeFavourite(scope: FavouriteScope, path: string, before: string | null): Promise<void> {
  const { tx, caller, screens, application } = scope
  if (entriesAt(screens, caller, application, [path]).length === 0)
    throw new AppError('NOT_FOUND', { message: 'Your menu has no screen at this address.' })
  // Two tabs that place one each at the same moment keep both.
  const key = `favourites of ${caller.organizationId} ${caller.userId} ${application}`
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const others = (await keptPaths(scope)).filter((one) => one !== path)
  if (others.length >= most) {
    const message = `${most} screens are favourites already. Take one away first.`
    throw new AppError('VALIDATION', { message, issues: [{ path: ['path'], code: 'most', message }] })
  }
  const at = before === null ? -1 : others.indexOf(before)
  const paths = at < 0 ? [...others, path] : others.toSpliced(at, 0, path)
  await tx.query(sql`
    insert into favourite (organization_id, user_id, application, path, place)
    select ${caller.organizationId}, ${caller.userId}, ${application}, one.path, one.place
      from unnest(${paths}::text[]) with ordinality one (path, place)
    on conflict (organization_id, user_id, application, path) do update set place = excluded.place`)
}

/** Takes a favourite away; nothing where it is none. */
export async function removeFavourite(
  { tx, caller, application }: Omit<FavouriteScope, 'screens'>,
  path: string,
): Promise<void> {
  await tx.query(sql`
    delete from favourite
     where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and application = ${application} and path = ${path}`)
}
