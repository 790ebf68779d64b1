import type { Field } from '#src/definition'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { cellText } from '#src/widgets/cell-text.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { seriesOf } from './chart-data.ts'

interface LineChartProps {
  readonly title: string
  readonly x: Field
  readonly y: readonly Field[]
  readonly rows: readonly Row[]
  readonly locale: string
  readonly points: boolean
  readonly bars: boolean
}

const height = 240
const strokes = ['--accent', '--ok', '--warn', '--ink-3']

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function draw(box: HTMLElement, { x, y, rows, locale, points, bars }: LineChartProps): uPlot {
  const number = new Intl.NumberFormat(locale, { notation: 'compact' })
  const axis = {
    stroke: token('--ink-2'),
    grid: { stroke: token('--line'), width: 1 },
    ticks: { stroke: token('--line'), width: 1 },
  }
  return new uPlot(
    {
      width: box.clientWidth,
      height,
      scales: { x: { time: x.type === 'date' || x.type === 'dateTime' } },
      axes: [axis, { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => number.format(tick)) }],
      series: [
        { label: x.label },
        ...y.map((field, at) => {
          const colour = token(strokes[at % strokes.length]!)
          return {
            label: field.label,
            stroke: colour,
            width: points ? 0 : 2,
            points: { show: points || rows.length < 40 },
            ...(bars ? { paths: uPlot.paths.bars!({ size: [0.7, 60] }), fill: colour, points: { show: false } } : {}),
            value: (_: uPlot, value: number | null) => (value === null ? '—' : cellText(String(value), field, locale)),
          }
        }),
      ],
    },
    seriesOf(rows, x, y) as uPlot.AlignedData,
    box,
  )
}

/** Lines, points or columns along an axis of days or numbers; the table below the chart says the same in figures. */
export function LineChart(props: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const plot = draw(element, props)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [props])
  return <div ref={box} role="img" aria-label={`${props.title}; the figures are in the table below`} />
}
