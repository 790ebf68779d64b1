import type { Screen } from '#src/definition'
import { allViews } from '#src/definition/opened-view.ts'
import { viewKey, viewId } from '#src/definition/view-key.ts'
import { type Caller, can } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { join, json, sql, type Sql } from '../store/sql.ts'
import { trimViewState, type ViewState } from './view-state.ts'

export type Audience = 'own' | 'role' | 'everyone'

/** A saved view as it is written. */
export interface NewView {
  readonly name: string
  readonly audience: Audience
  readonly role_id: number | null
  readonly state: ViewState
}

interface ViewRow extends NewView {
  readonly id: number
  readonly row_version: number
  readonly owner_id: number
  readonly owner_name: string | null
  readonly role_name: string | null
}

const manages = (caller: Caller): boolean => can(caller, 'views.manage')

/** Whether a view may be changed by the caller: the own ones, and with 'views.manage' those that are shared. */
const mayChange = (caller: Caller, view: Pick<ViewRow, 'owner_id'>): boolean =>
  view.owner_id === caller.userId || manages(caller)

const seen = (caller: Caller): Sql => sql`
  v.organization_id = ${caller.organizationId}
  and (v.owner_id = ${caller.userId} or v.audience = 'everyone' or v.role_id = any(${[...caller.roleIds]}::bigint[])
       or (v.audience <> 'own' and ${manages(caller)}))`

const readViews = (tx: Tx, caller: Caller, where: Sql): Promise<ViewRow[]> =>
  tx.query<ViewRow>(sql`
    select v.id, v.row_version, v.name, v.audience, v.role_id, v.owner_id, v.state, u.name as owner_name, r.name as role_name
      from list_view v
      left join app_user u on u.organization_id = v.organization_id and u.id = v.owner_id
      left join role r on r.organization_id = v.organization_id and r.id = v.role_id
     where ${seen(caller)} and ${where}
     order by v.audience = 'own' desc, lower(v.name), v.id`)

function present(caller: Caller, screen: Screen, known: Screen, view: ViewRow) {
  const { state, ...rest } = view
  return {
    ...rest,
    mine: view.owner_id === caller.userId,
    may_change: mayChange(caller, view),
    ...trimViewState(state, known, screen),
  }
}

/**
 * Everything a list needs to know about views: those the caller sees, the defaults, the own arrangement by path.
 * `known` is the screen as the caller may know it, `screen` the whole one: fields that are gone or denied are left out.
 */
export async function listViews(tx: Tx, caller: Caller, screen: Screen, known: Screen) {
  const views = await readViews(tx, caller, sql`v.screen = ${screen.name}`)
  const defaults = await tx.query<{ user_id: number | null; role_id: number | null; view: string }>(sql`
    select user_id, role_id, view from list_view_default
     where organization_id = ${caller.organizationId} and screen = ${screen.name}
       and (user_id = ${caller.userId} or role_id = any(${[...caller.roleIds]}::bigint[]) or (user_id is null and role_id is null))`)
  const displays = known.list?.displays ?? []
  const paths = known.list ? [known.list.path, ...displays.map((display) => display.path)] : []
  const layouts = await tx.query<{ path: string; state: ViewState }>(sql`
    select path, state from list_layout
     where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and path = any(${paths})`)
  const shown = views.map((view) => present(caller, screen, known, view))
  const keys = new Set([
    ...shown.map(({ id }) => String(id)),
    ...(known.list?.views ?? []).map((view) => view.name),
    allViews,
  ])
  // A default that is gone or no longer shared is as if there were none.
  const defaultOf = (found: { view: string } | undefined): string | null =>
    found && keys.has(String(viewId(found.view) ?? found.view)) ? found.view : null
  return {
    views: shown,
    defaults: {
      me: defaultOf(defaults.find((row) => row.user_id !== null)),
      role: defaultOf(defaults.find((row) => row.role_id !== null)),
      everyone: defaultOf(defaults.find((row) => row.user_id === null && row.role_id === null)),
    },
    layouts: openedWith(
      displays,
      layouts.map(({ path, state }) => [path, trimViewState(state, known, screen)]),
    ),
    may_manage: manages(caller),
  }
}

