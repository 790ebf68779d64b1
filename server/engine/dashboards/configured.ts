import { normalizeScreen, type Field, type FieldSpec, type Screen } from '#src/definition'
import type { Application } from '#src/definition/applications.ts'
import type { Tile } from '#src/definition/dashboard.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'

/** Name of the screen whose records these dashboards are. */
export const dashboardConfig = 'dashboard-config'

/** A line of a configured dashboard: what is counted, by what, and how it is shown. */
export interface ConfiguredTile {
  readonly title: string
  readonly counts: 'records' | 'changes' | 'entries'
  readonly by: string | null
  readonly per: 'day' | 'month' | 'quarter' | 'year' | null
  readonly split: string | null
  readonly sum: string | null
  readonly chart: 'bar' | 'stacked' | 'line' | 'figures' | null
  readonly only: string | null
  readonly wide: boolean
}

export interface ConfiguredDashboard {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly functionality: string
  readonly application_type: Application | null
  readonly position: number | null
  readonly tiles: readonly ConfiguredTile[]
  /** It is for everybody who may read the list it counts. */
  readonly for_all: boolean
  readonly roles: readonly number[]
  readonly users: readonly string[]
}

const absent = { by: null, per: null, split: null, sum: null, chart: null, only: null, wide: false }

/** The dashboards of an organisation that are shown, in the order of the menu. */
export async function readDashboards(tx: Tx, organizationId: number): Promise<ConfiguredDashboard[]> {
  const rows = await tx.query<ConfiguredDashboard>(sql`
    select d.id, d.name, d.description, d.functionality, d.application_type, d.position, d.tiles,
           coalesce(d.users, '{}') as users,
           array(select r.id from role r where r.organization_id = d.organization_id and r.code = any(d.security_role)) as roles,
           coalesce(cardinality(d.security_role), 0) + coalesce(cardinality(d.users), 0) = 0 as for_all
      from dashboard_config d where d.organization_id = ${organizationId} and d.enabled order by d.position, d.name`)
  return rows.map((row) => ({ ...row, tiles: (row.tiles ?? []).map((tile) => ({ ...absent, ...tile })) }))
}

/** The name and the address of the page that a configured dashboard becomes. */
export const dashboardName = (id: number): string => `dashboard-${id}`
const dashboardPath = (id: number): string => `/dashboards/${id}`

export const isTime = (field: Field | undefined): boolean => field?.type === 'date' || field?.type === 'dateTime'

/** The column of a tile's rows that holds its figures. */
export const figureOf = ({ sum }: ConfiguredTile, at: number): string => (sum === null ? 'count' : `sum_${at}`)

const columns: Readonly<Record<string, FieldSpec>> = {
  operation: {
    type: 'choice',
    choices: [
      { value: 'insert', label: 'Added', tone: 'ok' },
      { value: 'update', label: 'Changed', tone: 'accent' },
      { value: 'delete', label: 'Deleted', tone: 'bad' },
    ],
    width: 110,
  },
  from: { type: 'date', label: 'Changed from' },
  to: { type: 'date', label: 'Changed to', after: 'from' },
  label: { type: 'text', label: 'Of' },
  period: { type: 'text' },
  split: { type: 'text' },
  path: { type: 'text', hidden: true },
  count: { type: 'integer', label: 'Number' },
  record: { type: 'text', width: 260 },
  at: { type: 'dateTime', label: 'When', width: 170 },
  user: { type: 'text', label: 'By', width: 150 },
  fields: { type: 'text', label: 'Fields', width: 300 },
}

/** The page of a configured dashboard, drawn as every dashboard is; null where what it counts is not there any more. */
export function dashboardScreen(dashboard: ConfiguredDashboard, screens: readonly Screen[]): Screen | null {
  const { id, name, description, functionality, application_type: application, tiles, roles, users } = dashboard
  const counted = screens.find((screen) => screen.name === functionality)
  if (!counted?.table || !counted.list) return null
  const field = (wanted: string) => counted.fields.find((one) => one.name === wanted)
  const sums = tiles.flatMap((tile, at): [string, FieldSpec][] =>
    tile.sum === null ? [] : [[figureOf(tile, at), { type: 'decimal', label: field(tile.sum)?.label ?? tile.sum }]],
  )
  const tellsChanges = tiles.some(({ counts }) => counts !== 'records')
  const screen = normalizeScreen({
    name: dashboardName(id),
    label: [name, name],
    area: 'dashboards',
    menu: { order: dashboard.position ?? 100, search: false },
    ...(application ? { apps: [application] } : counted.apps ? { apps: counted.apps } : {}),
    fields: { ...columns, ...Object.fromEntries(sums) },
    dashboard: {
      path: dashboardPath(id),
      ...(description === null ? {} : { description }),
      filters: tellsChanges ? ['operation', 'from', 'to'] : [],
      tiles: tiles.map((tile, at) => tileOf(dashboard, tile, at, isTime(field(tile.by ?? '')))),
    },
    access: { read: counted.access.read },
  })
  return dashboard.for_all ? screen : { ...screen, access: { ...screen.access, audience: { roles, users } } }
}

function tileOf({ id }: ConfiguredDashboard, tile: ConfiguredTile, at: number, overTime: boolean): Tile<string> {
  const base = {
    title: tile.title,
    call: 'dashboard/figures',
    query: { dashboard: id, tile: at },
    wide: tile.wide || tile.counts === 'entries',
    empty: tile.counts === 'records' ? 'There are no such records.' : 'Nothing was changed.',
  }
  if (tile.counts === 'entries')
    return { ...base, kind: 'table', columns: ['at', 'user', 'record', 'operation', 'fields'], link: 'path' }
  const y = figureOf(tile, at)
  if (tile.chart === 'figures') return { ...base, kind: 'figures', label: 'label', value: y, link: 'path' }
  const chart = { ...base, kind: 'chart', chart: tile.chart ?? 'bar', y } as const
  if (tile.counts === 'changes') return { ...chart, x: 'period', split: 'operation', drill: { from: 'from', to: 'to' } }
  return {
    ...chart,
    x: overTime ? 'period' : 'label',
    ...(tile.split === null ? {} : { split: 'split' }),
    link: 'path',
  }
}
