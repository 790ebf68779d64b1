import { applications, type Application, type Screen } from '#src/definition'
import { applicationTypes } from '#src/definition/applications.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { insertionWords, productMessages } from '../engine/messages/catalogue.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { hashPassword } from './passwords.ts'
import { type PermissionEntry, permissionCatalogue } from './permissions.ts'

export interface NewRole {
  code: string
  name: string
  permissions: readonly string[]
  authorizedApps: readonly Application[]
}

export interface NewOrganization {
  code: string
  name: string
  appTitle?: string
  appTypes?: readonly Application[]
  globalFont?: 'IBM Plex Serif' | 'IBM Plex Sans' | 'Inter'
  colorTheme?: string
  globalColor?: string
  roles?: readonly NewRole[]
  /** Its administrators may create other organisations. */
  operatesPlatform?: boolean
  administratorEmail?: string
  administratorName?: string
}

const businessAreas = [
  'attributes',
  'masters',
  'membership',
  'transactions',
  'claims',
  'forecasting',
  'pricing',
  'profit',
  'contracts',
  'results',
  'promotions',
  'queries',
  'documents',
]

/** The roles every organisation starts with: ADMINISTRATOR, ANALYST (rebates, may change masters and transactions) and READER. */
export const startingRoles: readonly NewRole[] = [
  { code: 'ADMINISTRATOR', name: 'Administrator', permissions: ['*'], authorizedApps: applications },
  {
    code: 'ANALYST',
    name: 'Rebate analyst',
    permissions: [
      'masters.*',
      'membership.*',
      'contracts.*',
      'claims.*',
      'transactions.*',
      'results.*',
      'uploads.*',
      'documents.*',
      'queries.read',
      'queries.write',
    ],
    authorizedApps: ['Customer Rebate'],
  },
  {
    code: 'READER',
    name: 'Reader',
    permissions: businessAreas.map((area) => `${area}.read`),
    authorizedApps: applicationTypes,
  },
]

/** Creates an organisation with its roles, its applications and the catalogue of permissions; answers its id. */
export function createOrganization(
  db: Database,
  screens: readonly Screen[],
  organization: NewOrganization,
): Promise<number> {
  return db.system((tx) => createOrganizationIn(tx, screens, organization))
}

export async function createOrganizationIn(
  tx: Tx,
  screens: readonly Screen[],
  organization: NewOrganization,
): Promise<number> {
  const { code, name, appTitle = name, appTypes = applications, roles = startingRoles } = organization
  const [tenant] = await tx.query<{ id: number }>(sql`insert into tenant default values returning id`)
  if (!tenant) throw new Error('The organisation was not created')
  const organizationId = tenant.id
  await refreshCatalogues(tx, screens, organizationId)
  await tx.query(sql`
    insert into organization
      (organization_id, code, name, app_title, app_types, global_font, color_theme, global_color, administrator_name, administrator_email)
    values (${organizationId}, ${code}, ${name}, ${appTitle}, ${[...appTypes]}, ${organization.globalFont ?? 'IBM Plex Serif'},
      ${organization.colorTheme ?? '#1976d2'}, ${organization.globalColor ?? '#1976d2'},
      ${organization.administratorName ?? null}, ${organization.administratorEmail ?? null})`)
  for (const role of roles) {
    const platform = organization.operatesPlatform && role.permissions.includes('*') ? ['platform.organizations'] : []
    await tx.query(sql`
      insert into role (organization_id, code, name, permissions, authorized_apps)
      values (${organizationId}, ${role.code}, ${role.name}, ${[...role.permissions, ...platform]},
        ${role.authorizedApps.filter((app) => appTypes.includes(app))})`)
  }
  return organizationId
}

// A row that conflicts is locked, which is a write, even where it stays as it is: thousands of them at every start.
const unlessKnown = (table: Sql, organizationId: number, key: Sql, changed: Sql, among: Sql = sql``): Sql => sql`
  left join ${table} before on before.organization_id = ${organizationId} and before.${key} = listed.${key} ${among}
  where before.${key} is null or ${changed}`

/** What definitions bring to every organisation alike: worked out once, however many organisations there are. */
interface Catalogues {
  readonly permissions: readonly PermissionEntry[]
  readonly lists: readonly Screen[]
  /** As JSON; null without a place for them. */
  readonly messages: string | null
}

const cataloguesOf = (screens: readonly Screen[]): Catalogues => ({
  permissions: permissionCatalogue(screens),
  lists: screens.filter(({ list, table, endpoint }) => list && table && endpoint),
  messages: screenNamed(screens, 'message')
    ? JSON.stringify(productMessages(screens).map((one) => ({ ...one, insertions: insertionWords(one) })))
    : null,
})

