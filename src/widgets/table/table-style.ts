// Said once for the whole table: a class on each of a thousand cells would be most of the page.
/** The look of a data table: lines between rows, sticky heading and totals, one line a cell. */
export const tableClass = [
  'w-full table-fixed border-separate border-spacing-0 text-base tabular-nums',
  '[&_td]:h-row [&_td]:overflow-hidden [&_td]:border-b [&_td]:border-line [&_td]:px-[var(--cell-side,12px)] [&_td]:text-ellipsis [&_td]:whitespace-nowrap',
  '[&_th]:h-9 [&_th]:overflow-hidden [&_th]:border-b [&_th]:border-line-strong [&_th]:bg-panel [&_th]:px-[var(--cell-side,12px)] [&_th]:text-start [&_th]:text-sm [&_th]:font-semibold [&_th]:whitespace-nowrap [&_th]:text-ink-2',
  '[&_th.text-end]:text-end [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-20',
  '[&_tfoot_td]:sticky [&_tfoot_td]:bottom-0 [&_tfoot_td]:z-[16] [&_tfoot_td]:border-t [&_tfoot_td]:border-b-0 [&_tfoot_td]:border-line-strong [&_tfoot_td]:bg-panel [&_tfoot_td]:font-semibold',
  // A total is never cut: what its column has no room for lies over the empty end of the cell before.
  '[&_tfoot_td.text-end]:!overflow-visible',
  '[&_tbody_tr]:bg-panel [&_tbody_tr:hover]:bg-hover [&_tbody_tr[aria-selected=true]]:bg-accent-soft',
  '[&_input[type=checkbox]]:size-3.5 [&_input[type=checkbox]]:align-middle [&_input[type=checkbox]]:accent-(--accent)',
  '[&_td:focus-visible]:outline-2 [&_td:focus-visible]:-outline-offset-2',
].join(' ')

/** Cells with less room at their sides, for a table that is short of it. */
export const closeClass = '[--cell-side:8px]'

/** Rows of an earlier question, until the answer is there: told apart by their ground, since faded texts cannot be read. */
export const staleClass = 'cursor-progress [&_tbody_tr]:!bg-background'

// Written out, since the style sheet is made of the texts that are found in the source.
const left: readonly string[] = [
  '[&_:is(td,th):nth-child(1)]:start-0',
  '[&_:is(td,th):nth-child(2)]:start-(--pin-2)',
  '[&_:is(td,th):nth-child(3)]:start-(--pin-3)',
  '[&_:is(td,th):nth-child(4)]:start-(--pin-4)',
  '[&_:is(td,th):nth-child(5)]:start-(--pin-5)',
  '[&_:is(td,th):nth-child(6)]:start-(--pin-6)',
]
const above: readonly string[] = [
  '[&_:is(td,th):nth-child(-n+1)]:sticky [&_tbody_td:nth-child(-n+1)]:z-10 [&_tbody_td:nth-child(-n+1)]:bg-inherit [&_tfoot_td:nth-child(-n+1)]:z-20 [&_thead_th:nth-child(-n+1)]:z-30',
  '[&_:is(td,th):nth-child(-n+2)]:sticky [&_tbody_td:nth-child(-n+2)]:z-10 [&_tbody_td:nth-child(-n+2)]:bg-inherit [&_tfoot_td:nth-child(-n+2)]:z-20 [&_thead_th:nth-child(-n+2)]:z-30',
  '[&_:is(td,th):nth-child(-n+3)]:sticky [&_tbody_td:nth-child(-n+3)]:z-10 [&_tbody_td:nth-child(-n+3)]:bg-inherit [&_tfoot_td:nth-child(-n+3)]:z-20 [&_thead_th:nth-child(-n+3)]:z-30',
  '[&_:is(td,th):nth-child(-n+4)]:sticky [&_tbody_td:nth-child(-n+4)]:z-10 [&_tbody_td:nth-child(-n+4)]:bg-inherit [&_tfoot_td:nth-child(-n+4)]:z-20 [&_thead_th:nth-child(-n+4)]:z-30',
  '[&_:is(td,th):nth-child(-n+5)]:sticky [&_tbody_td:nth-child(-n+5)]:z-10 [&_tbody_td:nth-child(-n+5)]:bg-inherit [&_tfoot_td:nth-child(-n+5)]:z-20 [&_thead_th:nth-child(-n+5)]:z-30',
  '[&_:is(td,th):nth-child(-n+6)]:sticky [&_tbody_td:nth-child(-n+6)]:z-10 [&_tbody_td:nth-child(-n+6)]:bg-inherit [&_tfoot_td:nth-child(-n+6)]:z-20 [&_thead_th:nth-child(-n+6)]:z-30',
]
const edge: readonly string[] = [
  '[&_:is(td,th):nth-child(1)]:shadow-[inset_-1px_0_var(--line-strong)]',
  '[&_:is(td,th):nth-child(2)]:shadow-[inset_-1px_0_var(--line-strong)]',
  '[&_:is(td,th):nth-child(3)]:shadow-[inset_-1px_0_var(--line-strong)]',
  '[&_:is(td,th):nth-child(4)]:shadow-[inset_-1px_0_var(--line-strong)]',
  '[&_:is(td,th):nth-child(5)]:shadow-[inset_-1px_0_var(--line-strong)]',
  '[&_:is(td,th):nth-child(6)]:shadow-[inset_-1px_0_var(--line-strong)]',
]

/** Keeps the first `count` columns (at most six, the boxes to tick among them) in view while the others scroll below them. */
export const pinnedClass = (count: number): string =>
  count === 0 ? '' : [...left.slice(0, count), above[count - 1], edge[count - 1]].join(' ')

// More would leave the others no room to be scrolled in.
const share = 0.6

/** How many of the columns can stay in view, and where each of them begins; none pinned where everything is in view. */
export function pinnedColumns(
  widths: readonly number[],
  wanted: number,
  room: number,
): { readonly count: number; readonly width: number; readonly starts: Readonly<Record<string, string>> } {
  const starts: Record<string, string> = {}
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return { count: 0, width: 0, starts }
  let start = 0
  let count = 0
  for (const width of widths.slice(0, Math.min(wanted, left.length))) {
    if (count > 0 && start + width > room * share) break
    count += 1
    starts[`--pin-${count}`] = `${start}px`
    start += width
  }
  return { count, width: start, starts }
}
