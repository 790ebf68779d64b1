import type { Field, Screen } from '#src/definition'
import { spanOf, type GroupUnit } from '#src/definition/list-group.ts'
import { systemFields } from '#src/definition/system-fields.ts'
import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import type { ListGroup, ListGroups } from '../list-groups.ts'
import { RecordApi, type RecordServices } from '../record-api.ts'
import { isShown } from '../queries/saved-query.ts'
import { demandUse } from '../screen-access.ts'
import { type ConfiguredTile, figureOf, isTime } from './configured.ts'
import { parametersIn, tellsChanges } from './dashboard-fields.ts'
import { changeRows, changesByOperation, changesByPeriod, type ChangeQuery } from './master-changes.ts'

/** What narrows the changes of a dashboard, and which page of them is meant. */
export interface TileQuery extends Pick<ChangeQuery, 'operation' | 'from' | 'to'> {
  readonly page: number
  readonly limit: number
}

interface Asked {
  readonly caller: Caller
  /** What is counted, as the caller sees it. */
  readonly screen: Screen
  readonly tile: ConfiguredTile
  /** The place of the tile on its page. */
  readonly at: number
  /** The page itself. */
  readonly path: string
  readonly query: TileQuery
}

export interface TileAnswer {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly total_record: number
}

/** More values than a chart could show, and than a table of its figures is read of. */
const mostValues = 500
/** More spans of time are not filled up where nothing is. */
const mostSpans = 1_000

const words = { insert: 'Added', update: 'Changed', delete: 'Deleted' }

const answerOf = (records: TileAnswer['records']): TileAnswer => ({ records, total_record: records.length })

/** The rows of one tile, counted for this caller; FORBIDDEN without the right to read what it counts, FIELD_DENIED for a hidden field. */
export function tileRows(services: RecordServices & { readonly db: Database }, asked: Asked): Promise<TileAnswer> {
  const { caller, screen, tile } = asked
  demandUse(caller, screen, 'read')
  demandShown(asked)
  return tile.counts === 'records' ? recordRows(services, asked) : changedRows(services, asked)
}

/** What a tile counts by, adds up and narrows by tells of the values: each of these fields is one that the caller is shown. */
function demandShown({ caller, screen, tile: { counts, by, split, sum, only } }: Asked): void {
  if (counts !== 'records') return
  const narrowing = Object.keys(parametersIn(only)).map((parameter) => parameter.split('.')[0]!)
  const named = [by, split, sum, ...narrowing].filter((name) => fieldIn(screen, name) !== undefined)
  if (named.some((name) => !isShown(screen, name!, caller))) throw new AppError('FIELD_DENIED')
}

const fieldIn = (screen: Screen, name: string | null): Field | undefined =>
  [...screen.fields, ...systemFields].find((one) => one.name === name)

async function changedRows({ db, screens }: RecordServices, asked: Asked): Promise<TileAnswer> {
  const { caller, screen, tile, path, query } = asked
  if (!tellsChanges(screen)) throw new AppError('FORBIDDEN')
  const { operation, from, to, page, limit } = query
  const changes: ChangeQuery = { names: [screen.name], operation, from, to, user: null }
  return db.tenant(
    caller,
    async (tx) => {
      if (tile.counts === 'entries') return changeRows(tx, caller, screens, changes, { page, limit })
      if (tile.chart !== 'figures')
        return answerOf(await changesByPeriod(tx, caller, screens, changes, tile.per ?? 'month'))
      const narrowed = Object.entries({ from, to }).flatMap(([name, day]) => (day === null ? [] : [[name, day]]))
      const rows = await changesByOperation(tx, caller, screens, changes)
      return answerOf(
        rows.map((row) => ({
          ...row,
          label: words[row.operation as keyof typeof words],
          path: `${path}?${new URLSearchParams([...narrowed, ['operation', row.operation]]).toString()}`,
        })),
      )
    },
    { readOnly: true },
  )
}

const pathOf = (screen: Screen, parameters: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(parameters).toString()
  return text === '' ? screen.list!.path : `${screen.list!.path}?${text}`
}

