import { z } from 'zod'
import { applicationTypes } from '#src/definition'
import { writtenLocales } from '#src/definition/written-locales.ts'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'

export const fonts = ['IBM Plex Serif', 'IBM Plex Sans', 'Inter'] as const

export const preferencesSchema = z
  .strictObject({
    density: z.enum(['comfortable', 'compact', 'roomy']).nullable(),
    theme_mode: z.enum(['system', 'light', 'dark']).nullable(),
    global_font: z.enum(fonts).nullable(),
    start_application: z.string().max(40).nullable(),
    locale: z.enum(writtenLocales).nullable(),
  })
  .partial()

export type Preferences = z.infer<typeof preferencesSchema>

export interface Profile {
  id: number
  email: string
  name: string
  organization: { id: number; name: string; app_title: string }
  role: string | null
  role_name: string | null
  user_type: string
  permissions: string[]
  authorized_apps: string[]
  /** Those of authorized_apps that are application types, not sub-applications; the promotions theme depends on them. */
  app_types: string[]
  start_application: string | null
  global_font: string
  color_theme: string
  global_color: string
  theme_mode: string
  density: string
  /** How numbers and days are written; null: as the browser does. */
  locale: string | null
  avatar: string | null
  preferences: Preferences
}

interface ProfileRow {
  email: string
  name: string
  role: string | null
  role_name: string | null
  user_type: string
  organization_name: string
  app_title: string
  default_application: string | null
  global_font: string | null
  color_theme: string | null
  global_color: string | null
  theme_mode: string | null
  density: string | null
  preferences: Preferences | null
  avatar_version: string | null
}

const defaultColor = '#1976d2'

/** The caller as the client shows it: own preferences first, then those of the organisation, then ours. */
export async function loadProfile(db: Database, caller: Caller): Promise<Profile> {
  const [row] = await db.system((tx) =>
    tx.query<ProfileRow>(sql`
      select u.email, u.name, u.role, r.name as role_name, s.user_type, o.name as organization_name, o.app_title, o.default_application,
        o.global_font, o.color_theme, o.global_color, o.theme_mode, o.density, p.preferences, p.avatar_version
      from app_user u
      join organization o on o.organization_id = u.organization_id
      left join role r on r.organization_id = u.organization_id and r.code = u.role
      left join session s on s.id = ${caller.sessionId}::uuid
      left join user_preference p on p.organization_id = u.organization_id and p.user_id = u.id
      where u.organization_id = ${caller.organizationId} and u.id = ${caller.userId}`),
  )
  if (!row) throw new AppError('SESSION_EXPIRED')
  const own = row.preferences ?? {}
  const start = own.start_application ?? row.default_application
  return {
    id: caller.userId,
    email: row.email,
    name: row.name,
    organization: { id: caller.organizationId, name: row.organization_name, app_title: row.app_title },
    role: row.role,
    role_name: row.role_name,
    user_type: row.user_type,
    permissions: [...caller.permissions],
    authorized_apps: [...caller.apps],
    app_types: applicationTypes.filter((app) => caller.apps.includes(app)),
    start_application: start !== null && caller.apps.includes(start) ? start : null,
    global_font: own.global_font ?? row.global_font ?? fonts[0],
    color_theme: row.color_theme ?? defaultColor,
    global_color: row.global_color ?? defaultColor,
    theme_mode: own.theme_mode ?? row.theme_mode ?? 'system',
    density: own.density ?? row.density ?? 'comfortable',
    locale: own.locale ?? null,
    avatar: row.avatar_version ? `/users/${caller.userId}/avatar?v=${row.avatar_version}` : null,
    preferences: own,
  }
}

/** Stores the preferences that are given; null takes one back to what the organisation says. */
export async function savePreferences(db: Database, caller: Caller, preferences: Preferences): Promise<void> {
  const { organizationId, userId } = caller
  await db.tenant(caller, (tx) =>
    tx.query(sql`
      insert into user_preference (organization_id, user_id, preferences) values (${organizationId}, ${userId}, jsonb_strip_nulls(${json(preferences)}))
      on conflict (organization_id, user_id) do update set preferences = jsonb_strip_nulls(user_preference.preferences || ${json(preferences)})`),
  )
}
