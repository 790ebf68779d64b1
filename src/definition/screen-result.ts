import type { Drill, DrillInput } from './drill.ts'
import type { Field, FieldSpec } from './field.ts'
import type { BuiltQuery } from './query/query.ts'
import type { Aggregate, SortKey } from './screen-list.ts'
import type { SummaryInput, SummaryView } from './summary.ts'

export type ChartType = 'bar' | 'line' | 'stacked' | 'scatter' | 'waterfall'

export interface ResultInput<N extends string> {
  readonly criteria: string
  readonly path: string
  readonly grid?: string
  /** Further addresses, each with a criterion in its path ('/rebate-trends/chart-page/:contract'); the others are as their defaults. */
  readonly direct?: readonly string[]
  /** Name of the report in the server's map; a result has either that or a summary. */
  readonly report?: string
  /** The records of another screen, added up: a result without code. */
  readonly summary?: SummaryInput<N>
  readonly parameters: Readonly<Record<string, FieldSpec>>
  readonly columns?: readonly N[]
  /** Those of the columns that a result does not open with: one click away in the menu of columns, and in its files. */
  readonly aside?: readonly N[]
  readonly totals?: Partial<Record<N, Aggregate>>
  /** Columns whose total is not a sum but a percentage: the sum of the first of two columns by that of the second. */
  readonly ratios?: Partial<Record<N, readonly [N, N]>>
  /** Columns that are headed by what was chosen for a criterion, a choice: `{ key: 'attribute' }`. */
  readonly headings?: Partial<Record<N, string>>
  /** Order of the rows, '-' in front for descending; by the first column unless given. */
  readonly sort?: readonly (N | `-${N}`)[]
  /** Columns the result starts grouped by. */
  readonly group?: readonly N[]
  /** Columns that tell a row from the others, by which two runs are compared; every column that is no figure unless given. */
  readonly key?: readonly N[]
  readonly chart?: {
    readonly type: ChartType
    readonly x: N
    readonly y: readonly N[]
    /** One series for each value of this column. */
    readonly split?: N
    /** A waterfall of `y`: the figures whose totals it leads from and to; from nothing to its total unless given. */
    readonly between?: readonly [N, N]
    readonly title?: string
  }
  /**
   * Where the lines behind a row are: the list of another screen, or a result with its criteria as the filters; each filter taking its value from the first of these fields
   * of the row and parameters that has one. The fields in `absent` name fields of that list that have no value at all; `fixed` are filters
   * there whatever the row, and a row without a value in one of `needs` leads nowhere.
   */
  readonly drill?: DrillInput
  /** The same for single figures, by column, whose lines are not those of the row. */
  readonly drills?: Partial<Readonly<Record<N, DrillInput>>>
}

export interface ResultView {
  readonly criteria: string
  readonly path: string
  readonly grid?: string
  readonly direct?: readonly string[]
  readonly report?: string
  readonly summary?: SummaryView
  /** What somebody built: a result of the records it names. */
  readonly query?: BuiltQuery
  readonly parameters: readonly Field[]
  readonly columns: readonly string[]
  readonly aside: readonly string[]
  readonly totals: Readonly<Record<string, Aggregate>>
  readonly ratios: Readonly<Record<string, readonly [string, string]>>
  readonly headings: Readonly<Record<string, string>>
  readonly sort: readonly SortKey[]
  readonly group: readonly string[]
  readonly key: readonly string[]
  readonly chart?: {
    readonly type: ChartType
    readonly x: string
    readonly y: readonly string[]
    readonly split?: string
    readonly between?: readonly [string, string]
    readonly title?: string
  }
  readonly drill?: Drill
  readonly drills?: Readonly<Record<string, Drill>>
}
