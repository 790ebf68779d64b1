import type { Screen } from '#src/definition'
import type { ZonedCalendar } from '../caller-day.ts'
import type { Tx } from '../store/database.ts'
import type { Sql } from '../store/sql.ts'

/** For whom a report runs. */
export interface ReportContext {
  readonly organizationId: number
  /** Whether the caller may read the records of a screen, for what a report shows beside its own figures. */
  readonly mayRead: (screen: string, field?: string) => boolean
  readonly screens: readonly Screen[]
  /** Behind a condition on rows `t` of a screen: those that the caller sees. */
  readonly andSeen: (screen: Screen) => Sql
  /** What whoever asks means by today. */
  readonly calendar: ZonedCalendar
  /** Reads what the statement depends on, before it runs; the caller's organisation only. */
  readonly read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Rows whose `told` columns, by name, are worked out from a row `result` only where it is shown: words about a figure cost as much as the figure. */
export interface ToldRows {
  readonly rows: Sql
  readonly told: Readonly<Record<string, Sql>>
}

/** A result screen's figures: valid parameters in, one statement out, whose columns carry the names of the screen's fields. */
export interface Report {
  /** The fields it works with, by screen; whoever may not read one of them may not run it. */
  readonly reads: Readonly<Record<string, readonly string[]>>
  /** The lines it adds up, as `from … where …`; reports that read none of a table of their own have no such thing. */
  readonly source?: (parameters: Readonly<Record<string, unknown>>, context: ReportContext) => Sql | Promise<Sql>
  readonly statement: (
    parameters: Readonly<Record<string, unknown>>,
    context: ReportContext,
  ) => Sql | ToldRows | Promise<Sql | ToldRows>
}
