import type { Field } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ClipboardEvent } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { requestKey } from '#src/data/request-key.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { readBlock } from '#src/widgets/copied-block.ts'
import { counted } from '#src/widgets/counted.ts'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { ListFailure } from '../list-failure.tsx'
import { rowTitle } from '../row-title.ts'
import type { ListModel } from '../use-list-page.ts'
import { at, rangeOf, sizeOf, within, type Cursor } from './cell-range.ts'
import { CellLine } from './cell-line.tsx'
import { newRecord, rowValues, stagedText } from './check-staged.ts'
import { blockText } from './clipboard.ts'
import { EditGrid } from './edit-grid.tsx'
import { EditToolbar } from './edit-toolbar.tsx'
import {
  clearRange,
  editOf,
  fillOf,
  fillRange,
  pasteCells,
  pastedRange,
  type Fill,
  type GridRow,
} from './grid-edits.ts'
import { tellLeft } from './grid-words.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { keepCell, rebase, stageRows, stagedValues, takeTheirs, type StagedRecord } from './staging.ts'
import { useCollided } from './use-collided.ts'
import { useEditFields, useEditRows } from './use-edit-rows.ts'
import { useGridWork } from './use-grid-work.ts'
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

const mostNewRows = 10_000

function useUser(): string {
  const client = useQueryClient()
  const known = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).find(([, data]) => data)?.[1]
  return String(known?.profile.id ?? '')
}

