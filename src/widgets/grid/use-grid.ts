import type { Aggregate, Field } from '#src/definition'
import { useDeferredValue, useMemo } from 'react'
import { textFormatOf } from '#src/widgets/text-format.ts'
import type { Row } from './aggregate.ts'
import { filterRows } from './grid-filter.ts'
import { groupRows, sortRows, totalsOf, type Ratios } from './grid-model.ts'
import { useGridState } from './use-grid-state.ts'

const noRatios: Ratios = {}
const ungrouped: readonly string[] = []

/** The grid's state and the lines it makes of the rows; each step is worked out again only when its own part changes. */
export function useGrid(
  rows: readonly Row[],
  fields: readonly Field[],
  totals: Readonly<Record<string, Aggregate>>,
  {
    locale,
    group = ungrouped,
    ratios = noRatios,
  }: { readonly locale: string; readonly group?: readonly string[]; readonly ratios?: Ratios },
) {
  const { state, change, fold } = useGridState(fields, group)
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
  return { state, change, fold, kept, sorted, lines, by, sums, whole }
}
