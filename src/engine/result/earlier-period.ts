import type { Field } from '#src/definition'
import type { Criteria } from './result-criteria.ts'

const day = 86_400_000
const utc = (text: string): Date => new Date(`${text}T00:00:00Z`)
const iso = (date: Date): string => date.toISOString().slice(0, 10)

const isFirst = (date: Date): boolean => date.getUTCDate() === 1
const isLast = (date: Date): boolean => isFirst(new Date(date.getTime() + day))

/** The same days some months earlier; the end of a month stays the end of a month. */
function monthsBefore(text: string, months: number): string {
  const date = utc(text)
  const end = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0))
  if (isLast(date)) return iso(end)
  return iso(new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), Math.min(date.getUTCDate(), end.getUTCDate()))))
}

/** The period of the same length that ends the day before: whole months before whole months. */
function before(from: string, to: string): readonly [string, string] {
  const [start, end] = [utc(from), utc(to)]
  if (isFirst(start) && isLast(end)) {
    const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth() + 1
    return [monthsBefore(from, months), monthsBefore(to, months)]
  }
  const length = end.getTime() - start.getTime() + day
  return [iso(new Date(start.getTime() - length)), iso(new Date(end.getTime() - length))]
}

/** Criteria like the given ones, a period or a year earlier; none unless they have a day from and a day to. */
export function earlier(
  criteria: Criteria,
  fields: readonly Field[],
): readonly { readonly label: string; readonly criteria: Criteria }[] {
  const to = fields.find((field) => field.type === 'date' && field.after !== undefined)
  const from = fields.find((field) => field.name === to?.after)
  const [start, end] = [criteria[from?.name ?? ''], criteria[to?.name ?? '']]
  if (!from || !to || typeof start !== 'string' || typeof end !== 'string' || start > end) return []
  const moved = (label: string, [first, last]: readonly [string, string]) => ({
    label,
    criteria: { ...criteria, [from.name]: first, [to.name]: last },
  })
  return [
    moved('Period before', before(start, end)),
    moved('Same period a year before', [monthsBefore(start, 12), monthsBefore(end, 12)]),
  ]
}
