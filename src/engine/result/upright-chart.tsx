import { useMemo, type Ref } from 'react'
import type { ChartData } from './chart-points.ts'
import { colourOf, shortened, textWidth, tickWords, type ChartTip } from './chart-frame.ts'
import { labelled, placeOn, stripScale, stripsOf, type Scale, type Stacking, type Strip } from './chart-scale.ts'
import { ChartShell } from './chart-shell.tsx'
import { useChartPlace } from './use-chart-place.ts'

export interface DrawnChartProps {
  readonly title: string
  readonly data: ChartData
  readonly stacking: Stacking
  readonly width: number
  readonly locale: string
  readonly drawing: Ref<SVGSVGElement>
  readonly onPick: ((category: number) => void) | undefined
}

const height = 280
const top = 12
const foot = 30
const longestLabel = 96

/** Lines or columns along an axis that has an order. */
export function UprightChart({ title, data, stacking, width, locale, drawing, onPick }: DrawnChartProps) {
  const { categories, series } = data
  const strips = useMemo(() => stripsOf(data, stacking), [data, stacking])
  const scale = useMemo(() => stripScale(data, strips, stacking), [data, strips, stacking])
  const words = tickWords(scale, locale, data.isPercent)
  const left = Math.max(...words.map(textWidth)) + 14
  const right = width - 12
  const band = (right - left) / Math.max(categories.length, 1)
  const bottom = height - foot
  const y = (value: number) => placeOn(scale, Math.max(value, scale.from), bottom, top)
  const middle = (category: number) => left + band * (category + 0.5)
  const tipAt = (category: number): ChartTip => ({
    title: categories[category]!,
    lines: series.map((one, at) => ({ label: one.label, text: one.points[category]!.text, colour: colourOf(at) })),
    x: middle(category),
    y: Math.min(...strips[category]!.map(({ to }) => y(to)), bottom),
  })
  const place = useChartPlace(categories.length, (x) => Math.floor((x - left) / band), tipAt, onPick)
  const widest = Math.min(longestLabel, Math.max(0, ...categories.map(textWidth)))
  return (
    <ChartShell {...{ title, width, height, place, drawing }} clickable={onPick !== undefined}>
      {scale.ticks.map((tick, at) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
          />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" fill="var(--ink-3)">
            {words[at]}
          </text>
        </g>
      ))}
      {labelled(categories.length, band, widest).map((at) => (
        <text
          key={at}
          x={Math.min(middle(at), width - Math.min(longestLabel, textWidth(categories[at]!)) / 2)}
          y={bottom + 18}
          textAnchor="middle"
          fill="var(--ink-2)"
        >
          {shortened(categories[at]!, longestLabel)}
        </text>
      ))}
      {place.place !== null && (
        <rect x={left + band * place.place} y={top} width={band} height={bottom - top} fill="var(--hover)" />
      )}
      {stacking === 'line' ? (
        <Lines {...{ data, strips, middle, y }} active={place.place} />
      ) : (
        strips.map((parts, category) => (
          <Columns
            key={category}
            {...{ parts, stacking, band, scale, y }}
            start={left + band * category}
            count={series.length}
            isLevel={data.levels?.includes(category) ?? false}
          />
        ))
      )}
    </ChartShell>
  )
}

interface LinesProps {
  readonly data: ChartData
  readonly strips: readonly (readonly Strip[])[]
  readonly middle: (category: number) => number
  readonly y: (value: number) => number
  readonly active: number | null
}

/** A line a series, broken where there is no figure; few points are marked. */
function Lines({ data, strips, middle, y, active }: LinesProps) {
  return data.series.map((series, at) => {
    let pen = 'M'
    const marks: number[] = []
    const path = series.points.map((point, category) => {
      if (point.value === null) {
        pen = 'M'
        return ''
      }
      marks.push(category)
      const command = `${pen}${middle(category).toFixed(1)},${y(point.value).toFixed(1)}`
      pen = 'L'
      return command
    })
    const few = data.categories.length <= 40
    return (
      <g key={series.label} stroke={colourOf(at)} fill={colourOf(at)}>
        <path d={path.join('')} fill="none" strokeWidth={2} strokeLinejoin="round" />
        {marks
          .filter((category) => few || category === active)
          .map((category) => (
            <circle
              key={category}
              cx={middle(category)}
              cy={y(strips[category]!.find((strip) => strip.series === at)!.to)}
              r={category === active ? 4.5 : 2.5}
              strokeWidth={0}
            />
          ))}
      </g>
    )
  })
}

interface ColumnsProps {
  readonly parts: readonly Strip[]
  readonly stacking: Stacking
  readonly start: number
  readonly band: number
  readonly count: number
  readonly scale: Scale
  readonly y: (value: number) => number
  readonly isLevel: boolean
}

/** The columns of one category. */
function Columns({ parts, stacking, start, band, count, y, isLevel }: ColumnsProps) {
  const room = Math.min(band * 0.72, 72)
  const width = Math.max(1, stacking === 'side' ? room / count : room)
  const first = start + (band - room) / 2
  return parts.map(({ series, from, to }) => (
    <rect
      key={series}
      x={first + (stacking === 'side' ? width * series : 0)}
      y={Math.min(y(from), y(to))}
      width={Math.max(1, width - (stacking === 'side' && count > 1 ? 1 : 0))}
      height={Math.max(1, Math.abs(y(from) - y(to)))}
      rx={Math.min(2, width / 4)}
      fill={stacking === 'waterfall' ? stepColour({ from, to }, isLevel) : colourOf(series)}
    />
  ))
}

/** Steps up and down of a waterfall, and the levels between which they lead. */
export const stepColour = ({ from, to }: Pick<Strip, 'from' | 'to'>, isLevel = false): string =>
  isLevel ? 'var(--chart-8)' : to < from ? 'var(--chart-down)' : 'var(--chart-up)'
