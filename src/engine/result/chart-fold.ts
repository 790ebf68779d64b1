import type { ChartData } from './chart-points.ts'
import type { Stacking } from './chart-scale.ts'

const gap = 8

/** How thick a lying bar is, how many lie beside each other for one category, and what a category takes of the height; px. */
export function bandOf(series: number, stacking: Stacking): { thick: number; beside: number; band: number } {
  const beside = stacking === 'side' && series > 1 ? series : 1
  const thick = beside > 1 ? 10 : 16
  return { thick, beside, band: thick * beside + gap }
}

// On a screen of 800 px the first rows of the table are seen below a chart of that height.
const mostHigh = 250
const least = 6
// One or two more cost less than the button that would show them.
const spared = 3

/** The first categories of lying bars that would push the table out of view; null where they all fit, and of a waterfall, which leads somewhere. */
export function foldedChart(data: ChartData, stacking: Stacking): ChartData | null {
  if (stacking === 'waterfall' || stacking === 'line') return null
  const most = Math.max(least, Math.floor(mostHigh / bandOf(data.series.length, stacking).band))
  if (data.categories.length < most + spared) return null
  return {
    ...data,
    categories: data.categories.slice(0, most),
    series: data.series.map(({ label, points }) => ({ label, points: points.slice(0, most) })),
    rows: data.rows.slice(0, most),
  }
}
