import type { ChartData } from './chart-points.ts'

export interface Scale {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

/** How series share a category: beside each other, on top of each other, each category starting where the one before ended, or as lines. */
export type Stacking = 'side' | 'stacked' | 'waterfall' | 'line'

/** From where to where a part of a category is drawn. */
export interface Strip {
  readonly series: number
  readonly from: number
  readonly to: number
}

/** Round numbers around what there is to show; lines and points need not start at zero, bars do. */
export function scaleOver(values: readonly number[], withZero: boolean, wanted = 5): Scale {
  const given = withZero ? [0, ...values] : values
  let from = given.reduce((least, value) => Math.min(least, value), Infinity)
  let to = given.reduce((greatest, value) => Math.max(greatest, value), -Infinity)
  if (!Number.isFinite(from) || !Number.isFinite(to)) return { from: 0, to: 1, ticks: [0, 1] }
  if (from === to) {
    if (withZero && from === 0) return { from: 0, to: 1, ticks: [0, 1] }
    const around = from === 0 ? 1 : Math.abs(from) / 2
    ;[from, to] = [from - around, to + around]
  }
  // Between whole numbers, such as counts, there is nothing.
  const least = values.every(Number.isInteger) ? 1 : 0
  const step = Math.max(least, niceStep((to - from) / wanted))
  const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)]
  // Multiples by whole numbers: adding steps up would gather 0.30000000000000004.
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
  // A sliver beyond zero does not open a whole step of empty room.
  const slim = (value: number, tick: number) =>
    withZero && value !== 0 && Math.abs(value - tick) > step * 0.75 && Math.abs(value) < step / 4
  const lowest = slim(from, ticks[0]!) ? from : ticks[0]!
  const highest = slim(to, ticks.at(-1)!) ? to : ticks.at(-1)!
  return { from: lowest, to: highest, ticks: ticks.filter((tick) => tick >= lowest && tick <= highest) }
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const part = rough / power
  return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 2.5 ? 2.5 : part <= 5 ? 5 : 10) * power
}

/** Where a value lies on a scale drawn between two places. */
export const placeOn = ({ from, to }: Scale, value: number, start: number, end: number): number =>
  start + ((value - from) / (to - from)) * (end - start)

/** The strips of each category; positive and negative parts of a stack grow apart. */
export function stripsOf({ series, categories, levels = [] }: ChartData, stacking: Stacking): Strip[][] {
  let reached = 0
  return categories.map((_, category) => {
    let [up, down] = [0, 0]
    return series.flatMap(({ points }, at): Strip[] => {
      const value = points[category]?.value
      if (value === null || value === undefined) return []
      if (stacking === 'waterfall') {
        if (at > 0) return []
        if (levels.includes(category)) {
          reached = value
          return [{ series: at, from: 0, to: value }]
        }
        reached += value
        return [{ series: at, from: reached - value, to: reached }]
      }
      if (stacking !== 'stacked') return [{ series: at, from: 0, to: value }]
      // Nothing takes no room in a stack.
      if (value === 0) return []
      const from = value < 0 ? down : up
      if (value < 0) down += value
      else up += value
      return [{ series: at, from, to: from + value }]
    })
  })
}

/** The scale of strips: from zero, but where the steps of a waterfall would be slivers between its levels. */
export function stripScale(data: ChartData, strips: readonly (readonly Strip[])[], stacking: Stacking): Scale {
  const isLevel = (category: number) => stacking === 'waterfall' && (data.levels ?? []).includes(category)
  const ends = strips.flatMap((parts, category) =>
    parts.flatMap(({ from, to }) => (stacking === 'line' || isLevel(category) ? [to] : [from, to])),
  )
  const least = ends.reduce((one, other) => Math.min(one, other), Infinity)
  const greatest = ends.reduce((one, other) => Math.max(one, other), -Infinity)
  const near = (data.levels?.length ?? 0) > 1 && least > 0 && greatest - least < greatest / 3
  return scaleOver(ends, stacking !== 'line' && !near)
}

/** The places of a band's labels that can be read without touching: every nth. */
export function labelled(count: number, band: number, widest: number): number[] {
  const every = Math.max(1, Math.ceil((widest + 12) / Math.max(band, 0.5)))
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every)
}
