import { normalizeScreen, type Screen, type ScreenDefinition } from '#src/definition'
import { offeringAttributes } from '#src/definition/offered-attributes.ts'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import { type DesignIssue, ownDefinition, ownIssues } from '#src/definition/own-screen.ts'
import { shapeIssues } from '#src/definition/schema/shape-issues.ts'
import type { Database, TenantScope, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { dashboardConfig, dashboardScreen, readDashboards } from './dashboards/configured.ts'
import { attributesOf } from './field-layers/attributed.ts'
import { formFieldsOf } from './form-fields.ts'
import { unsafePatterns } from './unsafe-patterns.ts'

interface ScreenServices {
  readonly db: Database
  /** The product's screens. */
  readonly screens: readonly Screen[]
}

interface Kept {
  readonly version: number
  readonly screens: Promise<readonly Screen[]>
}

interface Attributed {
  readonly of: readonly Screen[]
  readonly version: number
  readonly screens: readonly Screen[]
}

const attributed = new WeakMap<Database, Map<number, Attributed>>()

/** The same with the attributes of the organisation as fields: what results add up and designs are held against. */
export async function attributedScreens(services: ScreenServices, scope: TenantScope): Promise<readonly Screen[]> {
  const { db } = services
  const of = await screensOf(services, scope)
  const version = await formFieldsOf(db).version(scope)
  const organizations = attributed.get(db) ?? new Map<number, Attributed>()
  attributed.set(db, organizations)
  const known = organizations.get(scope.organizationId)
  if (known?.version === version && known.of === of) return known.screens
  const screens = of.map(await attributesOf(db, scope))
  organizations.set(scope.organizationId, { of, version, screens })
  return screens
}

interface Published {
  readonly organization_id: number
  readonly name: string
  readonly published: ScreenDefinition
}

const kept = new WeakMap<Database, Map<number, Kept>>()

/** Every screen an organisation works with: the product's, then those it has published itself, then the dashboards it has configured. The same array until one changes. */
export async function screensOf({ db, screens }: ScreenServices, scope: TenantScope): Promise<readonly Screen[]> {
  const version = await formFieldsOf(db).version(scope)
  const organizations = kept.get(db) ?? new Map<number, Kept>()
  kept.set(db, organizations)
  const known = organizations.get(scope.organizationId)
  if (known?.version === version) return known.screens
  const loading = load({ db, screens }, scope)
  organizations.set(scope.organizationId, { version, screens: loading })
  // A failed look must not be answered from memory.
  loading.catch(() => organizations.delete(scope.organizationId))
  return loading
}

async function load({ db, screens }: ScreenServices, { organizationId, userId }: TenantScope) {
  const hasDashboards = screens.some(({ name }) => name === dashboardConfig)
  const [rows, dashboards] = await db.tenant(
    { organizationId, userId },
    async (tx) => [
      await readPublished(tx, organizationId),
      hasDashboards ? await readDashboards(tx, organizationId) : [],
    ],
    { readOnly: true },
  )
  const attributed = await attributesOf(db, { organizationId, userId })
  const usable = rows.length === 0 ? screens : combine(screens, rows, attributed).usable
  const offering = offeringAttributes(usable, attributed)
  const pages = dashboards.flatMap((one) => dashboardScreen(one, usable) ?? [])
  return pages.length === 0 ? offering : [...offering, ...pages]
}

const readPublished = (tx: Tx, organizationId: number | null): Promise<Published[]> =>
  tx.query<Published>(sql`
    select organization_id, name, published from own_screen
     where state = 'published' and (${organizationId}::bigint is null or organization_id = ${organizationId}) order by organization_id, id`)

/** What an own definition says, with everything that is wrong with it by itself; no screen where it cannot even be read. */
function read(organizationId: number, data: unknown): { issues: DesignIssue[]; screen: Screen | null } {
  const shape = shapeIssues(data)
  if (shape.length > 0) return { issues: shape, screen: null }
  const given = data as ScreenDefinition
  const issues = [...ownIssues(given), ...unsafePatterns(given)]
  try {
    return { issues, screen: normalizeScreen(ownDefinition(organizationId, given)) }
  } catch (error) {
    return {
      issues: [...issues, { path: [], message: error instanceof Error ? error.message : String(error) }],
      screen: null,
    }
  }
}

const findingsOf = (screens: readonly Screen[], name: string): DesignIssue[] =>
  lintScreens(screens)
    .filter((finding) => finding.screen === name)
    .map(({ path, message, fix }) => ({ path, message, ...(fix === undefined ? {} : { fix }) }))

/** What is wrong with an own definition among the other screens of its organisation; the screen as far as it can be shown. */
export function examine(
  organizationId: number,
  data: unknown,
  screens: readonly Screen[],
): { issues: DesignIssue[]; screen: Screen | null } {
  const { issues, screen } = read(organizationId, data)
  if (!screen) return { issues, screen }
  const others = screens.filter(({ name }) => name !== screen.name)
  return { issues: [...issues, ...findingsOf([...others, screen], screen.name)], screen }
}

interface Unusable {
  readonly name: string
  readonly issues: readonly DesignIssue[]
}

/**
 * The screens of one organisation. A published screen that the product in use no longer carries, say because a screen it refers
 * to is gone, is left out with the reasons, and so are those that refer to it: none may keep the others from working. They are
 * held against the others as `seen` gives them, which may add fields.
 */
export function combine(
  screens: readonly Screen[],
  rows: readonly Published[],
  seen: (screen: Screen) => Screen,
): { usable: readonly Screen[]; unusable: readonly Unusable[] } {
  const names = new Set(screens.map(({ name }) => name))
  const unusable: Unusable[] = []
  // What the product has taken over under the same name is the product's.
  let own = rows
    .filter(({ name }) => !names.has(name))
    .flatMap(({ organization_id: organizationId, name, published }) => {
      const { issues, screen } = read(organizationId, published)
      if (screen && issues.length === 0) return [screen]
      unusable.push({ name, issues })
      return []
    })
  for (;;) {
    const all = [...screens, ...own]
    const findings = lintScreens(all.map(seen))
    const wrong = own
      .map(({ name }) => ({ name, issues: findings.filter(({ screen }) => screen === name) }))
      .filter(({ issues }) => issues.length > 0)
    if (wrong.length === 0) return { usable: own.length === 0 ? screens : all, unusable }
    unusable.push(...wrong)
    own = own.filter((screen) => !wrong.some(({ name }) => name === screen.name))
  }
}

/** The own screens of every organisation, for what a server brings up at its start. */
export async function everyOwnScreen(
  db: Database,
  screens: readonly Screen[],
  warn: (organizationId: number, unusable: Unusable) => void,
): Promise<Screen[]> {
  const rows = await db.system((tx) => readPublished(tx, null))
  const organizations = [...new Set(rows.map((row) => row.organization_id))]
  const found: Screen[] = []
  for (const organizationId of organizations) {
    const own = rows.filter((row) => row.organization_id === organizationId)
    const { usable, unusable } = combine(screens, own, await attributesOf(db, { organizationId, userId: 0 }))
    for (const one of unusable) warn(organizationId, one)
    found.push(...usable.slice(screens.length))
  }
  return found
}
