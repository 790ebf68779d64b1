import { numberTypes, type ChartType, type Field, type Screen } from '#src/definition'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { saveFile } from '#src/data/download.ts'
import { Button } from '#src/ui/button.tsx'
import { ChartIcon, DownloadIcon, TableIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { notify } from '#src/ui/notify.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import type { Row } from '#src/widgets/grid/aggregate.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import { drawnAside, paperWidth } from './chart-aside.tsx'
import { ChartAxes } from './chart-axes.tsx'
import type { ChartChoice } from './chart-choice.ts'
import { chartData, isOrdered, scatterData } from './chart-data.ts'
import { mixedRemark, mostCategories, type ChartData } from './chart-points.ts'
import { foldedChart } from './chart-fold.ts'
import { colourOf } from './chart-frame.ts'
import { chartPicture } from './chart-picture.ts'
import { offerChart } from './chart-shown.ts'
import { stripScale, stripsOf, type Stacking } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'
import { LyingChart } from './lying-chart.tsx'
import { ScatterChart } from './scatter-chart.tsx'
import { UprightChart } from './upright-chart.tsx'

interface ChartPanelProps {
  readonly screen: Screen
  readonly rows: readonly Row[]
  /** Rows of the whole result; more than are given when it is long. */
  readonly total: number
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
  readonly locale: string
  readonly onPick: ((row: Row) => void) | undefined
}

const types: readonly { readonly value: ChartType; readonly label: string }[] = [
  { value: 'bar', label: 'Bars' },
  { value: 'line', label: 'Line' },
  { value: 'stacked', label: 'Stacked' },
  { value: 'waterfall', label: 'Waterfall' },
  { value: 'scatter', label: 'Scatter' },
]

const stackings: Record<ChartType, Stacking> = {
  scatter: 'side',
  bar: 'side',
  line: 'line',
  stacked: 'stacked',
  waterfall: 'waterfall',
}

const list = (words: readonly string[]): string => words.join(', ')

/** What the chart is about: its own title while it shows what the definition says, else its measures and axis. */
function titleOf(screen: Screen, { x, y, split }: ChartChoice): string {
  const label = (name: string) => screen.fields.find((field) => field.name === name)?.label ?? name
  const own = screen.result!.chart
  if (own?.title && own.x === x && list(own.y) === list(y)) return own.title
  return `${list(y.map(label))} by ${label(x).toLowerCase()}${split ? ` and ${label(split).toLowerCase()}` : ''}`
}

/** The chart of a result: five kinds, axes to choose, the same figures as a table, and as a picture. */
export function ChartPanel({ screen, rows, total, choice, onChoice, locale, onPick }: ChartPanelProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const width = useElementWidth(box)
  const [asTable, setAsTable] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const data = useMemo(() => chartData(rows, screen, choice, locale), [rows, screen, choice, locale])
  const x = screen.fields.find((field) => field.name === choice.x)!
  const folded = useMemo(
    () => (choice.type === 'scatter' || isOrdered(choice.type, x) ? null : foldedChart(data, stackings[choice.type])),
    [data, choice.type, x],
  )
  const shown = isWhole ? data : (folded ?? data)
  const title = titleOf(screen, choice)
  const legend =
    choice.type !== 'scatter' && choice.type !== 'waterfall' && data.series.length > 1
      ? data.series.map(({ label }, at) => ({ label, colour: colourOf(at) }))
      : []
  const picture = useRef<(onPaper: boolean) => Promise<Blob>>(() => Promise.reject(new Error('There is no chart.')))
  picture.current = (onPaper) => {
    const options = { title, legend, onPaper }
    const inView = drawing.current!.viewBox.baseVal
    // A picture and paper have all of the bars, whatever is folded away in view.
    const height = inView.height * (data.categories.length / Math.max(1, shown.categories.length))
    const aside = shown === data ? null : inView.width
    const narrower = (onPaper ? paperWidth({ width: inView.width, height }) : null) ?? aside
    if (narrower === null) return chartPicture(drawing.current!, options)
    return drawnAside(
      (ref) => (
        <Drawing
          {...{ screen, rows, choice, data, title, x, locale }}
          width={narrower}
          drawing={ref}
          onPick={undefined}
        />
      ),
      (svg) => chartPicture(svg, options),
    )
  }
  useEffect(() => (asTable ? undefined : offerChart(() => picture.current(true))), [asTable])
  const save = async (): Promise<void> => {
    try {
      saveFile(await picture.current(false), `${screen.plural}.png`)
    } catch (error) {
      notify.error('The picture could not be made', { description: errorMessage(error) })
    }
  }
  return (
    <section aria-label={title} className="shrink-0 rounded-lg border border-line bg-panel px-4 py-3">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="me-auto min-w-0 font-semibold">{title}</h2>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <Segmented
            label="Kind of chart"
            value={choice.type}
            onChange={(type) => onChoice(fitting(type, choice, screen))}
            options={types}
            className="max-sm:hidden"
          />
          <ChartAxes screen={screen} choice={choice} onChoice={onChoice} types={types} />
          <Button
            aria-pressed={asTable}
            icon={asTable ? ChartIcon : TableIcon}
            size="sm"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Figures'}
          </Button>
          <IconButton
            icon={DownloadIcon}
            label="Save the chart as a picture (PNG)"
            disabled={asTable}
            onClick={() => void save()}
          />
        </div>
      </div>
      {legend.length > 0 && !asTable && <Legend entries={legend} />}
      <div ref={box} className="min-w-0">
        {asTable ? (
          <ChartTable title={title} x={x} data={data} />
        ) : width > 0 ? (
          <Drawing {...{ screen, rows, choice, title, x, width, locale, drawing, onPick }} data={shown} />
        ) : (
          <div className="h-70" />
        )}
      </div>
      {folded && !asTable && (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isWhole}
          className="mt-1 print:hidden"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer bars' : `Show all ${new Intl.NumberFormat(locale).format(data.categories.length)}`}
        </Button>
      )}
      <Remarks data={data} total={total} read={rows.length} type={choice.type} locale={locale} />
    </section>
  )
}