/** Arrangements by path, those of displays with the filters they open with. */
function openedWith(
  displays: NonNullable<Screen['list']>['displays'],
  arranged: readonly (readonly [string, ReturnType<typeof trimViewState>])[],
) {
  const opening = displays.flatMap(({ path, filters }) =>
    filters ? [[path, { query: filters, widths: {}, density: null, gone: [], denied: 0 }] as const] : [],
  )
  const filtersOf = new Map(opening.map(([path, { query }]) => [path, query]))
  const own = arranged.map(
    ([path, state]) => [path, { ...state, query: { ...filtersOf.get(path), ...state.query } }] as const,
  )
  return Object.fromEntries([...opening, ...own])
}

/** The roles a view can be shared with, and be the default of: the caller's own, all of them with 'views.manage'. */
const shareableRoles = (tx: Tx, caller: Caller): Promise<{ id: number; name: string }[]> =>
  tx.query(
    sql`select r.id, r.name from role r where r.organization_id = ${caller.organizationId} and ${held(caller)} order by r.name`,
  )

const held = (caller: Caller): Sql => sql`(r.id = any(${[...caller.roleIds]}::bigint[]) or ${manages(caller)})`

async function checkAudience(
  tx: Tx,
  caller: Caller,
  { audience, role_id }: Pick<NewView, 'audience' | 'role_id'>,
): Promise<void> {
  if (audience !== 'role') return
  const roles = await shareableRoles(tx, caller)
  if (!roles.some((role) => role.id === role_id))
    throw new AppError('VALIDATION', {
      message: 'A view can be shared with a role you hold.',
      issues: [{ path: ['role_id'], code: 'role', message: 'Choose a role to share with.' }],
    })
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') throw error
    const message = 'There is a view of that name already.'
    throw new AppError('DUPLICATE_KEY', {
      message,
      issues: [{ path: ['name'], code: 'duplicate', message }],
      cause: error,
    })
  }
}

/** DUPLICATE_KEY for a name that the list itself has for one of its views: two tabs would read the same. */
function demandOwnName(screen: Screen, name: string): void {
  const builtIn = screen.list ? ['All', ...screen.list.views.map((view) => view.name)] : []
  const same = builtIn.find((one) => one.toLowerCase() === name.trim().toLowerCase())
  if (same === undefined) return
  const message = `The list has a view called ${same} of its own. Choose another name.`
  throw new AppError('DUPLICATE_KEY', { message, issues: [{ path: ['name'], code: 'duplicate', message }] })
}

async function one(tx: Tx, caller: Caller, screen: Screen, id: number): Promise<ViewRow> {
  const [view] = await readViews(tx, caller, sql`v.screen = ${screen.name} and v.id = ${id}`)
  if (!view) throw new AppError('NOT_FOUND')
  return view
}

/** Saves a view of the caller; DUPLICATE_KEY when one of the own views has the name. */
export async function createView(tx: Tx, caller: Caller, screen: Screen, known: Screen, view: NewView) {
  demandOwnName(screen, view.name)
  await checkAudience(tx, caller, view)
  const role = view.audience === 'role' ? view.role_id : null
  const [row] = await unique(() =>
    tx.query<{ id: number }>(sql`
      insert into list_view (organization_id, screen, name, owner_id, updated_by, audience, role_id, state)
      values (${caller.organizationId}, ${screen.name}, ${view.name}, ${caller.userId}, ${caller.userId}, ${view.audience}, ${role}, ${json(view.state)})
      returning id`),
  )
  return present(caller, screen, known, await one(tx, caller, screen, row!.id))
}

