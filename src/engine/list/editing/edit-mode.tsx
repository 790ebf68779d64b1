import type { Field } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ClipboardEvent } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { counted } from '#src/widgets/counted.ts'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { pageQuery, statePage } from '../list-records.ts'
import { ListFailure } from '../list-states.tsx'
import { rowTitle } from '../row-title.ts'
import type { ListModel } from '../use-list-page.ts'
import { at, rangeOf, type Cursor } from './cell-range.ts'
import { CellLine } from './cell-line.tsx'
import { checkStaged, editableInCell, newRecord, rowValues } from './check-staged.ts'
import { blockText, readBlock } from './clipboard.ts'
import { EditGrid } from './edit-grid.tsx'
import { EditToolbar } from './edit-toolbar.tsx'
import { clearRange, editOf, fillDown, pasteCells, pastedRange, type GridEdits, type GridRow } from './grid-edits.ts'
import { ReviewDialog } from './review-dialog.tsx'
import {
  isBlank,
  keyOfId,
  rebase,
  stageCells,
  stageRows,
  stagedValues,
  unstageCell,
  type StagedRecord,
} from './staging.ts'
import { useSave } from './use-save.ts'
import { useStaging } from './use-staging.ts'

/** The cell with which editing begins. */
export interface EditStart {
  readonly id?: number
  readonly field?: string
}

interface EditModeProps {
  readonly model: ListModel
  readonly start: EditStart
  readonly widths: ColumnWidths
  readonly onClose: () => void
}

const mostNewRows = 5_000
let numbered = 0
const newKey = (): string => `n${Date.now().toString(36)}-${(numbered += 1)}`

function useUser(): string {
  const client = useQueryClient()
  const known = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).find(([, data]) => data)?.[1]
  return String(known?.profile.id ?? '')
}

