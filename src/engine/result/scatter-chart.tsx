import type { Ref } from 'react'
import type { ScatterPoint } from './chart-data.ts'
import { colourOf, textWidth, tickWords, type ChartTip } from './chart-frame.ts'
import { labelled, placeOn, scaleOver } from './chart-scale.ts'
import { ChartShell } from './chart-shell.tsx'
import { useChartPlace } from './use-chart-place.ts'

interface ScatterChartProps {
  readonly title: string
  readonly points: readonly ScatterPoint[]
  readonly labels: { readonly x: string; readonly y: string }
  readonly width: number
  readonly locale: string
  readonly drawing: Ref<SVGSVGElement>
  readonly onPick: ((point: number) => void) | undefined
}

const height = 320
const top = 24
const foot = 46
const reach = 28

/** A point a row, between two figures of it. */
export function ScatterChart({ title, points, labels, width, locale, drawing, onPick }: ScatterChartProps) {
  const down = scaleOver(
    points.map(({ y }) => y.value),
    false,
  )
  const across = scaleOver(
    points.map(({ x }) => x.value),
    false,
    Math.max(3, Math.floor(width / 130)),
  )
  const downWords = tickWords(down, locale)
  const acrossWords = tickWords(across, locale)
  const left = Math.max(...downWords.map(textWidth)) + 14
  const [right, bottom] = [width - 24, height - foot]
  const x = (value: number) => placeOn(across, value, left, right)
  const y = (value: number) => placeOn(down, value, bottom, top)
  const shown = new Set(
    labelled(across.ticks.length, (right - left) / across.ticks.length, Math.max(...acrossWords.map(textWidth))),
  )
  const nearest = (px: number, py: number): number => {
    let [best, distance] = [-1, reach ** 2]
    points.forEach((point, at) => {
      const away = (x(point.x.value) - px) ** 2 + (y(point.y.value) - py) ** 2
      if (away < distance) [best, distance] = [at, away]
    })
    return best
  }
  const tipAt = (at: number): ChartTip => {
    const point = points[at]!
    return {
      title: point.label,
      lines: [
        { label: labels.x, text: point.x.text, colour: colourOf(0) },
        { label: labels.y, text: point.y.text, colour: colourOf(0) },
      ],
      x: x(point.x.value),
      y: y(point.y.value),
    }
  }
  const place = useChartPlace(points.length, nearest, tipAt, onPick)
  return (
    <ChartShell {...{ title, width, height, place, drawing }} clickable={onPick !== undefined}>
      {down.ticks.map((tick, at) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
          />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" fill="var(--ink-3)">
            {downWords[at]}
          </text>
        </g>
      ))}
      {across.ticks.map((tick, at) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} stroke="var(--line)" />
          {shown.has(at) && (
            <text x={x(tick)} y={bottom + 18} textAnchor="middle" fill="var(--ink-3)">
              {acrossWords[at]}
            </text>
          )}
        </g>
      ))}
      <text x={right} y={height - 6} textAnchor="end" fill="var(--ink-2)">
        {labels.x}
      </text>
      <text x={4} y={12} fill="var(--ink-2)">
        {labels.y}
      </text>
      {points.map((point, at) => (
        <circle
          key={at}
          cx={x(point.x.value)}
          cy={y(point.y.value)}
          r={place.place === at ? 7 : 4.5}
          fill={colourOf(0)}
          fillOpacity={place.place === at ? 1 : 0.6}
          stroke="var(--panel)"
        />
      ))}
    </ChartShell>
  )
}
