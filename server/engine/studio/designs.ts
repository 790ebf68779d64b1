import type { Screen, ScreenDefinition } from '#src/definition'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import { isOwnName } from '#src/definition/own-screen.ts'
import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database, Tx } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { formFieldsOf } from '../form-fields.ts'
import { attributedScreens, examine, screensOf } from '../own-screens.ts'
import { bringUp } from './publish.ts'

export type DesignState = 'draft' | 'published' | 'retired'

/** A screen that the organisation designed: what is being drawn up (null where it is what is in use) and what is in use. */
export interface Design {
  readonly id: number
  readonly row_version: number
  readonly name: string
  readonly state: DesignState
  readonly draft: ScreenDefinition | null
  readonly published: ScreenDefinition | null
  readonly version: number
  readonly updated_at: Date
  readonly updated_by_name: string | null
}

interface Services {
  readonly db: Database
  readonly screens: readonly Screen[]
}

const mostDesigns = 300

/** As json, which keeps the order of the fields. */
const written = (definition: unknown): Sql => sql`${JSON.stringify(definition)}::json`

const readDesigns = (tx: Tx, caller: Caller, where: Sql = sql`true`): Promise<Design[]> =>
  tx.query<Design>(sql`
    select d.id, d.row_version, d.name, d.state, d.draft, d.published, d.version, d.updated_at, u.name as updated_by_name
      from own_screen d left join app_user u on u.organization_id = d.organization_id and u.id = d.updated_by
     where d.organization_id = ${caller.organizationId} and ${where} order by d.name`)

/** The designs of the caller's organisation, by name. */
export const listDesigns = ({ db }: Services, caller: Caller): Promise<Design[]> =>
  db.tenant(caller, (tx) => readDesigns(tx, caller), { readOnly: true })

/** One design; null where the name is not the organisation's. */
export async function designNamed({ db }: Services, caller: Caller, name: string): Promise<Design | null> {
  if (!isOwnName(name)) return null
  const [design] = await db.tenant(caller, (tx) => readDesigns(tx, caller, sql`d.name = ${name}`), { readOnly: true })
  return design ?? null
}

async function existing(tx: Tx, caller: Caller, name: string): Promise<Design> {
  const [design] = await readDesigns(tx, caller, sql`d.name = ${name}`)
  if (!design) throw new AppError('NOT_FOUND')
  return design
}

const changedMeanwhile = (design: Design) =>
  new AppError('ROW_CONFLICT', {
    message: `${design.updated_by_name ?? 'Somebody'} has changed this screen meanwhile.`,
    details: { current: design },
  })

/** Begins a design; DUPLICATE_KEY where the organisation has one of that name. */
export async function createDesign({ db }: Services, caller: Caller, definition: ScreenDefinition): Promise<Design> {
  return db.tenant(caller, async (tx) => {
    const designs = await readDesigns(tx, caller)
    if (designs.length >= mostDesigns)
      throw new AppError('BAD_REQUEST', { message: `An organisation has at most ${mostDesigns} screens of its own.` })
    const message = 'There is a screen of that name already.'
    if (designs.some(({ name }) => name === definition.name))
      throw new AppError('DUPLICATE_KEY', { message, issues: [{ path: ['name'], code: 'duplicate', message }] })
    await tx.query(sql`
      insert into own_screen (organization_id, name, state, draft, created_by, updated_by)
      values (${caller.organizationId}, ${definition.name}, 'draft', ${written(definition)}, ${caller.userId}, ${caller.userId})`)
    return existing(tx, caller, definition.name)
  })
}

/** Keeps what was drawn up, right or wrong; ROW_CONFLICT when somebody else has changed it meanwhile. */
export async function saveDraft(
  { db }: Services,
  caller: Caller,
  name: string,
  { definition, row_version }: { readonly definition: unknown; readonly row_version: number },
): Promise<Design> {
  return db.tenant(caller, async (tx) => {
    const before = await existing(tx, caller, name)
    if (before.row_version !== row_version) throw changedMeanwhile(before)
    await tx.query(sql`
      update own_screen set draft = ${written(definition)}, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId}
       where organization_id = ${caller.organizationId} and id = ${before.id} and row_version = ${row_version}`)
    return existing(tx, caller, name)
  })
}

/** Throws away what was drawn up since; a design that was never in use goes altogether. */
export async function discardDraft({ db }: Services, caller: Caller, name: string): Promise<void> {
  await db.tenant(caller, async (tx) => {
    const { id, state } = await existing(tx, caller, name)
    const where = sql`organization_id = ${caller.organizationId} and id = ${id}`
    if (state === 'draft') await tx.query(sql`delete from own_screen where ${where}`)
    else
      await tx.query(sql`
        update own_screen set draft = null, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId} where ${where}`)
  })
}