/** The rows of a list with cells to edit: changes are staged, looked at together and saved record by record. */
export function EditMode({ model, start, widths, onClose }: EditModeProps) {
  const { screen, state, records, context, rights } = model
  const client = useQueryClient()
  const staged = useStaging(screen.name, useUser())
  const { staging } = staged
  const fields = useMemo(() => model.fields.filter(editableInCell), [model.fields])
  // Whole records: rules look at fields that are no columns.
  const parameters = useMemo(() => {
    const { columns: _columns, ...rest } = statePage(screen, state, undefined)
    return rest
  }, [screen, state])
  const page = useQuery(pageQuery(client, { endpoint: records.endpoint, screen: screen.name, parameters }))
  const read = page.data?.records
  const rows = useMemo<readonly GridRow[]>(
    () => [
      ...(read ?? []).map((base) => {
        const key = keyOfId(base.id)
        return { key, id: base.id, base, staged: staging.get(key) }
      }),
      ...[...staging.values()]
        .filter((record) => record.id === null)
        .map((record) => ({ key: record.key, id: null, base: record.base, staged: record })),
    ],
    [read, staging],
  )
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const began = at(
    Math.max(0, read?.findIndex((record) => record.id === start.id) ?? 0),
    Math.max(
      0,
      fields.findIndex((field) => field.name === start.field),
    ),
  )
  const here = cursor ?? began
  const [claims, setClaims] = useState(0)
  const [asking, setAsking] = useState<'discard' | 'close' | null>(null)
  const [reviewing, setReviewing] = useState(false)
  const save = useSave({ model, staged, onAllSaved: () => setReviewing(false) })
  const { blocker, release } = useLeaveGuard(() => staged.counts.records > 0)
  const problems = useMemo(
    () =>
      [...staging.values()].filter(
        (record) =>
          !isBlank(record) &&
          (record.refusal?.current || Object.keys(checkStaged(record, screen.fields).problems).length > 0),
      ).length,
    [staging, screen.fields],
  )
  const canCreate = rights.create
  const titleOfNew = useCallback(
    (values: Readonly<Record<string, unknown>>) => {
      const title = rowTitle(screen, { ...values, id: '' })
      return title.trim() === screen.label ? `New ${screen.label.toLowerCase()}` : title
    },
    [screen],
  )
  const titleOf = useCallback(
    ({ id, base, staged: record }: Pick<GridRow, 'id' | 'base' | 'staged'>) =>
      id === null ? titleOfNew(rowValues(base, record)) : rowTitle(screen, base),
    [screen, titleOfNew],
  )

  const tell = ({ locked }: GridEdits, beyond = 0): void => {
    const parts = [
      ...(locked > 0 ? [`${locked === 1 ? 'One cell is' : `${locked} cells are`} locked and stayed as before`] : []),
      ...(beyond > 0 ? [`${beyond === 1 ? 'one column lies' : `${beyond} columns lie`} beyond the last one`] : []),
    ]
    if (parts.length > 0) notify.warning('Not everything was taken over', { description: `${parts.join('; ')}.` })
  }
  const apply = (edits: GridEdits): void => {
    staged.edit(edits.edits)
    tell(edits)
  }
  const putOne = (row: GridRow, field: Field, value: unknown): void => {
    const edit = editOf(screen, row, field, value)
    if (edit) staged.edit([edit])
  }
  const fresh = (count: number): readonly GridRow[] =>
    Array.from({ length: count }, () => ({
      key: newKey(),
      id: null,
      base: newRecord(screen.fields),
      staged: undefined,
    }))
  const addRow = (): void => {
    const [row] = fresh(1)
    staged.step((current) => stageRows(current, [row!.key], row!.base))
    const column = fields.findIndex((field) => !field.readOnly)
    setCursor(at(rows.length, Math.max(0, column)))
    setClaims((count) => count + 1)
  }
  const paste = (event: ClipboardEvent): void => {
    const block = readBlock(event.clipboardData.getData('text/plain'))
    if (block.length === 0) return
    event.preventDefault()
    const target = { range: rangeOf(here), locale: model.locale }
    const range = pastedRange(target, block)
    const wanted = Math.max(0, range.bottom + 1 - rows.length)
    if (wanted > mostNewRows)
      return notify.warning(`At most ${mostNewRows} new rows are pasted at a time`, {
        description: 'A longer list is better uploaded as a file.',
      })
    const added = canCreate ? fresh(wanted) : []
    const edits = pasteCells(screen, [...rows, ...added], fields, block, target)
    staged.step((current) =>
      stageCells(
        added.length > 0
          ? stageRows(
              current,
              added.map(({ key }) => key),
              added[0]!.base,
            )
          : current,
        edits.edits,
      ),
    )
    setCursor({
      active: { row: range.top, column: range.left },
      anchor: {
        row: Math.min(range.bottom, rows.length + added.length - 1),
        column: Math.min(range.right, fields.length - 1),
      },
    })
    tell(edits, edits.beyond)
    if (wanted > added.length)
      notify.warning('Rows beyond the last one were left out', { description: 'You cannot create records here.' })
    return undefined
  }
  const copied = (headings: boolean): string => {
    const { top, bottom, left, right } = rangeOf(here)
    return blockText(
      rows.slice(top, bottom + 1).map((row) => rowValues(row.base, row.staged)),
      fields.slice(left, right + 1),
      { locale: model.locale, headings },
    )
  }
  const copyWithHeadings = async (): Promise<void> => {
    await navigator.clipboard.writeText(copied(true))
    notify.success('Cells copied with headings')
  }
  const close = (): void => {
    staged.forget()
    release()
    onClose()
  }
  const context_ = useMemo(() => {
    const { referenceHref: _href, ...rest } = context
    return { ...rest, labels: { ...context.labels, ...page.data?.labels } }
  }, [context, page.data?.labels])

  if (page.error && !page.data)
    return <ListFailure error={page.error} onRetry={() => void page.refetch()} onClear={undefined} />
  if (!page.data) return <SkeletonLines lines={12} className="flex-1 p-4" />
  const row = rows[here.active.row]
  return (
    <>
      <EditToolbar
        model={staged}
        problems={problems}
        onAdd={canCreate ? addRow : undefined}
        onCopy={() => void copyWithHeadings()}
        onDiscardAll={() => setAsking('discard')}
        onReview={() => setReviewing(true)}
        onClose={() => (staged.counts.records > 0 ? setAsking('close') : close())}
      />
      <CellLine
        screen={screen}
        row={row}
        field={fields[here.active.column]}
        title={row ? titleOf(row) : ''}
        context={context_}
      />
      <EditGrid
        label={`${screen.plural}, cells can be edited`}
        screen={screen}
        fields={fields}
        rows={rows}
        titleOf={titleOf}
        context={context_}
        widths={widths}
        cursor={here}
        claims={claims}
        beginsOpen={start.field !== undefined}
        onCursor={setCursor}
        onValue={putOne}
        onToggle={putOne}
        onClear={() => apply(clearRange(screen, rows, fields, rangeOf(here)))}
        onFillDown={() => apply(fillDown(screen, rows, fields, rangeOf(here)))}
        onUndo={staged.undo}
        onRedo={staged.redo}
        onDiscard={(key) => staged.discard([key])}
        onCopy={(event, cut) => {
          event.clipboardData.setData('text/plain', copied(false))
          event.preventDefault()
          if (cut) apply(clearRange(screen, rows, fields, rangeOf(here)))
        }}
        onPaste={paste}
      />
      {reviewing && (
        <ReviewDialog
          screen={screen}
          staging={staging}
          context={context_}
          titleOf={(record: StagedRecord) =>
            record.id === null ? titleOfNew(stagedValues(record)) : rowTitle(screen, record.base)
          }
          progress={save.progress}
          problem={save.problem}
          onSave={(ready) => void save.run(ready)}
          onStop={save.stop}
          onDiscard={(key) => staged.discard([key])}
          onDiscardCell={(key, field) => staged.step((current) => unstageCell(current, key, field))}
          onKeepMine={(key) =>
            staged.step((current) => rebase(current, key, current.get(key)?.refusal?.current ?? {}, screen.fields))
          }
          onClose={() => save.progress === null && setReviewing(false)}
        />
      )}
      <ConfirmDialog
        open={asking !== null}
        title="Discard the changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          if (asking === 'close') close()
          else staged.restart(() => new Map())
          setAsking(null)
        }}
        onClose={() => setAsking(null)}
      >
        {counted(staged.counts.records, [screen.label, screen.plural], model.locale)} with changes that are not saved.
      </ConfirmDialog>
      <LeaveDialog
        blocker={blocker}
        changes={staged.counts.cells}
        onLeave={() => {
          staged.forget()
          release()
        }}
      />
    </>
  )
}
