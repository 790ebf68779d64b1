import type { Condition } from './conditions.ts'
import type { FigureInput } from './figure.ts'
import type { TreeInput, TreeView } from './tree.ts'
import type { ShownVariant } from './variant.ts'

export type Aggregate = 'sum' | 'avg' | 'min' | 'max' | 'count'

export interface DisplayInput<N extends string> {
  readonly label: string
  readonly path: string
  /** Path of the -sf variant: the whole result in the browser's grid. */
  readonly grid?: string
  readonly columns?: readonly N[]
  /** The list itself, which can be changed here as well, opened with these filters in its address. */
  /** Filters by field, or by field and operator, such as 'status.in'. */
  readonly filters?: Partial<Record<N | `${N}.${string}`, string>>
  /** The variant that all its records are: columns are headed and hidden as its form is designed. */
  readonly variant?: string
}

export interface ListInput<N extends string> {
  readonly path: string
  readonly aliases?: readonly string[]
  readonly columns?: readonly N[]
  /** Sort keys, '-' in front for descending. */
  readonly sort?: readonly (N | `-${N}`)[]
  readonly filters?: readonly N[]
  readonly totals?: Partial<Record<N, Aggregate>>
  readonly views?: Readonly<Record<string, Condition>>
  /** Those of the views whose records wait for somebody: the start page counts them for whoever may change them. */
  readonly attention?: readonly string[]
  /** Those of the views whose records end or come due soon: the start page counts them for whoever may read them. */
  readonly due?: readonly string[]
  /** Where its numbers stand, on the start page of whoever may read it. */
  readonly figures?: readonly FigureInput<N>[]
  readonly pageSize?: number
  /** Presentations of the same rows under paths of their own; read only, but for those that are the list with filters. */
  readonly displays?: readonly DisplayInput<N>[]
  /** Offers the list as a tree too. */
  readonly tree?: TreeInput<N>
}

export interface SortKey {
  readonly field: string
  readonly descending: boolean
}

export interface View {
  readonly name: string
  readonly condition: Condition
}

export interface ListView {
  readonly path: string
  readonly aliases: readonly string[]
  readonly columns: readonly string[]
  readonly sort: readonly SortKey[]
  readonly filters: readonly string[]
  readonly totals: Readonly<Record<string, Aggregate>>
  readonly views: readonly View[]
  /** Names of views whose records wait for somebody. */
  readonly attention: readonly string[]
  /** Names of views whose records come due soon. */
  readonly due: readonly string[]
  readonly figures: readonly FigureInput<string>[]
  readonly pageSize: number
  readonly displays: readonly {
    readonly label: string
    readonly path: string
    readonly grid?: string
    readonly columns: readonly string[]
    readonly filters?: Readonly<Record<string, string>>
    readonly variant?: string
    readonly shown?: ShownVariant
  }[]
  /** null: its records do not lie below one another. */
  readonly tree: TreeView | null
}
