import { type Field, parseListQuery, type Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import type { Caller } from '../authorize.ts'
import { type ConfiguredTile, isTime } from '../engine/dashboards/configured.ts'
import {
  dashboardFields,
  isAdded,
  isCounted,
  type NamedRole,
  parametersIn,
  roleReads,
  roleReadsField,
  rolesNamed,
  tellsChanges,
} from '../engine/dashboards/dashboard-fields.ts'
import { effectiveScreen, screenNamed } from '../engine/effective-screens.ts'
import { formFieldsOf, raiseVersion } from '../engine/form-fields.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { screensOf } from '../engine/own-screens.ts'
import { mayUse } from '../engine/screen-access.ts'
import type { Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'

type Services = Pick<SessionServices, 'db' | 'screens'>
type Tile = { -readonly [K in keyof ConfiguredTile]?: ConfiguredTile[K] | undefined }

const invalid = (path: Issue['path'], message: string): Issue => ({ path, code: 'invalid', message })

/** Configured dashboards: they name only what can be counted and is seen by those they are for, and are in the menu at once. */
export const dashboardHooks = (services: Services): Record<'dashboard-config', RecordHooks> => ({
  'dashboard-config': {
    beforeWrite: async ({ tx, caller }, values, current) => {
      const { functionality, security_role, tiles } = { ...current, ...values } as Record<string, unknown>
      const name = String(functionality ?? '')
      const known = screenNamed(await screensOf(services, caller), name)
      if (!known?.table || !known.list || !mayUse(caller, known, 'read'))
        return [invalid(['functionality'], `There is no list named ${name}.`)]
      const screen = await effectiveScreen(services, caller, name)
      const codes = (security_role ?? []) as string[]
      const roles = await rolesNamed(tx, caller.organizationId, codes)
      const lines = ((tiles ?? []) as Tile[]).map(cleared)
      if (lines.length > 0) values['tiles'] = lines
      return [
        ...roles
          .filter((role) => !roleReads(role, screen))
          .map((role) => invalid(['security_role'], `${role.name} may not read ${screen.plural}.`)),
        ...lines.flatMap((tile, at) => tileIssues(tile, at, screen, caller, roles)),
      ]
    },
    afterWrite: (context) => inForce(services, context),
    beforeDelete: (context) => inForce(services, context),
  },
})

/** Every process and every open browser looks at its screens anew. */
async function inForce({ db }: Services, { tx, caller }: HookContext): Promise<void> {
  await raiseVersion(tx, caller.organizationId)
  formFieldsOf(db).touched(caller.organizationId)
}

/** Without what says nothing about the kind of tile that it is. */
function cleared(tile: Tile): Tile {
  if (tile.counts === 'records') return tile.chart === 'figures' ? { ...tile, split: null } : tile
  const changes: Tile = { ...tile, by: null, split: null, sum: null, only: null }
  return tile.counts === 'entries' ? { ...changes, per: null, chart: null } : changes
}

function tileIssues(tile: Tile, at: number, screen: Screen, caller: Caller, roles: readonly NamedRole[]): Issue[] {
  const issue = (name: keyof Tile, message: string) => [invalid(['tiles', at, name], message)]
  if (tile.counts !== 'records')
    return tellsChanges(screen) ? [] : issue('counts', `Changes of ${screen.plural} are not told to everybody.`)
  const fields = dashboardFields(caller, screen)
  const named = (name: string | null | undefined) => fields.find((field) => field.name === name)
  const check = (name: 'by' | 'split' | 'sum', fits: (field: Field) => boolean, message: string): Issue[] => {
    const wanted = tile[name]
    if (wanted === null || wanted === undefined) return []
    const field = named(wanted)
    if (!field || !fits(field)) return issue(name, message)
    const blind = roles.filter((role) => !roleReadsField(role, screen, wanted))
    return blind.length > 0 ? issue(name, `${blind.map((one) => one.name).join(', ')} may not see ${field.label}.`) : []
  }
  const { issues } = parseListQuery(parametersIn(tile.only ?? null), [...screen.fields, ...systemFields])
  return [
    ...(tile.by == null && tile.chart !== 'figures' ? issue('by', 'Say by which field the records are counted.') : []),
    ...check('by', isCounted, `Records of ${screen.plural} cannot be counted by this.`),
    ...check('split', isCounted, `Records of ${screen.plural} cannot be counted by this.`),
    ...(tile.split != null && tile.split === tile.by ? issue('split', 'They are counted by this already.') : []),
    ...(tile.split != null && isTime(named(tile.split))
      ? issue('split', 'Time belongs along the axis, not into it.')
      : []),
    ...check('sum', isAdded, `${screen.plural} have no such figure to add up.`),
    ...mixedCurrencies(tile, named(tile.sum)).flatMap((message) => issue('sum', message)),
    ...issues.slice(0, 1).flatMap(({ message }) => issue('only', message)),
  ]
}

/** Amounts of several currencies have no sum. */
function mixedCurrencies({ by, split, only }: Tile, sum: Field | undefined): string[] {
  const currency = sum?.type === 'money' ? sum.currency : undefined
  if (currency === undefined || /^[A-Z]{3}$/.test(currency)) return []
  const isKept = [by, split].includes(currency) || currency in parametersIn(only ?? null)
  return isKept
    ? []
    : [`Amounts of several currencies are not added up: count by or split by ${currency}, or name one.`]
}