/** Writes the permissions and applications there are into an organisation, so that roles can be given them; removes none that a role may still hold. */
export const refreshCatalogues = (tx: Tx, screens: readonly Screen[], organizationId: number): Promise<void> =>
  writeCatalogues(tx, cataloguesOf(screens), organizationId)

async function writeCatalogues(
  tx: Tx,
  { permissions, lists, messages }: Catalogues,
  organizationId: number,
): Promise<void> {
  await tx.query(sql`
    insert into permission (organization_id, name, description)
    select ${organizationId}, * from unnest(${permissions.map(({ name }) => name)}::text[], ${permissions.map(({ description }) => description)}::text[])
    on conflict (organization_id, name) do nothing`)
  await tx.query(sql`
    insert into screen_catalogue as known (organization_id, name, label, functionality)
    select ${organizationId}, listed.name, listed.label, listed.functionality
      from unnest(${lists.map(({ name }) => name)}::text[], ${lists.map(({ plural }) => plural)}::text[],
        ${lists.map(({ upload }) => upload?.functionality ?? null)}::text[]) as listed (name, label, functionality)
      ${unlessKnown(sql`screen_catalogue`, organizationId, sql`name`, sql`(before.label, before.functionality) is distinct from (listed.label, listed.functionality)`)}
    on conflict (organization_id, name) do update set label = excluded.label, functionality = excluded.functionality
      where (known.label, known.functionality) is distinct from (excluded.label, excluded.functionality)`)
  await tx.query(sql`
    insert into application (organization_id, name, position)
    select ${organizationId}, name, position from unnest(${[...applications]}::text[]) with ordinality as listed (name, position)
    on conflict (organization_id, name) do nothing`)
  if (messages !== null) await refreshMessages(tx, messages, organizationId)
}

/** Writes the standard texts into an organisation, those of a newer release in the place of older ones; own texts stay. */
async function refreshMessages(tx: Tx, messages: string, organizationId: number): Promise<void> {
  await tx.query(sql`
    insert into message as known (organization_id, message_id, language, functionality, kind, standard_text, insertions)
    select ${organizationId}, listed.message_id, 'en', listed.functionality, listed.kind, listed.standard_text, listed.insertions
      from jsonb_to_recordset(${messages}::jsonb)
        as listed (message_id text, functionality text, kind text, standard_text text, insertions text)
      ${unlessKnown(sql`message`, organizationId, sql`message_id`, sql`before.standard_text is distinct from listed.standard_text`, sql`and before.language = 'en'`)}
    on conflict (organization_id, message_id, language) do update set standard_text = excluded.standard_text
      where known.standard_text is distinct from excluded.standard_text`)
}

/** Brings the catalogues of every organisation up to the definitions; run at each start. */
export function refreshAllCatalogues(db: Database, screens: readonly Screen[]): Promise<void> {
  return db.system(async (tx) => {
    const catalogues = cataloguesOf(screens)
    for (const { id } of await tx.query<{ id: number }>(sql`select id from tenant`))
      await writeCatalogues(tx, catalogues, id)
  })
}

export interface NewUser {
  organizationId: number
  email: string
  name: string
  /** Code of one of the organisation's roles. */
  role: string
  /** Without one the user signs in by single sign-on or by a reset link. */
  password?: string
  authorizedApps?: readonly Application[]
  status?: 'active' | 'invited' | 'deactivated'
}

/** Creates a user who can sign in at once, past the policy for passwords; answers the id. */
export async function createUser(db: Database, user: NewUser): Promise<number> {
  const hash = user.password === undefined ? undefined : await hashPassword(user.password)
  return db.system((tx) => createUserIn(tx, user, hash))
}

export async function createUserIn(tx: Tx, user: Omit<NewUser, 'password'>, passwordHash?: string): Promise<number> {
  const { organizationId, name, role, authorizedApps = [], status = 'active' } = user
  const email = user.email.toLowerCase()
  const [created] = await tx.query<{ id: number }>(sql`
    insert into app_user (organization_id, email, name, role, authorized_apps, status)
    values (${organizationId}, ${email}, ${name}, ${role}, ${[...authorizedApps]}, ${status}) returning id`)
  if (!created) throw new Error('The user was not created')
  const verifiedAt = status === 'invited' ? sql`null` : sql`now()`
  await tx.query(sql`
    insert into account (email, organization_id, user_id, email_verified_at) values (${email}, ${organizationId}, ${created.id}, ${verifiedAt})`)
  if (passwordHash)
    await tx.query(
      sql`insert into credential (organization_id, user_id, password_hash) values (${organizationId}, ${created.id}, ${passwordHash})`,
    )
  return created.id
}
