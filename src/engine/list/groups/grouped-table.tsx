import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { cx } from '#src/ui/cx.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { followCellLink } from '#src/widgets/cell-link.tsx'
import { alignOf } from '#src/widgets/table/table-columns.ts'
import { MoreAside } from '#src/widgets/table/more-aside.tsx'
import { TableFoot } from '#src/widgets/table/table-foot.tsx'
import { HeadCell } from '#src/widgets/table/table-head.tsx'
import { TableRow } from '#src/widgets/table/table-row.tsx'
import { TableSkeleton } from '#src/widgets/table/table-skeleton.tsx'
import { closeClass, pinnedClass, staleClass, tableClass } from '#src/widgets/table/table-style.ts'
import { referredScreens } from '#src/widgets/table/table-columns.ts'
import { checkboxWidth, useColumnFit } from '#src/widgets/table/use-column-fit.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import { useKeptPlace } from '#src/widgets/table/use-kept-place.ts'
import { useRowClicks } from '#src/widgets/table/use-row-clicks.ts'
import { useTableKeys } from '#src/widgets/table/use-table-keys.ts'
import { rowId } from '../row-title.ts'
import { noTotals } from '../uncounted.tsx'
import { usePlaceKeeper } from '../use-kept.ts'
import type { ListModel } from '../use-list-page.ts'
import { groupKey } from './group-keys.ts'
import type { GroupLine } from './group-lines.ts'
import { GroupRow } from './group-row.tsx'
import { GroupMore } from './group-more.tsx'
import { useGroupWords } from './use-group-words.ts'
import type { Groups } from './use-groups.ts'

interface GroupedTableProps {
  readonly model: ListModel
  readonly groups: Groups
  readonly widths: ColumnWidths
  readonly onWidths: (widths: ColumnWidths) => void
  readonly onSort: (field: string, add: boolean) => void
  readonly empty: ReactNode
}

/** Where the totals begin: the names of groups take the columns before. */
function nameSpan(fields: ListModel['fields'], totals: Readonly<Record<string, unknown>>): number {
  const first = fields.findIndex((field, at) => at > 0 && totals[field.name] !== undefined)
  return first < 0 ? fields.length : first
}

