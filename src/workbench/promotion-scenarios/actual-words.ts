import type { ActualRow, Compared } from './actuals-api.ts'
import { round } from './plan-words.ts'

/** The figures that are held against the plan. */
export const parts = [
  ['units', 'Units'],
  ['sales', 'Sales'],
  ['margin', 'Margin'],
  ['cost', 'Promotion cost'],
] as const

export type Part = (typeof parts)[number][0]

/** The sales lines that are behind a material or a group. */
export function salesLink(from: string, until: string, row: ActualRow): string {
  const query = new URLSearchParams({ country: row.country, 'billing_date.between': `${from},${until}` })
  if (row.material_number) query.set('material_number', row.material_number)
  else if (row.materials) query.set('material_number.in', row.materials.join(','))
  return `/sales-inovoice-query?${query.toString()}`
}

/** How a difference looks: more units, sales and margin are good, and so is a promotion that costs less. */
export const tone = (part: Part, { difference }: Compared): string =>
  Number(difference) === 0 ? '' : Number(difference) > 0 === (part !== 'cost') ? 'text-ok' : 'text-bad'

export const signed = (value: string, locale: string): string =>
  `${Number(value) > 0 ? '+' : ''}${round(value, locale)}`

export const reached = ({ due, actual }: Compared): string =>
  Number(due) === 0 ? '' : `${Math.round((100 * Number(actual)) / Number(due))} % of what was due`
