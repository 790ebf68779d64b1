import { z } from 'zod'
import { applications } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { id, join, json, sql } from '../store/sql.ts'
import { fonts } from './profile.ts'

const color = z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'A hex value of 3 or 6 digits, such as #1976d2')

export const defaultProfileSchema = z
  .object({
    global_font: z.enum(fonts),
    color_theme: color,
    global_color: color,
    theme_mode: z.enum(['system', 'light', 'dark']),
    density: z.enum(['comfortable', 'compact', 'roomy']),
  })
  .partial()

export const defaultDetailsSchema = z
  .object({
    name: z.string().trim().min(1, 'The name is needed.').max(120),
    app_title: z.string().trim().min(1, 'The application title is needed.').max(60),
    default_application: z.enum(applications as unknown as [string, ...string[]]).nullable(),
  })
  .partial()

type Settings = z.infer<typeof defaultProfileSchema> & z.infer<typeof defaultDetailsSchema>

const profileColumns = ['global_font', 'color_theme', 'global_color', 'theme_mode', 'density'] as const
const detailColumns = ['code', 'name', 'app_title', 'app_types', 'default_application'] as const
export type SettingsGroup = 'profile' | 'details'
const columnsOf = { profile: profileColumns, details: detailColumns } as const

/** The settings of the caller's own organisation. */
export async function organizationSettings(
  db: Database,
  caller: Caller,
  group: SettingsGroup,
): Promise<Record<string, unknown>> {
  const columns = join(columnsOf[group].map((name) => id(name)))
  const [row] = await db.tenant(
    caller,
    (tx) =>
      tx.query(
        sql`select id, row_version, ${columns} from organization where organization_id = ${caller.organizationId} order by id limit 1`,
      ),
    { readOnly: true },
  )
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Saves the given settings of the caller's own organisation, with the change in its history. */
export async function saveOrganizationSettings(db: Database, caller: Caller, settings: Settings): Promise<void> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  await db.tenant(caller, async (tx) => {
    const [before] = await tx.query<Record<string, unknown> & { id: number }>(sql`
      select * from organization where organization_id = ${caller.organizationId} order by id limit 1 for update`)
    if (!before) throw new AppError('NOT_FOUND')
    const changed = given.filter(([name, value]) => before[name] !== value)
    if (changed.length === 0) return
    const assignments = join(changed.map(([name, value]) => sql`${id(name)} = ${value}`))
    await tx.query(sql`
      update organization set ${assignments}, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId}
      where organization_id = ${caller.organizationId} and id = ${before.id}`)
    const changes = Object.fromEntries(changed.map(([name, value]) => [name, [before[name] ?? null, value]]))
    await tx.query(sql`
      insert into history (organization_id, screen, record_id, user_id, operation, changes)
      values (${caller.organizationId}, 'organization', ${before.id}, ${caller.userId}, 'update', ${json(changes)})`)
  })
}

/** What each role may do in an application: whether it opens it, and its permissions. */
export async function appRights(db: Database, caller: Caller, application: string) {
  return db.tenant(
    caller,
    (tx) =>
      tx.query(sql`
        select r.id, r.code as role, r.name, r.permissions,
          coalesce(a.can_open, ${application} = any(r.authorized_apps), false) as can_open
        from role r left join application_access a
          on a.organization_id = r.organization_id and a.role = r.code and a.application = ${application}
        where r.organization_id = ${caller.organizationId} order by r.name`),
    { readOnly: true },
  )
}