/** The rows of a list with cells to edit: changes are staged, looked at together and saved record by record. */
export function EditMode({ model, start, widths, onClose }: EditModeProps) {
  const { screen, context, rights } = model
  const staged = useStaging(screen, useUser())
  const { staging } = staged
  useCollided(screen, staged)
  const { page, rows } = useEditRows(model, staged)
  const { fields, problems } = useEditFields(model.fields, staging, screen)
  const { work, run, stop } = useGridWork(staged)
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const began = at(
    Math.max(
      0,
      rows.findIndex((row) => row.id === start.id),
    ),
    Math.max(
      0,
      fields.findIndex((field) => field.name === start.field),
    ),
  )
  const here = within(cursor ?? began, rows.length, fields.length)
  const [claims, setClaims] = useState(0)
  const [asking, setAsking] = useState<'discard' | 'close' | null>(null)
  const [reviewing, setReviewing] = useState(false)
  const [said, setSaid] = useState('')
  const save = useSave({ model, staged, onAllSaved: () => setReviewing(false) })
  const { blocker, release } = useLeaveGuard(() => staged.counts.records > 0)
  const labels = [screen.label, screen.plural] as const
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
      id === null ? titleOfNew(rowValues(base, record, screen.fields)) : rowTitle(screen, base),
    [screen, titleOfNew],
  )
  const cellContext = useMemo(() => {
    const { referenceHref: _href, ...rest } = context
    return { ...rest, labels: { ...context.labels, ...page.data?.labels } }
  }, [context, page.data?.labels])

  const putOne = (row: GridRow, field: Field, value: unknown): void => {
    const edit = editOf(screen, row, field, value)
    if (!edit) return
    staged.edit([edit])
    setSaid(`${field.label} is now ${stagedText(value, field, cellContext) || 'empty'}`)
  }
  const fresh = (count: number): readonly GridRow[] => {
    const base = newRecord(screen.fields)
    return Array.from({ length: count }, () => ({ key: requestKey(), id: null, base, staged: undefined }))
  }
  const addRow = (): void => {
    const [row] = fresh(1)
    staged.step((current) => stageRows(current, [row!.key], row!.base))
    const column = fields.findIndex((field) => !field.readOnly)
    setCursor(at(rows.length, Math.max(0, column)))
    setClaims((count) => count + 1)
  }
  const clear = async (): Promise<void> => {
    const range = rangeOf(here)
    const done = await run('Emptying cells', sizeOf(range), clearRange(screen, rows, fields, range))
    if (done) tellLeft(done)
  }
  const fill = async (asked: Fill | null): Promise<void> => {
    if (!asked) return
    const { from, to } = asked
    const reach = { ...from, top: Math.min(from.top, to), bottom: Math.max(from.bottom, to) }
    const done = await run('Filling cells', sizeOf(reach), fillRange(screen, rows, fields, asked))
    if (!done) return
    tellLeft(done)
    setCursor({ active: { row: reach.top, column: reach.left }, anchor: { row: reach.bottom, column: reach.right } })
    setClaims((count) => count + 1)
  }
  const paste = async (text: string): Promise<void> => {
    const block = readBlock(text)
    const target = { range: rangeOf(here), locale: model.locale }
    const range = pastedRange(target, block)
    const wanted = Math.max(0, range.bottom + 1 - rows.length)
    if (wanted > mostNewRows)
      return notify.warning(`At most ${mostNewRows} new rows are pasted at a time`, {
        description: 'A longer list is better uploaded as a file.',
      })
    const all = [...rows, ...(canCreate ? fresh(wanted) : [])]
    const done = await run('Pasting', sizeOf(range), pasteCells(screen, all, fields, block, target))
    if (!done) return undefined
    setCursor({
      active: { row: range.top, column: range.left },
      anchor: { row: Math.min(range.bottom, all.length - 1), column: Math.min(range.right, fields.length - 1) },
    })
    setClaims((count) => count + 1)
    tellLeft(done)
    if (wanted > 0 && !canCreate)
      notify.warning('Rows beyond the last one were left out', { description: 'You cannot create records here.' })
    return undefined
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    if (text === '') return
    event.preventDefault()
    void paste(text)
  }
  const copied = (headings: boolean): string => {
    const { top, bottom, left, right } = rangeOf(here)
    return blockText(
      rows.slice(top, bottom + 1).map((row) => rowValues(row.base, row.staged, screen.fields)),
      fields.slice(left, right + 1),
      { locale: model.locale, headings },
    )
  }
  const copyWithHeadings = async (): Promise<void> => {
    await navigator.clipboard.writeText(copied(true))
    notify.success('Cells copied with headings')
  }
  const keepMine = (key: string): void =>
    staged.step((current) => rebase(current, key, current.get(key)?.refusal?.current ?? {}, screen.fields))
  const close = (): void => {
    staged.forget()
    release()
    onClose()
  }

  if (page.error && !page.data)
    return <ListFailure error={page.error} onRetry={() => void page.refetch()} onClear={undefined} />
  if (!page.data || !staged.loaded) return <SkeletonLines lines={12} className="flex-1 p-4" />
  const row = rows[here.active.row]
  return (
    <>
      <EditToolbar
        model={staged}
        problems={problems}
        work={work}
        onStop={stop}
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
        context={cellContext}
        onMine={(key, field) => staged.step((current) => keepCell(current, key, field, screen.fields))}
        onTheirs={(key, field) => staged.step((current) => takeTheirs(current, key, field, screen.fields))}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <EditGrid
        label={`${screen.plural}, cells can be edited`}
        screen={screen}
        fields={fields}
        rows={rows}
        titleOf={titleOf}
        context={cellContext}
        widths={widths}
        cursor={here}
        claims={claims}
        busy={work !== null}
        beginsOpen={start.field !== undefined}
        onCursor={setCursor}
        onValue={putOne}
        onToggle={putOne}
        onClear={() => void clear()}
        onFillDown={(isSeries) => void fill(fillOf(rangeOf(here), isSeries))}
        onFill={(asked) => void fill(asked)}
        onUndo={staged.undo}
        onRedo={staged.redo}
        onDiscard={staged.discardOne}
        onCopy={(event, cut) => {
          event.clipboardData.setData('text/plain', copied(false))
          event.preventDefault()
          if (cut) void clear()
        }}
        onPaste={onPaste}
      />
      {reviewing && (
        <ReviewDialog
          screen={screen}
          staging={staging}
          context={cellContext}
          titleOf={(record: StagedRecord) =>
            record.id === null ? titleOfNew(stagedValues(record)) : rowTitle(screen, record.base)
          }
          progress={save.progress}
          problem={save.problem}
          onSave={(ready) => void save.run(ready)}
          onStop={save.stop}
          onDiscard={staged.discardOne}
          onTheirs={(key, field) => staged.step((current) => takeTheirs(current, key, field, screen.fields))}
          onKeepMine={keepMine}
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
          else staged.discardAll()
          setAsking(null)
        }}
        onClose={() => setAsking(null)}
      >
        {counted(staged.counts.records, labels, model.locale)} with changes that are not saved.
        {asking === 'discard' && ' Undo brings them back while you go on editing.'}
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
