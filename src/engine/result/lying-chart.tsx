import { useMemo } from 'react'
import { bandOf } from './chart-fold.ts'
import { colourOf, shortened, textWidth, tickWords, type ChartTip } from './chart-frame.ts'
import { labelled, placeOn, stripScale, stripsOf } from './chart-scale.ts'
import { ChartShell } from './chart-shell.tsx'
import { stepColour, type DrawnChartProps } from './upright-chart.tsx'
import { useChartPlace } from './use-chart-place.ts'

const top = 8
const foot = 26

/** Bars lying on their side, which leave names room to be read; figures at their ends where there is one a bar. */
export function LyingChart({ title, data, stacking, width, locale, drawing, onPick }: DrawnChartProps) {
  const { categories, series } = data
  const strips = useMemo(() => stripsOf(data, stacking), [data, stacking])
  const scale = useMemo(() => stripScale(data, strips, stacking), [data, strips, stacking])
  const { beside, thick, band } = bandOf(series.length, stacking)
  const height = top + band * categories.length + foot
  const names = Math.min(width * 0.36, 240, Math.max(...categories.map(textWidth), 40))
  const single = series.length === 1
  const figures = single ? Math.max(...series[0]!.points.map(({ text }) => textWidth(text))) + 10 : 12
  const [left, right] = [names + 12, width - figures]
  const x = (value: number) => placeOn(scale, Math.max(value, scale.from), left, right)
  const words = tickWords(scale, locale, data.isPercent)
  const tipAt = (category: number): ChartTip => ({
    title: categories[category]!,
    lines: series.map((one, at) => ({ label: one.label, text: one.points[category]!.text, colour: colourOf(at) })),
    x: Math.max(left, ...strips[category]!.map(({ to }) => x(to))),
    y: top + band * category,
  })
  const place = useChartPlace(categories.length, (_, y) => Math.floor((y - top) / band), tipAt, onPick)
  const shown = new Set(
    labelled(scale.ticks.length, (right - left) / scale.ticks.length, Math.max(...words.map(textWidth))),
  )
  return (
    <ChartShell {...{ title, width, height, place, drawing }} clickable={onPick !== undefined}>
      {scale.ticks.map((tick, at) => (
        <g key={tick}>
          <line
            x1={x(tick)}
            x2={x(tick)}
            y1={top}
            y2={height - foot}
            stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
          />
          {shown.has(at) && (
            <text
              x={Math.min(x(tick), width - textWidth(words[at]!) / 2)}
              y={height - foot + 16}
              textAnchor="middle"
              fill="var(--ink-3)"
            >
              {words[at]}
            </text>
          )}
        </g>
      ))}
      {categories.map((name, category) => {
        const from = top + band * category
        const ends = strips[category]!.flatMap((strip) => [x(strip.from), x(strip.to)])
        return (
          <g key={category}>
            {place.place === category && <rect x={0} y={from} width={width} height={band} fill="var(--hover)" rx={4} />}
            <text x={names} y={from + band / 2} dy="0.32em" textAnchor="end" fill="var(--ink-2)">
              {shortened(name, names)}
            </text>
            {strips[category]!.map((strip) => (
              <rect
                key={strip.series}
                x={Math.min(x(strip.from), x(strip.to))}
                y={from + (band - thick * beside) / 2 + (beside > 1 ? thick * strip.series : 0)}
                width={Math.max(1, Math.abs(x(strip.to) - x(strip.from)))}
                height={thick - (beside > 1 ? 1 : 0)}
                rx={stacking === 'stacked' ? 0 : 2}
                fill={
                  stacking === 'waterfall' ? stepColour(strip, data.levels?.includes(category)) : colourOf(strip.series)
                }
              />
            ))}
            {single && (
              <text
                x={Math.max(...ends, x(0)) + 6}
                y={from + band / 2}
                dy="0.32em"
                fill={(series[0]!.points[category]!.value ?? 0) < 0 ? 'var(--bad)' : 'var(--ink-1)'}
              >
                {series[0]!.points[category]!.text}
              </text>
            )}
          </g>
        )
      })}
    </ChartShell>
  )
}