/** Changes parts of a view; FORBIDDEN for others' views without 'views.manage', ROW_CONFLICT when it was changed meanwhile. */
export async function updateView(
  tx: Tx,
  caller: Caller,
  screen: Screen,
  known: Screen,
  id: number,
  change: Partial<NewView> & { readonly row_version: number },
) {
  const before = await one(tx, caller, screen, id)
  if (!mayChange(caller, before))
    throw new AppError('FORBIDDEN', { message: `Only ${before.owner_name ?? 'its owner'} can change this view.` })
  const next = { ...before, ...change }
  if (next.audience === 'own' && before.owner_id !== caller.userId)
    throw new AppError('FORBIDDEN', { message: `Only ${before.owner_name ?? 'its owner'} can make this view private.` })
  if (change.name !== undefined && change.name !== before.name) demandOwnName(screen, change.name)
  // Of whoever only renames it nothing is asked: somebody else may have shared it with a role that its owner does not hold.
  const isReshared = next.audience !== before.audience || next.role_id !== before.role_id
  if (isReshared) await checkAudience(tx, caller, next)
  const sets = [
    sql`name = ${next.name}`,
    sql`audience = ${next.audience}`,
    sql`role_id = ${next.audience === 'role' ? next.role_id : null}`,
    ...(change.state ? [sql`state = ${json(change.state)}`] : []),
  ]
  const rows = await unique(() =>
    tx.query(sql`
      update list_view set ${join(sets)}, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId}
       where organization_id = ${caller.organizationId} and id = ${id} and row_version = ${change.row_version} returning id`),
  )
  if (rows.length === 0)
    throw new AppError('ROW_CONFLICT', {
      message: 'Somebody else has changed this view meanwhile. Load the list again to see it.',
    })
  if (isReshared) await clearUnseenDefaults(tx, caller, screen, id, next)
  return present(caller, screen, known, await one(tx, caller, screen, id))
}

const opensWith = (caller: Caller, screen: Screen, id: number): Sql => sql`
  d.organization_id = ${caller.organizationId} and d.screen = ${screen.name} and split_part(d.view, '-', 1) = ${String(id)}`

/** Takes the defaults away that open the list with a view for those who do not see it any more. */
async function clearUnseenDefaults(
  tx: Tx,
  caller: Caller,
  screen: Screen,
  id: number,
  { audience, role_id, owner_id }: Pick<ViewRow, 'audience' | 'role_id' | 'owner_id'>,
): Promise<void> {
  if (audience === 'everyone') return
  const seeing = audience === 'role' ? sql`d.role_id = ${role_id}` : sql`false`
  const others = audience === 'role' ? sql`d.user_id is null` : sql`d.user_id is distinct from ${owner_id}::bigint`
  await tx.query(sql`
    delete from list_view_default d where ${opensWith(caller, screen, id)} and ${others} and (${seeing}) is not true`)
}

/** Deletes a view, and the defaults that opened with it. */
export async function deleteView(tx: Tx, caller: Caller, screen: Screen, id: number): Promise<void> {
  const view = await one(tx, caller, screen, id)
  if (!mayChange(caller, view))
    throw new AppError('FORBIDDEN', { message: `Only ${view.owner_name ?? 'its owner'} can delete this view.` })
  await tx.query(sql`delete from list_view where organization_id = ${caller.organizationId} and id = ${id}`)
  await tx.query(sql`delete from list_view_default d where ${opensWith(caller, screen, id)}`)
}

type DefaultLayer = 'me' | 'role' | 'everyone'