/** Puts what was drawn up to use: checks it, brings its table up, shows it to everybody. VALIDATION names every place that is wrong. */
export async function publishDesign(
  services: Services,
  caller: Caller,
  name: string,
  { row_version, note }: { readonly row_version: number; readonly note: string | null },
): Promise<Design> {
  const design = await designNamed(services, caller, name)
  if (!design) throw new AppError('NOT_FOUND')
  if (design.row_version !== row_version) throw changedMeanwhile(design)
  const definition = design.draft ?? design.published
  if (design.draft === null && design.state === 'published')
    throw new AppError('WRONG_STATE', { message: 'What is in use is the same already.' })
  const screens = await screensOf(services, caller)
  const { issues, screen } = examine(caller.organizationId, definition, await attributedScreens(services, caller))
  if (!screen || issues.length > 0)
    throw new AppError('VALIDATION', {
      message: 'This screen cannot be put to use yet.',
      issues: issues.map(({ path, message, fix }) => ({
        path,
        code: 'definition',
        message: fix ? `${message}: ${fix}` : message,
      })),
    })
  await bringUp(services.db, screens, screen, caller.organizationId)
  return changeState(services, caller, design, {
    state: 'published',
    operation: design.draft === null ? 'revived' : 'published',
    definition: definition!,
    note,
  })
}

/** Takes a screen out of use; its records stay. STILL_REFERENCED while other screens refer to it. */
export async function retireDesign(
  services: Services,
  caller: Caller,
  name: string,
  { row_version, note }: { readonly row_version: number; readonly note: string | null },
): Promise<Design> {
  const design = await designNamed(services, caller, name)
  if (!design) throw new AppError('NOT_FOUND')
  if (design.row_version !== row_version) throw changedMeanwhile(design)
  if (design.state !== 'published') throw new AppError('WRONG_STATE', { message: 'This screen is not in use.' })
  const screens = await attributedScreens(services, caller)
  const before = screensWithFindings(screens)
  const users = screensWithFindings(screens.filter((screen) => screen.name !== name)).filter(
    (user) => !before.includes(user),
  )
  if (users.length > 0)
    throw new AppError('STILL_REFERENCED', { message: `Other screens refer to this one: ${users.join(', ')}.` })
  return changeState(services, caller, design, {
    state: 'retired',
    operation: 'retired',
    definition: design.published!,
    note,
  })
}

const screensWithFindings = (screens: readonly Screen[]): string[] => [
  ...new Set(lintScreens(screens).map(({ screen }) => screen)),
]

interface Change {
  readonly state: DesignState
  readonly operation: 'published' | 'retired' | 'revived'
  readonly definition: ScreenDefinition
  readonly note: string | null
}

/** One transaction keeps the new state and the version that it is from now on. */
async function changeState({ db }: Services, caller: Caller, design: Design, change: Change): Promise<Design> {
  const { state, operation, definition, note } = change
  const changed = await db.tenant(caller, async (tx) => {
    const rows = await tx.query(sql`
      update own_screen set state = ${state}, published = ${written(definition)},
             draft = case when ${state === 'published'} then null else draft end, version = version + 1,
             row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId}
       where organization_id = ${caller.organizationId} and id = ${design.id} and row_version = ${design.row_version} returning id`)
    if (rows.length === 0) throw changedMeanwhile(await existing(tx, caller, design.name))
    await tx.query(sql`
      insert into own_screen_version (organization_id, screen_id, version, definition, operation, note, user_id)
      values (${caller.organizationId}, ${design.id}, ${design.version + 1}, ${written(definition)}, ${operation}, ${note}, ${caller.userId})`)
    return existing(tx, caller, design.name)
  })
  formFieldsOf(db).touched(caller.organizationId)
  return changed
}

/** Everything that was in use, the newest first. */
export async function designVersions({ db }: Services, caller: Caller, name: string) {
  return db.tenant(
    caller,
    async (tx) => {
      const { id } = await existing(tx, caller, name)
      return tx.query(sql`
        select v.version, v.operation, v.note, v.at, v.definition, u.name as user_name from own_screen_version v
          left join app_user u on u.organization_id = v.organization_id and u.id = v.user_id
         where v.organization_id = ${caller.organizationId} and v.screen_id = ${id} order by v.version desc`)
    },
    { readOnly: true },
  )
}
