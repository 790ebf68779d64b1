import type { Aggregate, Field } from '#src/definition'
import { useDeferredValue, useMemo } from 'react'
import { textFormatOf } from '#src/widgets/text-format.ts'
import type { Row } from './aggregate.ts'
import { filterRows, unreadFilters } from './grid-filter.ts'
import { groupRows, sortRows, totalsOf, type Ratios, type Summed } from './grid-model.ts'
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
    all = fields,
  }: { readonly locale: string; readonly group?: readonly string[] } & Pick<Summed, 'ratios' | 'all'>,
) {
  const { state, change, fold } = useGridState(fields, group)
  const filters = useDeferredValue(state.filters)
  const kept = useMemo(() => filterRows(rows, fields, filters, textFormatOf(locale)), [rows, fields, filters, locale])
  // What is typed now, not what the rows already follow: nothing is saved meanwhile as if it were meant.
  const unread = useMemo(
    () => unreadFilters(fields, state.filters, textFormatOf(locale)),
    [fields, state.filters, locale],
  )
  const sorted = useMemo(() => sortRows(rows, kept, fields, state.sort), [rows, kept, fields, state.sort])
  const by = useMemo(
    () => state.group.flatMap((name) => fields.filter((field) => field.name === name)),
    [state.group, fields],
  )
  const summed = useMemo<Summed>(() => ({ fields, totals, ratios, all }), [fields, totals, ratios, all])
  const lines = useMemo(
    () => (by.length === 0 ? null : groupRows(rows, sorted, { ...summed, by, folded: state.folded })),
    [rows, sorted, by, summed, state.folded],
  )
  const whole = useMemo(
    () =>
      totalsOf(
        rows,
        new Int32Array(rows.length).map((_, at) => at),
        summed,
      ),
    [rows, summed],
  )
  const sums = useMemo(
    () => (kept.length === rows.length ? whole : totalsOf(rows, kept, summed)),
    [whole, rows, kept, summed],
  )
  return { state, change, fold, unread, kept, sorted, lines, by, sums, whole }
}
