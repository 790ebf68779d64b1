import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Screen } from '#src/definition'
import type { ChartTile, FigureTile, TableTile, Tile } from '#src/definition/dashboard.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { ChartIcon, TableIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import { mixedMark } from '#src/widgets/mixed-mark.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { ChartTable } from './chart-table.tsx'
import { colourOf } from './chart-frame.ts'
import { mixedRemark } from './chart-points.ts'
import { dashboardChart, isMixedIn, type DashboardRow } from './dashboard-data.ts'
import { LyingChart } from './lying-chart.tsx'
import { UprightChart } from './upright-chart.tsx'

export type Filters = Readonly<Record<string, string>>

interface Answer {
  readonly records: readonly DashboardRow[]
  readonly total_record: number
}

interface TileProps<T extends Tile<string>> {
  readonly screen: Screen
  readonly tile: T
  readonly filters: Filters
  readonly onFilter: (change: Readonly<Record<string, string | null>>) => void
}

/** One part of a dashboard: it asks for its own rows, and says so when they do not come. */
export function DashboardTile(props: TileProps<Tile<string>>) {
  const { tile } = props
  if (tile.kind === 'figures') return <Figures {...props} tile={tile} />
  if (tile.kind === 'chart') return <Chart {...props} tile={tile} />
  return <Table {...props} tile={tile} />
}