/** Records are counted as their list groups them, so that a figure is what the list behind it says. */
async function recordRows(services: RecordServices, { caller, screen, tile, at }: Asked): Promise<TileAnswer> {
  const { by, split, sum } = tile
  const only = parametersIn(tile.only)
  const figure = figureOf(tile, at)
  const list = { ...screen.list!, totals: sum === null ? {} : { [sum]: 'sum' as const } }
  const api = new RecordApi(services, { ...screen, list }, caller)
  const measured = ({ count, totals, mixed }: Pick<ListGroup, 'count' | 'totals' | 'mixed'>) => ({
    count,
    ...(sum === null ? {} : { [figure]: totals[sum] ?? null }),
    ...(mixed ? { mixed: [figure] } : {}),
  })
  if (by === null) {
    const {
      total_record,
      totals = {},
      ...told
    } = await api.list({ ...only, limit: '1', count: 'exact', totals: 'true' })
    const whole = measured({ ...told, count: total_record ?? 0, totals })
    return answerOf([{ label: tile.title, ...whole, path: pathOf(screen, only) }])
  }
  const fields = [by, ...(split === null ? [] : [split])].map((name) => fieldOf(screen, name))
  const time = isTime(fields[0])
  const groups = await api.groups({
    ...only,
    group: fields.map((field) => keyOf(field, tile)).join(','),
    // Of too many spans the latest are kept.
    sort: `-${time ? by : (sum ?? 'count')}`,
    limit: String(mostValues),
    count: 'none',
  })
  const rows = rowsOf(groups, screen, fields, tile, (group) => ({
    ...measured(group),
    path: pathOf(screen, { ...only, ...group.filters }),
  }))
  return answerOf(time ? filled(rows, tile.per ?? 'month') : rows)
}

function fieldOf(screen: Screen, name: string): Field {
  const field = fieldIn(screen, name)
  if (!field) throw new AppError('FIELD_DENIED')
  return field
}

const keyOf = (field: Field, { per }: ConfiguredTile): string =>
  isTime(field) ? `${field.name}:${per ?? 'month'}` : field.name

type TileRow = Readonly<Record<string, unknown>> & { readonly start: string | null }

function rowsOf(
  { groups, labels }: ListGroups,
  screen: Screen,
  fields: readonly Field[],
  tile: ConfiguredTile,
  about: (group: ListGroup) => { readonly path: string },
): TileRow[] {
  const [by, split] = fields as [Field, Field | undefined]
  const unit = tile.per ?? 'month'
  const wordsOf = (field: Field, value: unknown) => valueWords(field, value, unit, labels)
  // A click leads to what stands at its place of the axis, whatever it is split into.
  let outer: Readonly<Record<string, string>> = {}
  return groups.flatMap((group): TileRow[] => {
    if (group.level === 1) outer = group.filters
    if (group.level !== fields.length) return []
    const value = group.values[by.name] ?? null
    return [
      {
        value,
        label: wordsOf(by, value),
        start: isTime(by) ? (value as string | null) : null,
        ...(isTime(by) ? { period: wordsOf(by, value) } : {}),
        ...(split ? { split: wordsOf(split, group.values[split.name] ?? null) } : {}),
        ...about({ ...group, filters: outer }),
        functionality: screen.name,
      },
    ]
  })
}

function valueWords(field: Field, value: unknown, unit: GroupUnit, labels: ListGroups['labels']): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (isTime(field)) return periodWords(String(value), unit)
  if (field.type === 'flag') return value === true ? 'Yes' : 'No'
  const choice = field.choices?.find((one) => one.value === value)?.label
  return choice ?? labels[field.name]?.[String(value)] ?? String(value)
}

/** As changes by period are written. */
function periodWords(start: string, unit: GroupUnit): string {
  if (unit === 'year') return start.slice(0, 4)
  if (unit === 'month') return start.slice(0, 7)
  return unit === 'day' ? start : `${start.slice(0, 4)}-Q${Math.ceil(Number(start.slice(5, 7)) / 3)}`
}

const nextStart = (start: string, unit: GroupUnit): string => {
  const [, last] = spanOf(start, unit)
  return new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
}

const byStart = (a: TileRow, b: TileRow): number => (a.start! < b.start! ? -1 : a.start! > b.start! ? 1 : 0)

/** Spans in which nothing is between two in which something is are told as well, by nothing. */
function filled(rows: readonly TileRow[], unit: GroupUnit): TileRow[] {
  const dated = rows.filter(({ start }) => start !== null).toSorted(byStart)
  const first = dated[0]?.start
  const last = dated.at(-1)?.start
  if (first == null || last == null) return [...rows]
  const known = new Set(dated.map(({ start }) => start))
  const gaps: TileRow[] = []
  for (let start = first, at = 0; start < last && at < mostSpans; start = nextStart(start, unit), at += 1)
    if (!known.has(start))
      gaps.push({ start, label: periodWords(start, unit), period: periodWords(start, unit), count: 0 })
  const inOrder = [...dated, ...gaps].toSorted(byStart)
  return [...inOrder, ...rows.filter(({ start }) => start === null)]
}