/** The rows of a list below their groups: opened one by one, totals below their columns, all of it by keys. */
export function GroupedTable({ model, groups, widths, onWidths, onSort, empty }: GroupedTableProps) {
  const { screen, state, fields, selection, linked } = model
  const { top, lines } = groups
  const navigate = useNavigate()
  const keeper = usePlaceKeeper()
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const room = useElementWidth(box)
  const totalled = screen.list?.totals ?? {}
  const totals = model.records.summary.data?.totals
  const problem = noTotals(model)
  const { fitted, isClose, pins, resize } = useColumnFit(
    {
      fields,
      widths,
      onWidths,
      totalled,
      totals,
      pinned: state.pinned,
      // As wide as the columns were with the rows of the list.
      rows: null,
      context: model.context,
      label: screen.plural,
    },
    room,
    true,
  )
  const context = useMemo(
    () => ({ ...model.context, plainLinks: true, referred: referredScreens(fields) }),
    [model.context, fields],
  )
  const words = useGroupWords(model, groups)
  const rows = useMemo(() => lines.map((line) => (line.kind === 'row' ? line.row : undefined)), [lines])
  const ids = useMemo(() => rows.map((row) => (row ? rowId(row) : '')), [rows])
  const shown = useMemo(() => ids.filter(Boolean), [ids])
  const clicks = useRowClicks(selection, ids)
  const tableKeys = useTableKeys(body, rows, model.commands, clicks.onToggle)
  const chosen = shown.filter((id) => selection.state[id]).length
  const span = nameSpan(fields, totalled)
  const nameRoom = Math.min(room, checkboxWidth + fitted.slice(0, span).reduce((sum, width) => sum + width, 0))
  const places = useMemo(() => lines.map((line) => (line.kind === 'row' ? rowId(line.row) : line.path)), [lines])
  useKeptPlace({
    box,
    body,
    ids: top.data && !top.isPlaceholderData ? places : null,
    question: groups.question,
    keeper,
  })
  // The list asks for the new groups while the old ones stand; what has the focus must not go with them.
  useEffect(() => {
    if (body.current && !body.current.querySelector('td[tabindex="0"]'))
      body.current.querySelector('td')?.setAttribute('tabindex', '0')
  }, [lines])
  const lineOf = (line: GroupLine, at: number): ReactNode => {
    if (line.kind === 'group')
      return (
        <GroupRow
          key={line.path}
          {...words(line)}
          line={line}
          index={at}
          fields={fields}
          span={span + 1}
          room={nameRoom}
          selectable
          context={context}
        />
      )
    if (line.kind === 'row')
      return (
        <TableRow
          key={rowId(line.row)}
          row={line.row}
          index={at}
          level={line.depth + 1}
          fields={fields}
          context={context}
          href={model.rowHref(line.row)}
          linked={linked}
          title={model.rowTitle(line.row)}
          selected={selection.state[rowId(line.row)] ?? false}
          onSelect={clicks.onClick}
        />
      )
    if (line.kind === 'wait')
      return (
        <tr key={`${line.path} ${at}`} aria-hidden="true">
          <td />
          {fields.map((field) => (
            <td key={field.name} className={alignOf(field)}>
              <Skeleton width="60%" />
            </td>
          ))}
        </tr>
      )
    return (
      <GroupMore
        key={`${line.path} more`}
        line={line}
        columns={fields.length + 1}
        room={room}
        groups={groups}
        model={model}
      />
    )
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        className="relative min-h-0 flex-1 overflow-auto"
        style={{ scrollPadding: `72px 0 ${totals || problem ? 37 : 0}px ${pins.width}px` }}
        aria-busy={!top.data || top.isPlaceholderData}
      >
        <table
          className={cx(
            tableClass,
            isClose && closeClass,
            pinnedClass(pins.count),
            top.isPlaceholderData && staleClass,
          )}
          style={pins.starts}
          role="treegrid"
          aria-label={screen.plural}
          aria-multiselectable
          onKeyDown={(event) => {
            const table = body.current
            const commands = {
              toggle: groups.toggle,
              filter: (line: GroupLine & { readonly kind: 'group' }) => words(line).onFilter(),
              more: groups.more,
              openAll: groups.openAll,
              foldAll: groups.foldAll,
            }
            if (table && groupKey(event, table, lines, commands)) return
            tableKeys(event)
          }}
          onClick={(event) => followCellLink(event, (to) => void navigate(to))}
        >
          <colgroup>
            <col style={{ width: checkboxWidth }} />
            {fields.map((field, at) => (
              <col key={field.name} style={{ width: fitted[at] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  aria-label="Select all rows of the open groups"
                  checked={shown.length > 0 && chosen === shown.length}
                  indeterminate={chosen > 0 && chosen < shown.length}
                  disabled={shown.length === 0}
                  onChange={(event) => selection.set(event.currentTarget.checked ? shown.map(Number) : [])}
                />
              </th>
              {fields.map((field, at) => (
                <HeadCell
                  key={field.name}
                  field={field}
                  width={fitted[at] ?? 0}
                  first={at === 0}
                  sort={state.sort === screen.list?.sort ? [] : state.sort}
                  onSort={onSort}
                  onResize={resize}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {top.data ? (
              lines.map(lineOf)
            ) : (
              <TableSkeleton rows={Math.min(state.limit, 20)} fields={fields} selectable />
            )}
          </tbody>
          {(totals || problem) && lines.length > 0 && (
            <TableFoot
              fields={fields}
              totals={totals}
              context={context}
              selectable
              stale={model.records.summary.isPlaceholderData}
              problem={problem}
            />
          )}
        </table>
        {top.data?.groups.length === 0 && empty}
      </div>
      <MoreAside box={box} />
    </div>
  )
}