function useRows(screen: Screen, { call, query = {} }: Tile<string>, filters: Filters, page: object = {}) {
  const asked = { ...filters, ...query, ...page } as Record<string, string | number | boolean>
  return useQuery({
    queryKey: ['dashboard', screen.name, call, asked],
    queryFn: ({ signal }) => api.get<Answer>(call, { query: asked, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
}

interface CardProps {
  readonly screen: Screen
  readonly tile: Tile<string>
  readonly query: ReturnType<typeof useRows>
  readonly actions?: ReactNode
  readonly children: (answer: Answer) => ReactNode
}

function Card({ screen, tile, query, actions, children }: CardProps) {
  const { data, error, isPending, refetch } = query
  return (
    <section
      aria-label={tile.title}
      aria-busy={isPending}
      className={cx('min-w-0 rounded-lg border border-line bg-panel px-4 py-3', tile.wide && 'xl:col-span-2')}
    >
      <div className="mb-3 flex min-h-7 flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold">{tile.title}</h2>
        {data && data.records.length > 0 ? actions : null}
      </div>
      {isPending ? (
        <div role="status" aria-label={`Loading ${tile.title.toLowerCase()}`}>
          <SkeletonLines lines={5} />
        </div>
      ) : error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 py-4 text-ink-2">
          <span className="min-w-0 flex-1">{errorMessage(error)}</span>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : data.records.length === 0 ? (
        <p className="py-4 text-ink-2">{tile.empty ?? screen.messages.empty}</p>
      ) : (
        children(data)
      )}
    </section>
  )
}

const number = (value: unknown): string => new Intl.NumberFormat(userLocale()).format(Number(value ?? 0))

// More figures at once are a table to be read, not something to be seen.
const mostFigures = 12

function Figures({ screen, tile, filters }: TileProps<FigureTile<string>>) {
  const query = useRows(screen, tile, filters)
  const [isWhole, setIsWhole] = useState(false)
  const count = query.data?.records.length ?? 0
  const all = (
    <Button size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
      {isWhole ? 'Show fewer' : `Show all ${number(count)}`}
    </Button>
  )
  return (
    <Card screen={screen} tile={tile} query={query} actions={count > mostFigures ? all : null}>
      {({ records }) => (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {(isWhole ? records : records.slice(0, mostFigures)).map((row, at) => {
            const inside = (
              <>
                <span className="block truncate text-sm text-ink-2">{String(row[tile.label])}</span>
                <span className="block text-xl font-semibold tabular-nums">
                  {isMixedIn(row, tile.value) ? mixedMark : number(row[tile.value])}
                </span>
                {tile.note ? <span className="block text-sm text-ink-3">{String(row[tile.note] ?? '')}</span> : null}
              </>
            )
            const look = 'block h-full rounded border border-line px-3 py-2'
            const href = tile.link === undefined ? null : row[tile.link]
            return (
              <li key={at} className="min-w-0">
                {typeof href === 'string' ? (
                  <Link to={href} className={cx(look, 'hover:border-line-strong hover:bg-hover')}>
                    {inside}
                  </Link>
                ) : (
                  <div className={look}>{inside}</div>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function Chart({ screen, tile, filters, onFilter }: TileProps<ChartTile<string>>) {
  const query = useRows(screen, tile, filters)
  const locale = userLocale()
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const width = useElementWidth(box)
  const [asTable, setAsTable] = useState(false)
  const data = useMemo(
    () => dashboardChart(query.data?.records ?? [], screen, tile, locale),
    [query.data, screen, tile, locale],
  )
  const remark = mixedRemark(data.mixed)
  const x = screen.fields.find(({ name }) => name === tile.x)!
  const Drawn = tile.x === 'period' || tile.chart === 'line' ? UprightChart : LyingChart
  const { drill, link } = tile
  const navigate = useNavigate()
  const pick = (category: number) => {
    const row = data.first[category]
    const href = link === undefined ? undefined : row?.[link]
    if (typeof href === 'string') void navigate(href)
    else if (row && drill)
      onFilter(
        Object.fromEntries(Object.entries(drill).map(([filter, column]) => [filter, String(row[column!] ?? '')])),
      )
  }
  return (
    <div ref={box} className={cx('min-w-0', tile.wide && 'xl:col-span-2')}>
      <Card
        screen={screen}
        tile={tile}
        query={query}
        actions={
          <Button
            aria-pressed={asTable}
            icon={asTable ? ChartIcon : TableIcon}
            size="sm"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Figures'}
          </Button>
        }
      >
        {() => (
          <>
            {data.series.length > 1 && !asTable ? (
              <ul aria-label="Legend" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
                {data.series.map(({ label }, at) => (
                  <li key={label} className="flex max-w-60 items-center gap-1.5">
                    <span
                      aria-hidden="true"
                      className="size-2.5 shrink-0 rounded-sm"
                      style={{ background: colourOf(at) }}
                    />
                    <span className="truncate">{label}</span>
                  </li>
                ))}
              </ul>
            ) : null}
            {asTable ? (
              <ChartTable title={tile.title} x={x} data={data} />
            ) : width > 0 ? (
              <Drawn
                title={tile.title}
                data={data}
                stacking={tile.chart === 'stacked' ? 'stacked' : tile.chart === 'line' ? 'line' : 'side'}
                width={width - 34}
                locale={locale}
                drawing={drawing}
                onPick={drill || link ? pick : undefined}
              />
            ) : (
              <div className="h-70" />
            )}
            {remark === null ? null : <p className="mt-2 text-sm text-ink-3">{remark}</p>}
          </>
        )}
      </Card>
    </div>
  )
}

const pageSize = 25

function Table({ screen, tile, filters }: TileProps<TableTile<string>>) {
  // Other filters begin at the first page again.
  const about = JSON.stringify(filters)
  const [shown, setShown] = useState({ about, page: 1 })
  const page = shown.about === about ? shown.page : 1
  const query = useRows(screen, tile, filters, { page, limit: pageSize })
  const locale = userLocale()
  const fields = tile.columns.flatMap((name) => screen.fields.filter((field) => field.name === name))
  const pages = Math.ceil((query.data?.total_record ?? 0) / pageSize)
  const go = (to: number) => setShown({ about, page: to })
  return (
    <Card
      screen={screen}
      tile={tile}
      query={query}
      actions={<span className="text-sm text-ink-2 tabular-nums">{number(query.data?.total_record)}</span>}
    >
      {({ records }) => (
        <>
          <div className="-mx-4 overflow-x-auto" role="region" aria-label={tile.title} tabIndex={0}>
            <table className="w-full border-collapse">
              <thead>
                <tr className="border-b border-line text-left text-sm text-ink-2">
                  {fields.map((field) => (
                    <th key={field.name} scope="col" className="px-4 py-2 font-medium whitespace-nowrap">
                      {field.label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {records.map((row, at) => {
                  const href = tile.link === undefined ? null : row[tile.link]
                  return (
                    <tr key={at} className="border-b border-line last:border-0 hover:bg-hover">
                      {fields.map((field, column) => {
                        const value = renderCell(row[field.name], field, { locale, labels: {} })
                        return (
                          <td key={field.name} className="max-w-80 truncate px-4 py-2">
                            {typeof href === 'string' && column === 2 ? (
                              <Link to={href} className="text-accent-ink hover:underline">
                                {value}
                              </Link>
                            ) : (
                              value
                            )}
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
          {pages > 1 ? (
            <div className="mt-3 flex items-center justify-end gap-2">
              <span className="text-sm text-ink-2">
                Page {number(page)} of {number(pages)}
              </span>
              <Button size="sm" disabled={page === 1} onClick={() => go(page - 1)}>
                Newer
              </Button>
              <Button size="sm" disabled={page >= pages} onClick={() => go(page + 1)}>
                Older
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  )
}
