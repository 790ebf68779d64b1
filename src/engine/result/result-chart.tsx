import type { Field, ResultView } from '#src/definition'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { BarChart } from './bar-chart.tsx'
import { barsOf, drawsLine, mostBars } from './chart-data.ts'

const loadLines = () => import('./line-chart.tsx')

interface ResultChartProps {
  readonly chart: NonNullable<ResultView['chart']>
  readonly fields: readonly Field[]
  readonly rows: readonly Row[] | null
  readonly locale: string
  readonly onPick: ((row: Row) => void) | undefined
}

/** The chart of a result: lines along days and numbers, bars for everything else. */
export function ResultChart({ chart, fields, rows, locale, onPick }: ResultChartProps) {
  const x = fields.find((field) => field.name === chart.x)
  const y = chart.y.flatMap((name) => fields.filter((field) => field.name === name))
  const asLine = x !== undefined && drawsLine(chart, x)
  const lines = useModule(asLine, loadLines)
  if (!x || rows?.length === 0) return null
  const title = chart.title ?? `${y.map((field) => field.label).join(' and ')} by ${x.label.toLowerCase()}`
  return (
    <section aria-label={title} className="shrink-0 rounded-lg border border-line bg-panel p-4">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {rows === null || (asLine && !lines) ? (
        <Skeleton width="100%" className="h-52" />
      ) : asLine && lines ? (
        <lines.LineChart
          title={title}
          x={x}
          y={y}
          rows={rows}
          locale={locale}
          points={chart.type === 'scatter'}
          bars={chart.type === 'bar'}
        />
      ) : (
        <BarChart
          title={title}
          bars={barsOf(rows, x, y, locale)}
          kind={chart.type === 'stacked' ? 'stacked' : chart.type === 'waterfall' ? 'waterfall' : 'side'}
          onPick={onPick && ((index) => onPick(rows[index]!))}
        />
      )}
      {!asLine && rows !== null && rows.length > mostBars && (
        <p className="mt-2 text-sm text-ink-3">The first {mostBars}; all are in the table below.</p>
      )}
    </section>
  )
}