/** The key of a view that a list is to open with; VALIDATION where there is no such view, or where not all who are meant see it. */
async function defaultKey(
  tx: Tx,
  caller: Caller,
  screen: Screen,
  known: Screen,
  { view, layer, role }: { readonly view: string; readonly layer: DefaultLayer; readonly role: number | null },
): Promise<string> {
  const refuse = (message: string): never => {
    throw new AppError('VALIDATION', { message, issues: [{ path: ['view'], code: 'view', message }] })
  }
  const id = viewId(view)
  if (id === null) {
    const names = [allViews, ...(known.list?.views ?? []).map(({ name }) => name)]
    return names.includes(view) ? view : refuse('The list has no view of that name.')
  }
  const saved = await one(tx, caller, screen, id)
  if (layer === 'me' || saved.audience === 'everyone') return viewKey(saved)
  if (saved.audience === 'own') refuse('Share the view first: nobody else sees it.')
  if (layer === 'everyone') refuse('Share the view with everyone first.')
  const whose = role === ownRole(caller) ? 'your' : 'that'
  return saved.role_id === role ? viewKey(saved) : refuse(`Share the view with ${whose} role or with everyone first.`)
}

const ownRole = (caller: Caller): number | null => caller.roleIds[0] ?? null

/** The role that a default is for: the caller's own unless another one is named. VALIDATION for one that is not there. */
async function roleOfDefault(tx: Tx, caller: Caller, named: number | null | undefined): Promise<number> {
  const role = named ?? ownRole(caller)
  if (role === null) throw new AppError('BAD_REQUEST')
  const known = role === ownRole(caller) || (await shareableRoles(tx, caller)).some(({ id }) => id === role)
  if (known) return role
  const message = 'There is no such role.'
  throw new AppError('VALIDATION', { message, issues: [{ path: ['role_id'], code: 'role', message }] })
}

/** The roles with the key of the view that a list opens with for each; null where none was chosen for it. */
export const rolesWithDefaults = (
  tx: Tx,
  caller: Caller,
  screen: Screen,
): Promise<{ id: number; name: string; opens_with: string | null }[]> =>
  tx.query(sql`
    select r.id, r.name, d.view as opens_with from role r
      left join list_view_default d on d.organization_id = r.organization_id and d.screen = ${screen.name} and d.role_id = r.id
     where r.organization_id = ${caller.organizationId} and ${held(caller)} order by r.name`)

/** Sets or clears (null) the view a list opens with; for a role, the own one unless one is given, or everyone only with 'views.manage', and a view that they see. */
export async function setDefaultView(
  tx: Tx,
  caller: Caller,
  screen: Screen,
  known: Screen,
  asked: { readonly view: string | null; readonly layer: DefaultLayer; readonly role?: number | null | undefined },
): Promise<void> {
  const { view, layer } = asked
  if (layer !== 'me' && !manages(caller)) throw new AppError('FORBIDDEN')
  const user = layer === 'me' ? caller.userId : null
  const role = layer === 'role' ? await roleOfDefault(tx, caller, asked.role) : null
  const key = view === null ? null : await defaultKey(tx, caller, screen, known, { view, layer, role })
  if (key === null)
    await tx.query(sql`
      delete from list_view_default where organization_id = ${caller.organizationId} and screen = ${screen.name}
        and user_id is not distinct from ${user}::bigint and role_id is not distinct from ${role}::bigint`)
  else
    await tx.query(sql`
      insert into list_view_default (organization_id, screen, user_id, role_id, view)
      values (${caller.organizationId}, ${screen.name}, ${user}, ${role}, ${key})
      on conflict (organization_id, screen, user_id, role_id) do update set view = excluded.view`)
}

/** Keeps how the caller has arranged a list; null: as the definition has it. */
export async function keepLayout(tx: Tx, caller: Caller, path: string, state: ViewState | null): Promise<void> {
  if (state === null)
    await tx.query(sql`
      delete from list_layout where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and path = ${path}`)
  else
    await tx.query(sql`
      insert into list_layout (organization_id, user_id, path, state)
      values (${caller.organizationId}, ${caller.userId}, ${path}, ${json(state)})
      on conflict (organization_id, user_id, path) do update set state = excluded.state`)
}