/** A scatter needs a figure along both axes; everything else something to go by along the lower one. */
function fitting(type: ChartType, choice: ChartChoice, screen: Screen): ChartChoice {
  const own = screen.result!.chart!
  const field = (name: string) => screen.fields.find((candidate) => candidate.name === name)
  const isFigure = (name: string) => field(name)?.type !== undefined && numberTypes.has(field(name)!.type)
  const measures = screen.result!.columns.filter(isFigure)
  if (type === 'scatter') {
    const y = choice.y[0]!
    const x = isFigure(choice.x) ? choice.x : (measures.find((name) => name !== y) ?? y)
    return { type, x, y: [y], split: null }
  }
  const named = screen.result!.columns.find((name) => !isFigure(name)) ?? choice.x
  const x = isFigure(choice.x) && field(choice.x)?.type !== 'integer' ? (isFigure(own.x) ? named : own.x) : choice.x
  return {
    ...choice,
    type,
    x,
    y: type === 'waterfall' && own.type === 'waterfall' ? own.y : choice.y,
    split: type === 'waterfall' ? null : choice.split,
  }
}

interface DrawingProps extends Pick<ChartPanelProps, 'screen' | 'rows' | 'choice' | 'locale' | 'onPick'> {
  readonly data: ChartData
  readonly title: string
  readonly x: Field
  readonly width: number
  readonly drawing: RefObject<SVGSVGElement | null>
}

function Drawing({ screen, rows, choice, data, title, x, width, locale, drawing, onPick }: DrawingProps) {
  const points = useMemo(
    () => (choice.type === 'scatter' ? scatterData(rows, screen, choice, locale) : []),
    [rows, screen, choice, locale],
  )
  if (choice.type === 'scatter') {
    const y = screen.fields.find((field) => field.name === choice.y[0])
    return (
      <ScatterChart
        {...{ title, points, width, locale, drawing }}
        labels={{ x: x.label, y: y?.label ?? '' }}
        onPick={onPick && ((at) => onPick(points[at]!.row))}
      />
    )
  }
  const Chart = isOrdered(choice.type, x) ? UprightChart : LyingChart
  const pick = (category: number): void => {
    const row = data.rows[category]
    if (row) onPick?.(row)
  }
  return (
    <Chart
      {...{ title, data, width, locale, drawing }}
      stacking={stackings[choice.type]}
      onPick={onPick && data.rows.some(Boolean) ? pick : undefined}
    />
  )
}

function Legend({ entries }: { readonly entries: readonly { readonly label: string; readonly colour: string }[] }) {
  return (
    <ul aria-label="Legend" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {entries.map(({ label, colour }) => (
        <li key={label} className="flex max-w-60 items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 shrink-0 rounded-sm" style={{ background: colour }} />
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  )
}

interface RemarksProps {
  readonly data: ChartData
  readonly total: number
  readonly read: number
  readonly type: ChartType
  readonly locale: string
}

/** What is not drawn, so that nobody takes a part for the whole. */
function Remarks({ data, total, read, type, locale }: RemarksProps) {
  const number = new Intl.NumberFormat(locale)
  const said = [
    type === 'waterfall' &&
      stripScale(data, stripsOf(data, type), type).from > 0 &&
      'The axis does not begin at zero, so that the steps can be seen.',
    data.still
      ? `${number.format(data.still)} without a difference ${data.still === 1 ? 'is' : 'are'} left out.`
      : null,
    total > read && `Drawn from the first ${number.format(read)} of ${number.format(total)} rows.`,
    data.left.categories > 0 &&
      type !== 'scatter' &&
      `The first ${mostCategories[type]}; ${number.format(data.left.categories)} more are in the table.`,
    data.left.series > 0 &&
      `The ${data.series.length} weightiest; ${number.format(data.left.series)} more are in the table.`,
    mixedRemark(data.mixed),
  ].filter(Boolean)
  return said.length > 0 ? <p className="mt-2 text-sm text-ink-3">{said.join(' ')}</p> : null
}
