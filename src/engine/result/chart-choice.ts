import type { ChartType, Field, ResultView } from '#src/definition'

/** What a chart shows; kept in the address. */
export interface ChartChoice {
  readonly type: ChartType
  readonly x: string
  readonly y: readonly string[]
  readonly split: string | null
}

export const startingChoice = (chart: NonNullable<ResultView['chart']>): ChartChoice => ({
  type: chart.type,
  x: chart.x,
  y: chart.y,
  split: chart.split ?? null,
})

/** Reads the choice out of the address; what is no longer possible is as the definition says. */
export function readChoice(text: string | null, start: ChartChoice, fields: readonly Field[]): ChartChoice {
  const [type, x, y, split] = (text ?? '').split(':')
  const known = (name: string | undefined) => fields.some((field) => field.name === name)
  const measures = (y ?? '').split(',').filter(known)
  if (!isType(type) || !x || !known(x) || measures.length === 0) return start
  return { type, x, y: measures, split: split && known(split) ? split : null }
}

const types: readonly ChartType[] = ['bar', 'line', 'stacked', 'waterfall', 'scatter']
const isType = (text: string | undefined): text is ChartType => types.some((type) => type === text)

export const writeChoice = ({ type, x, y, split }: ChartChoice): string => [type, x, y.join(','), split ?? ''].join(':')
