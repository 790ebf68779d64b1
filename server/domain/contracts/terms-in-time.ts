/** Days as YYYY-MM-DD, both included. */
export interface Term {
  readonly from: string
  readonly to: string
}

/** A row of a contract that holds on some days only; without them it holds as long as its contract. */
interface Dated {
  readonly valid_from?: string | null
  readonly valid_to?: string | null
  readonly [name: string]: unknown
}

/** What the rows of an eligibility are told apart by. */
type Eligible = Dated & { readonly mode?: unknown; readonly group_no?: unknown; readonly attribute?: unknown }

const dayMs = 86_400_000
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day so many days after another one, or before it. */
export const plusDays = (day: string, days: number): string => dayOf(timeOf(day) + days * dayMs)

const partsOf = (day: string): readonly [year: number, month: number, date: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month, date]
}

/** The same date so many months later; the last of a month stays the last of a month. */
function plusMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day)
  const isLast = partsOf(plusDays(day, 1))[2] === 1
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, isLast ? last : Math.min(date, last)))
}

/** How a day is moved that moves as `from` to `to`: by whole months where the dates are the same, else by days. */
function moving(from: string, to: string): (day: string) => string {
  const [a, b] = [partsOf(from), partsOf(to)]
  if (a[2] === b[2]) return (day) => plusMonths(day, (b[0] - a[0]) * 12 + b[1] - a[1])
  return (day) => plusDays(day, Math.round((timeOf(to) - timeOf(from)) / dayMs))
}

/** The term that follows on another one and is as long: a year on a year, three months on three months, otherwise as many days. */
export function nextTerm({ from, to }: Term): Term {
  const next = plusDays(to, 1)
  return { from: next, to: plusDays(moving(from, next)(next), -1) }
}

/** Rows of a contract whose end moves: what ended with it goes on with it. */
export const prolongedRows = <R extends Dated>(rows: readonly R[], from: string, to: string): R[] =>
  rows.map((row) => (row.valid_to === from ? { ...row, valid_to: to } : row))

/** Rows of a contract whose copy holds on other days: what begins or ends with it does so with its copy, other days move along. */
export function movedRows<R extends Dated>(rows: readonly R[], old: Term, next: Term): R[] {
  const move = moving(old.from, next.from)
  return rows.map((row) => {
    const { valid_from: from, valid_to: to } = row
    const first = from ? (from === old.from ? next.from : move(from)) : from
    const end = to ? (to === old.to ? next.to : move(to)) : to
    // A copy that is shorter ends before some of its rows begin.
    const last = to && first && end && end < first ? move(to) : end
    return { ...row, ...(from ? { valid_from: first } : {}), ...(to ? { valid_to: last } : {}) }
  })
}

const isWithin = ({ from, to }: Term, row: Dated): boolean =>
  (row.valid_from ?? from) <= to && (row.valid_to ?? to) >= from

/** Whether an eligibility that includes anything includes something on a day of a term: of one group a row of every attribute. */
export function includesWithin(rows: readonly Eligible[], term: Term): boolean {
  const included = rows.filter(({ mode }) => mode === 'include')
  const groups = [...new Set(included.map((row) => row.group_no))]
  return (
    groups.length === 0 ||
    groups.some((group) => {
      const own = included.filter((row) => row.group_no === group)
      return own.every((row) => own.some((other) => other.attribute === row.attribute && isWithin(term, other)))
    })
  )
}
