import type { Field, SortKey } from '#src/definition'
import { useTable, type ColumnSizingState, type RowSelectionState } from '@tanstack/react-table'
import { useCallback, useMemo, useRef, type ChangeEvent, type ReactNode } from 'react'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { cx } from '#src/ui/cx.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { fitWidths } from './fit-widths.ts'
import { features, stretches, tableColumns, type Row } from './table-columns.ts'
import { TableFoot } from './table-foot.tsx'
import { HeadCell } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { tableClass } from './table-style.ts'
import { useElementWidth } from './use-element-width.ts'
import { useTableKeys, type RowCommands } from './use-table-keys.ts'

export interface RowSelection {
  readonly state: RowSelectionState
  readonly onChange: (update: (state: RowSelectionState) => RowSelectionState) => void
}

export interface DataTableProps {
  /** What the table shows, for those who cannot see it. */
  readonly label: string
  readonly fields: readonly Field[]
  /** null while the first rows are on their way. */
  readonly rows: readonly Row[] | null
  readonly skeletonRows: number
  /** Position of the first row in the whole result, counted from 0. */
  readonly offset?: number
  readonly total?: number | null
  readonly context: CellContext
  readonly rowId: (row: Row, index: number) => string
  readonly rowTitle: (row: Row) => string
  readonly rowHref?: (row: Row) => string | undefined
  readonly linked?: ReadonlySet<string>
  readonly sort: readonly SortKey[]
  readonly onSort?: (field: string, add: boolean) => void
  readonly widths: ColumnSizingState
  readonly onWidths: (widths: ColumnSizingState) => void
  readonly selection?: RowSelection
  readonly totals?: Readonly<Record<string, unknown>> | null
  readonly commands?: RowCommands
  /** Rows of an earlier question, shown until the answer is there. */
  readonly stale?: boolean
  /** Takes the place of the rows when there are none. */
  readonly empty?: ReactNode
}

const checkboxWidth = 40
const nothing: ReadonlySet<string> = new Set()
const noRows: readonly Row[] = []

/** A table of records: sticky heading and totals, sorting, resizing, selection with Shift ranges, every cell reachable by keys. */
export function DataTable(props: DataTableProps) {
  const {
    fields,
    rows,
    selection,
    context,
    sort,
    onSort,
    onWidths,
    widths,
    rowHref,
    rowTitle,
    linked = nothing,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const room = useElementWidth(box)
  const columns = useMemo(() => tableColumns(fields), [fields])
  const table = useTable({
    features,
    columns,
    data: rows ?? noRows,
    getRowId: props.rowId,
    columnResizeMode: 'onChange',
    state: { columnSizing: widths, rowSelection: selection?.state ?? {} },
    onColumnSizingChange: (update) => onWidths(typeof update === 'function' ? update(widths) : update),
    onRowSelectionChange: (update) =>
      selection?.onChange((state) => (typeof update === 'function' ? update(state) : update)),
  })
  const bases = fields.map((field) => ({
    width: table.getColumn(field.name)?.getSize() ?? 100,
    stretch: stretches(field) && widths[field.name] === undefined,
  }))
  const fitted = fitWidths(bases, room - (selection ? checkboxWidth : 0))
  const headers = table.getHeaderGroups()[0]?.headers ?? []

  const model = useRef(table)
  model.current = table
  const selectAt = useCallback(
    (index: number, event: unknown) => model.current.getRowModel().rows[index]?.getToggleSelectedHandler()(event),
    [],
  )
  const select = useCallback(
    (event: ChangeEvent<HTMLInputElement>) => selectAt(Number(event.currentTarget.dataset.row), event),
    [selectAt],
  )
  const toggle = useCallback((index: number) => model.current.getRowModel().rows[index]?.toggleSelected(), [])
  const onKeyDown = useTableKeys(body, rows ?? noRows, props.commands, selection ? toggle : undefined)

  const page = rows?.length ?? 0
  const chosen = selection ? (rows ?? []).filter((row, at) => selection.state[props.rowId(row, at)]).length : 0
  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-auto" aria-busy={rows === null || props.stale}>
      <table
        className={cx(tableClass, props.stale && 'opacity-60 transition-opacity')}
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.total ?? -1}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          {selection && <col style={{ width: checkboxWidth }} />}
          {fields.map((field, at) => (
            <col key={field.name} style={{ width: fitted[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <Checkbox
                  aria-label="Select all rows of this page"
                  checked={page > 0 && chosen === page}
                  indeterminate={chosen > 0 && chosen < page}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
              </th>
            )}
            {fields.map((field, at) => {
              const header = headers[at]
              const resize = (name: string, width: number): void => onWidths({ ...widths, [name]: width })
              return (
                header && (
                  <HeadCell
                    key={field.name}
                    field={field}
                    header={header}
                    sort={sort}
                    onSort={onSort}
                    onResize={resize}
                  />
                )
              )
            })}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows === null && (
            <TableSkeleton rows={props.skeletonRows} fields={fields} selectable={selection !== undefined} />
          )}
          {rows?.map((row, index) => {
            const id = props.rowId(row, index)
            return (
              <TableRow
                key={id}
                row={row}
                index={index}
                fields={fields}
                context={context}
                href={rowHref?.(row)}
                linked={linked}
                title={rowTitle(row)}
                selected={selection?.state[id] ?? false}
                onSelect={selection && select}
              />
            )
          })}
        </tbody>
        {props.totals && page > 0 && (
          <TableFoot fields={fields} totals={props.totals} context={context} selectable={selection !== undefined} />
        )}
      </table>
      {rows?.length === 0 && props.empty}
    </div>
  )
}
