// Said once for the whole table: a class on each of a thousand cells would be most of the page.
/** The look of a data table: lines between rows, sticky heading and totals, one line a cell. */
export const tableClass = [
  'w-full table-fixed border-separate border-spacing-0 text-base tabular-nums',
  '[&_td]:h-row [&_td]:overflow-hidden [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:text-ellipsis [&_td]:whitespace-nowrap',
  '[&_th]:h-9 [&_th]:overflow-hidden [&_th]:border-b [&_th]:border-line-strong [&_th]:bg-panel [&_th]:px-3 [&_th]:text-start [&_th]:text-sm [&_th]:font-semibold [&_th]:whitespace-nowrap [&_th]:text-ink-2',
  '[&_th.text-end]:text-end [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-20',
  '[&_tfoot_td]:sticky [&_tfoot_td]:bottom-0 [&_tfoot_td]:z-10 [&_tfoot_td]:border-t [&_tfoot_td]:border-b-0 [&_tfoot_td]:border-line-strong [&_tfoot_td]:bg-panel [&_tfoot_td]:font-semibold',
  '[&_tbody_tr]:bg-panel [&_tbody_tr:hover]:bg-hover [&_tbody_tr[aria-selected=true]]:bg-accent-soft',
  '[&_input[type=checkbox]]:size-3.5 [&_input[type=checkbox]]:align-middle [&_input[type=checkbox]]:accent-(--accent)',
  '[&_td:focus-visible]:outline-2 [&_td:focus-visible]:-outline-offset-2',
].join(' ')

const pin = (column: 1 | 2): string =>
  column === 1
    ? '[&_td:nth-child(1)]:sticky [&_td:nth-child(1)]:left-0 [&_tbody_td:nth-child(1)]:z-10 [&_tbody_td:nth-child(1)]:bg-inherit [&_tfoot_td:nth-child(1)]:z-20 [&_th:nth-child(1)]:left-0 [&_th:nth-child(1)]:z-30'
    : '[&_td:nth-child(2)]:sticky [&_td:nth-child(2)]:left-10 [&_tbody_td:nth-child(2)]:z-10 [&_tbody_td:nth-child(2)]:bg-inherit [&_tfoot_td:nth-child(2)]:z-20 [&_th:nth-child(2)]:left-10 [&_th:nth-child(2)]:z-30'

/** Keeps the first column in view, behind the boxes to tick where there are some (40 px), when the others scroll. */
export const pinnedClass = (selectable: boolean): string => (selectable ? `${pin(1)} ${pin(2)}` : pin(1))
