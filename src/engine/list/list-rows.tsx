import { useQueryClient } from '@tanstack/react-query'
import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { useCallback, useEffect, useState } from 'react'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { DataTable } from '#src/widgets/table/data-table.tsx'
import { ListFailure } from './list-failure.tsx'
import { toggleSort } from './list-state.ts'
import { Pager } from './pager.tsx'
import { rowId } from './row-title.ts'
import { usePhoneShape } from './phone-shape.ts'
import { usePlaceKeeper } from './use-kept.ts'
import type { ListModel } from './use-list-page.ts'

interface ListRowsProps {
  readonly model: ListModel
  readonly narrow: boolean
  readonly readOnly: boolean
  readonly widths: ColumnWidths
  readonly onWidths: (widths: ColumnWidths) => void
}

const skeletonRows = 20
const loadCards = () => import('./row-cards.tsx')
const loadEditing = () => import('./editing/edit-mode.tsx')
const loadGroups = () => import('./groups/grouped-rows.tsx')
const loadUncounted = () => import('./uncounted.tsx')
const loadEmpty = () => import('./list-empty.tsx')
const loadNotice = () => import('./list-notice.tsx')
const loadMarks = () => import('./search-marks.tsx')
const loadMenu = () => import('./row-menu.tsx')
const loadColumns = () => import('./column-tools.tsx')

/** At once when the rows are there, and soon when they keep being waited for: first rows need no words about them. */
function useLater(now: boolean): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), 400)
    return () => clearTimeout(timer)
  }, [])
  return now || waited
}

/** The rows of a list in whatever state they are, and the pages below them. */
export function ListRows({ model, narrow, readOnly, widths, onWidths }: ListRowsProps) {
  const { screen, state, change, records, selection, context, fields, narrowed, clear } = model
  const client = useQueryClient()
  const { page, summary } = records
  const fallback = screen.list?.sort
  const isEditing = model.editing !== null && !narrow
  const editing = useModule(isEditing, loadEditing)
  const isGrouped = state.group.length > 0 && !isEditing
  const asCards = usePhoneShape() === 'cards' && narrow
  const there = !asCards && (records.page.data !== undefined || isGrouped)
  const groups = useModule(isGrouped, loadGroups)
  const cards = useModule(asCards && !isGrouped, loadCards)
  const menu = useModule(there, loadMenu)
  const columns = useModule(there && !narrow, loadColumns)
  const keeper = usePlaceKeeper()
  const notice = useModule(useLater(records.page.data !== undefined), loadNotice)
  const empties = useModule(records.page.data?.records.length === 0 || isGrouped, loadEmpty)
  const failure = useModule(records.uncounted !== null, loadUncounted)
  const marks = useModule(state.search !== '', loadMarks)
  const sort = useCallback(
    (field: string, add: boolean) =>
      change((current) => ({ ...current, page: 1, sort: toggleSort(current.sort, field, add, fallback ?? []) })),
    [change, fallback],
  )
  if (page.error && !page.data)
    return <ListFailure error={page.error} onRetry={() => void page.refetch()} onClear={narrowed ? clear : undefined} />
  const rows = page.data?.records ?? null
  const total = model.total
  const empty = empties && (
    <empties.ListEmpty
      screen={screen}
      rights={model.rights}
      readOnly={readOnly}
      narrowed={narrowed}
      beyond={state.page > 1}
      onClear={clear}
      onFirstPage={() => change((current) => ({ ...current, page: 1 }))}
    />
  )
  const shared = {
    label: screen.plural,
    fields,
    rows,
    context,
    rowId,
    rowTitle: model.rowTitle,
    rowHref: model.rowHref,
  }
  return (
    <>
      {isEditing ? (
        editing ? (
          <editing.EditMode
            model={model}
            start={model.editing!}
            widths={widths}
            onClose={() => model.setEditing(null)}
          />
        ) : (
          <SkeletonLines lines={12} className="flex-1 p-4" />
        )
      ) : isGrouped ? (
        groups ? (
          <groups.GroupedRows
            model={model}
            narrow={asCards}
            readOnly={readOnly}
            widths={widths}
            onWidths={onWidths}
            onSort={sort}
            empty={empty}
          />
        ) : (
          <SkeletonLines lines={12} className="flex-1 p-4" />
        )
      ) : asCards ? (
        !cards ? (
          <SkeletonLines lines={12} className="flex-1 p-4" />
        ) : rows?.length === 0 ? (
          empty
        ) : (
          <cards.RowCards
            {...shared}
            screen={screen}
            chosen={selection.state}
            onChoose={readOnly ? undefined : selection.choose}
            stale={page.isPlaceholderData}
          />
        )
      ) : (
        <DataTable
          {...shared}
          skeletonRows={Math.min(state.limit, skeletonRows)}
          total={total}
          linked={model.linked}
          // The list's own order has many keys to be total; only its first one says something.
          sort={state.sort === fallback ? state.sort.slice(0, 1) : state.sort}
          onSort={sort}
          pinned={state.pinned}
          widths={widths}
          onWidths={onWidths}
          selection={selection.over((rows ?? []).map(rowId))}
          totalled={screen.list?.totals}
          totals={summary.data?.totals}
          staleTotals={summary.isPlaceholderData}
          noTotals={failure?.noTotals(model)}
          commands={model.commands}
          stale={page.isPlaceholderData}
          question={records.question}
          keeper={keeper}
          empty={empty}
        />
      )}
      {notice && !isGrouped && !isEditing && (
        <notice.ListNotice
          asked={page}
          what={screen.plural.toLowerCase()}
          locale={model.locale}
          onStop={records.stop}
          onAgain={() => void page.refetch()}
        />
      )}
      {marks && (
        <marks.SearchMarks
          search={state.search}
          columns={screen.fields
            .filter((field) => field.search)
            .map(({ name }) => name)
            .join()}
        />
      )}
      {columns && !narrow && !isEditing && <columns.ColumnTools model={model} />}
      {menu && there && !isEditing && (
        <menu.RowMenu
          screen={screen}
          rows={model.inSight}
          titleOf={model.rowTitle}
          readOnly={readOnly}
          canEdit={model.canEdit}
          onEditCell={
            model.canStage
              ? (row, name) => model.setEditing({ id: Number(row.id), ...(name === undefined ? {} : { field: name }) })
              : undefined
          }
          fields={fields}
          onCopy={(row) => void model.copy([row])}
          model={model}
          onAction={(action, row) => model.runAction(action, { ids: [Number(row.id)], name: model.rowTitle(row) })}
          onDelete={
            model.canDelete
              ? (row) => model.setDialog({ kind: 'delete', scope: { kind: 'ids', ids: [Number(row.id)] } })
              : undefined
          }
        />
      )}
      {!isGrouped && (
        <Pager
          page={state.page}
          limit={state.limit}
          shown={rows?.length ?? null}
          total={total}
          estimated={summary.data?.estimated ?? false}
          uncounted={records.uncounted !== null}
          locale={model.locale}
          onPage={(next) => change((current) => ({ ...current, page: next }))}
          onLast={
            summary.data?.estimated
              ? () => void import('./last-page.ts').then((last) => last.goToLastPage(client, model))
              : undefined
          }
          onLimit={(limit) => model.arrange({ limit })}
          onNear={records.prefetchNext}
        />
      )}
    </>
  )
}
