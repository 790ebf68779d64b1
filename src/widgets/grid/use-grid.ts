import type { Aggregate, Field, SortKey } from '#src/definition'
import { useDeferredValue, useMemo, useState } from 'react'
import { textFormatOf } from '#src/widgets/text-format.ts'
import type { Row } from './aggregate.ts'
import { filterRows } from './grid-filter.ts'
import { groupRows, sortRows, totalsOf, type Ratios } from './grid-model.ts'

export interface GridState {
  readonly sort: readonly SortKey[]
  readonly filters: Readonly<Record<string, string>>
  readonly group: readonly string[]
  readonly folded: ReadonlySet<string>
}

const noRatios: Ratios = {}
const nothing: GridState = { sort: [], filters: {}, group: [], folded: new Set() }

/** The grid's state and the lines it makes of the rows; each step is worked out again only when its own part changes. */
export function useGrid(
  rows: readonly Row[],
  fields: readonly Field[],
  totals: Readonly<Record<string, Aggregate>>,
  {
    locale,
    group = nothing.group,
    ratios = noRatios,
  }: { readonly locale: string; readonly group?: readonly string[]; readonly ratios?: Ratios },
) {
  const [state, setState] = useState<GridState>({ ...nothing, group })
  const filters = useDeferredValue(state.filters)
  const kept = useMemo(() => filterRows(rows, fields, filters, textFormatOf(locale)), [rows, fields, filters, locale])
  const sorted = useMemo(() => sortRows(rows, kept, fields, state.sort), [rows, kept, fields, state.sort])
  const by = useMemo(
    () => state.group.flatMap((name) => fields.filter((field) => field.name === name)),
    [state.group, fields],
  )
  const lines = useMemo(
    () => (by.length === 0 ? null : groupRows(rows, sorted, { by, fields, totals, ratios, folded: state.folded })),
    [rows, sorted, by, fields, totals, ratios, state.folded],
  )
  const whole = useMemo(
    () =>
      totalsOf(
        rows,
        new Int32Array(rows.length).map((_, at) => at),
        fields,
        totals,
        ratios,
      ),
    [rows, fields, totals, ratios],
  )
  const sums = useMemo(
    () => (kept.length === rows.length ? whole : totalsOf(rows, kept, fields, totals, ratios)),
    [whole, rows, kept, fields, totals, ratios],
  )
  const change = (part: Partial<GridState>): void => setState((current) => ({ ...current, ...part }))
  const fold = (path: string): void => {
    setState((current) => {
      const folded = new Set(current.folded)
      if (!folded.delete(path)) folded.add(path)
      return { ...current, folded }
    })
  }
  return { state, change, fold, kept, sorted, lines, by, sums, whole }
}
