import { fieldNamed, fieldsOf, type Field, type Screen } from '#src/definition'
import type { View } from '#src/definition/screen-list.ts'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import { AppError } from '../errors.ts'
import type { Database, Tx } from '../store/database.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { conditionSql } from './condition-sql.ts'
import { belongs, placesIn } from './navigation.ts'
import { mayReadField, mayUse } from './screen-access.ts'
import { ofApplication } from './by-application.ts'
import { andSeen } from './seen-rows.ts'
import { withStatementLimit } from './statement-limit.ts'

/** As many as are read at a glance. */
const mostFigures = 6
/** Longer nobody waits for them: what is not counted by then is to be seen in its list. */
const mostSeconds = 4
const mostSecondsOfOne = 2

const isoCode = /^[A-Z]{3}$/

/** A figure of the start page as it stands there before it is counted. */
export interface NamedFigure {
  readonly screen: string
  readonly label: string
  /** The list of its records. */
  readonly path: string
}

export interface Figure extends NamedFigure {
  /** null: counting them takes too long here. */
  readonly count: number | null
  /** What they add up to by currency, that of the most records first; null for a figure that only counts. */
  readonly amounts: readonly { readonly currency: string | null; readonly amount: string }[] | null
}

interface Declared extends NamedFigure {
  readonly on: Screen
  readonly condition: View['condition'] | null
  readonly sum: Field | null
}

/** The figures that definitions name, of records and fields the caller may read, in the order of the menu. */
function declaredFigures(screens: readonly Screen[], caller: Caller, application: string | null): Declared[] {
  const place = placesIn(application)
  return screens
    .filter(
      (screen) =>
        screen.table !== null &&
        (screen.list?.figures.length ?? 0) > 0 &&
        belongs(screen, application) &&
        mayUse(caller, screen, 'read'),
    )
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((screen) =>
      screen.list!.figures.flatMap(({ label, view: name, sum }): Declared[] => {
        const view = screen.list!.views.find((one) => one.name === name)
        const field = sum === undefined ? null : fieldNamed(screen.fields, sum)
        const needed = [...(view ? fieldsOf(view.condition) : []), ...(field ? [field.name, currencyField(field)] : [])]
        if (!needed.every((one) => one === null || mayReadField(caller, screen, one))) return []
        const parameters = view ? `?${new URLSearchParams({ view: view.name }).toString()}` : ''
        const path = `${screen.list!.path}${parameters}`
        return [{ screen: screen.name, label, path, on: screen, condition: view?.condition ?? null, sum: field }]
      }),
    )
    .slice(0, mostFigures)
}

/** The field that holds the currency of an amount; null where it has one of its own, or none. */
const currencyField = ({ currency }: Field): string | null => (currency && !isoCode.test(currency) ? currency : null)

/** What the start page has figures of, without counting anything: their room is there before they are. */
export const namedFigures = (screens: readonly Screen[], caller: Caller, application: string | null): NamedFigure[] =>
  declaredFigures(screens, caller, application).map(({ screen, label, path }) => ({ screen, label, path }))

/** The figures as they stand now for this caller; each in a transaction of its own, so that a slow one costs no other. */
export async function figures(
  db: Database,
  screens: readonly Screen[],
  caller: Caller,
  application: string | null,
): Promise<Figure[]> {
  const until = performance.now() + mostSeconds * 1_000
  const told: Figure[] = []
  for (const declared of declaredFigures(screens, caller, application)) {
    const { screen, label, path } = declared
    const left = Math.min(mostSecondsOfOne, Math.floor((until - performance.now()) / 1_000))
    const counted = left < 1 ? null : await quickly(db, caller, left, (tx) => count(tx, declared, caller, screens))
    told.push({ screen, label, path, ...(counted ?? { count: null, amounts: null }) })
  }
  return told
}

/** What a statement answers within so many seconds; null where it takes longer. */
async function quickly<T>(db: Database, caller: Caller, seconds: number, work: (tx: Tx) => Promise<T>) {
  try {
    return await db.tenant(caller, (tx) => withStatementLimit(tx, seconds, () => work(tx)), { readOnly: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_LARGE') return null
    throw error
  }
}

async function count(tx: Tx, { on, condition, sum }: Declared, caller: Caller, screens: readonly Screen[]) {
  const holds: Sql = condition
    ? sql` and ${conditionSql(condition, { fields: on.fields, ...calendarOf(caller), me: caller.email })}`
    : sql``
  const own = ofApplication(on, caller, screens)
  const rows = sql`${id(on.table!.name)} t where t.organization_id = ${caller.organizationId}${andSeen(on, caller, screens)}${own ? sql` and ${own}` : sql``}${holds}`
  if (!sum) {
    const [row] = await tx.query<{ count: number }>(sql`select count(*) as count from ${rows}`)
    return { count: row!.count, amounts: null }
  }
  const by = currencyField(sum)
  const currency = by === null ? sql`${sum.currency ?? null}::text` : fieldSql(fieldNamed(on.fields, by))
  const amounts = await tx.query<{ currency: string | null; amount: string; count: number }>(
    sql`select ${currency} as currency, coalesce(sum(${fieldSql(sum)}), 0)::text as amount, count(*) as count
          from ${rows} group by 1 order by 3 desc, 1`,
  )
  return {
    count: amounts.reduce((all, row) => all + row.count, 0),
    amounts: amounts.map(({ currency: of, amount }) => ({ currency: of, amount })),
  }
}
