// Said once for the whole table: a class on each of a thousand cells would be most of the page.
/** The look of a data table: lines between rows, sticky heading and totals, one line a cell. */
export const tableClass = [
  'w-full table-fixed border-separate border-spacing-0 text-base tabular-nums',
  '[&_td]:h-row [&_td]:overflow-hidden [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:text-ellipsis [&_td]:whitespace-nowrap',
  '[&_th]:h-9 [&_th]:overflow-hidden [&_th]:border-b [&_th]:border-line-strong [&_th]:bg-panel [&_th]:px-3 [&_th]:text-start [&_th]:text-sm [&_th]:font-semibold [&_th]:whitespace-nowrap [&_th]:text-ink-2',
  '[&_th.text-end]:text-end [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-20',
  '[&_tfoot_td]:sticky [&_tfoot_td]:bottom-0 [&_tfoot_td]:z-10 [&_tfoot_td]:border-t [&_tfoot_td]:border-b-0 [&_tfoot_td]:border-line-strong [&_tfoot_td]:bg-panel [&_tfoot_td]:font-semibold',
  '[&_tbody_tr:hover]:bg-hover [&_tr[aria-selected=true]]:bg-accent-soft',
  '[&_input[type=checkbox]]:size-3.5 [&_input[type=checkbox]]:align-middle [&_input[type=checkbox]]:accent-(--accent)',
  '[&_td:focus-visible]:outline-2 [&_td:focus-visible]:-outline-offset-2',
].join(' ')
