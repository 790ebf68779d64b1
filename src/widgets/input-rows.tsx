import { useVirtualizer } from '@tanstack/react-virtual'
import {
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { notify } from '#src/ui/notify.ts'
import type { InputProps, InputWidget } from './input.ts'
import { MoreAside } from './table/more-aside.tsx'
import { pinnedClass } from './table/table-style.ts'
import { giveFile } from './files/dropped-files.ts'
import { FileTargetContext } from './files/file-target.ts'
import { revealEvent, type RevealDetail } from './reveal.ts'
import { tellingColumns, useFrozenColumns } from './rows/frozen-columns.ts'
import { rowKeyOf } from './rows/row-keys.ts'
import { controlAt, enter, focusButton, openerColumn, placeOf, type RowPlace } from './rows/row-place.ts'
import { RowDrawer } from './rows/row-drawer.tsx'
import { RowLine } from './rows/row-line.tsx'
import { asRows, copyBlock, emptyRow, isBlock, oneLine, pasteBlock, quotedCell } from './rows/row-list.ts'
import { RowsBar } from './rows/rows-bar.tsx'
import { leastWidth, opensRows, RowsHead } from './rows/rows-head.tsx'
import { type RowActions, useRows } from './rows/use-rows.ts'

const rowHeight = 37
const virtualFrom = 40
/** Each is sent from its row, which has to be drawn for it. */
const mostDropped = 20
const noFields: readonly Field[] = []

const roundedPaste = (count: number) =>
  `${count === 1 ? '1 pasted number was' : `${count} pasted numbers were`} rounded to the decimals of ${count === 1 ? 'its column' : 'their columns'}.`

/** Puts a text where the cursor stands, in place of what is selected; false for an element that takes no text. */
function insert(target: EventTarget, text: string): boolean {
  const long = target instanceof HTMLTextAreaElement
  if (!long && !(target instanceof HTMLInputElement)) return false
  const { selectionStart: start, selectionEnd: end } = target
  if (start === null || end === null) return false
  target.setRangeText(long ? text : oneLine(text), start, end, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true }))
  return true
}

/** Nested rows as a table that is worked in like a spreadsheet: `inputs` is the registry this widget is part of. */
export function RowsInput(props: InputProps & { readonly inputs: Readonly<Record<Field['type'], InputWidget>> }) {
  const { id, field, value, onChange, locale, disabled, inputs } = props
  const fields = field.fields ?? noFields
  const rows = asRows(value)
  const limit = field.maxRows ?? 5000
  const scroller = useRef<HTMLDivElement>(null)
  const state = useRows({ field, rows, locale, onChange })
  const { keys, actions, chosen, now, openedAt } = state
  const opens = opensRows(fields, disabled)
  const chosenAt = rows.flatMap((_, index) => (chosen.has(keys.current[index]!) ? [index] : []))
  const target = use(FileTargetContext)
  const within = useMemo(() => target && { ...target, within: field.name }, [target, field.name])
  const virtual = rows.length > virtualFrom
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    enabled: virtual,
  })
  // The number of the row and what tells it from the others.
  const frozen = useFrozenColumns(scroller, 1 + tellingColumns(fields, field.key))
  const items = virtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const before = virtual ? (items[0]?.start ?? 0) : 0
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const cellAt = (place: RowPlace) => controlAt(id, place, fields)
  const focusCell = (place: RowPlace) => {
    const there = cellAt(place)
    if (there) return enter(there)
    if (virtual) {
      virtualizer.scrollToIndex(place.row)
      // Told at once and not with the next frame, so that the row is drawn and has the focus before anything is painted.
      scroller.current?.dispatchEvent(new Event('scroll'))
      const drawn = cellAt(place)
      if (drawn) return enter(drawn)
    }
    requestAnimationFrame(() => requestAnimationFrame(() => enter(cellAt(place))))
  }
  const add = (below?: number) => {
    const at = state.add(below)
    if (at !== null) requestAnimationFrame(() => focusCell({ row: at, column: 0 }))
  }
  const remove = ({ row, column }: RowPlace) => {
    actions.remove(row)
    const left = now().length
    requestAnimationFrame(() => {
      if (left > 0) focusCell({ row: Math.min(row, left - 1), column })
      else scroller.current?.focus()
    })
  }
  // Where the row that is open was opened from: closed, the focus returns there, in the row that was shown last.
  const [openedFrom, setOpenedFrom] = useState(openerColumn)
  const open = ({ row, column }: RowPlace) => {
    setOpenedFrom(column)
    actions.open(row)
  }
  const close = () => {
    actions.open(null)
    requestAnimationFrame(() => focusCell({ row: openedAt, column: openedFrom }))
  }
  /** The keys that save the form do so from the form of a row too, which would cover what the form has to say. */
  const saveFromDrawer = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    const form = scroller.current?.closest('form')
    actions.open(null)
    setTimeout(() => form?.requestSubmit())
  }
  const press = (event: KeyboardEvent) => {
    const place = disabled ? null : placeOf(event.target)
    const key = place && !event.defaultPrevented ? rowKeyOf(event, event.target as Element) : undefined
    if (!place || !key || place.column < 0) return
    event.preventDefault()
    event.stopPropagation()
    const cell = fields[place.column]
    const act = {
      up: () => place.row > 0 && focusCell({ ...place, row: place.row - 1 }),
      down: () =>
        place.row + 1 < rows.length
          ? focusCell({ ...place, row: place.row + 1 })
          : event.key === 'Enter' && cell && add(place.row),
      add: () => add(place.row),
      remove: () => remove(place),
      moveUp: () => actions.move(place.row, -1),
      moveDown: () => actions.move(place.row, 1),
      fill: () => cell && !cell.readOnly && actions.fillDown(place.row, cell.name),
      open: () => opens && open(place),
    }
    // What was typed is handed over before its row goes elsewhere.
    if (event.target instanceof HTMLElement) event.target.blur()
    act[key]()
    const stays = { moveUp: -1, moveDown: 1, fill: 0 }[String(key)]
    if (stays === undefined) return
    const row = Math.max(0, Math.min(rows.length - 1, place.row + stays))
    requestAnimationFrame(() => focusCell({ ...place, row }))
  }
  const fileColumn = disabled ? undefined : fields.find(({ type, readOnly }) => type === 'file' && !readOnly)
  const drop = (files: readonly File[]) => {
    const from = now().length
    const taken = files.slice(0, Math.min(mostDropped, limit - from))
    if (taken.length < files.length) {
      notify.info(`${taken.length} of ${files.length} files are taken; more are not kept here at a time.`)
    }
    taken.forEach((file, index) => giveFile(`${id}_${from + index}_${fileColumn?.name}`, file))
    state.put([...now(), ...taken.map(() => emptyRow(fields))])
  }
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (fileColumn && event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!fileColumn || event.defaultPrevented || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      drop([...event.dataTransfer.files])
    },
  }
  const paste = (event: ClipboardEvent) => {
    if (disabled) return
    const { target } = event
    const text = event.clipboardData.getData('text/plain')
    const alone = quotedCell(text)
    if (alone !== null && insert(target, alone)) event.preventDefault()
    if (!isBlock(text)) return
    event.preventDefault()
    const at = placeOf(target)
    const held = target instanceof HTMLElement && target === document.activeElement ? target : null
    // What was typed is handed over before the block, which would lose its cell to it.
    held?.blur()
    const from = at && at.column >= 0 ? at : { row: now().length, column: 0 }
    // Drawn at once, because an input that gets the focus takes up what it shows.
    const pasted = pasteBlock(now(), fields, from, text, locale)
    flushSync(() => state.put(pasted.rows))
    held?.focus()
    // Cell by cell only where one types; a block says it once.
    if (pasted.rounded > 0) notify.info(roundedPaste(pasted.rounded))
  }
  const latest = useRef({ press, remove, open })
  useLayoutEffect(() => {
    latest.current = { press, remove, open }
  })
  const [onKey] = useState(() => (event: KeyboardEvent) => latest.current.press(event))
  /** What the buttons of a row do: the focus goes with the row, or to the one that takes its place. */
  const [rowActions] = useState<RowActions>(() => ({
    ...actions,
    open: (row) => (row === null ? actions.open(null) : latest.current.open({ row, column: openerColumn })),
    remove: (row) => latest.current.remove({ row, column: Infinity }),
    move: (row, step) => {
      actions.move(row, step)
      const buttons = step < 0 ? (['up', 'down'] as const) : (['down', 'up'] as const)
      requestAnimationFrame(() => focusButton(id, row + step, buttons))
    },
  }))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        copyBlock(
          chosenAt.map((index) => rows[index]!),
          fields,
          locale,
        ),
      )
      notify.success(chosenAt.length === 1 ? '1 row copied' : `${chosenAt.length} rows copied`)
    } catch {
      notify.error('The browser did not allow copying.')
    }
  }
  useEffect(() => {
    const element = scroller.current
    const reveal = (event: Event) => {
      const index = Number((event as CustomEvent<RevealDetail>).detail.path[0])
      if (virtual && Number.isInteger(index)) virtualizer.scrollToIndex(index, { align: 'center' })
    }
    element?.addEventListener(revealEvent, reveal)
    return () => element?.removeEventListener(revealEvent, reveal)
  }, [virtual, virtualizer])
  const issues = props.issues ?? []
  const issuesAt = (row: number) =>
    issues.filter(({ path }) => path[0] === row).map((issue) => ({ ...issue, path: issue.path.slice(1) }))
  return (
    <FileTargetContext value={within}>
      <div
        role="group"
        className="group/rows"
        aria-label={field.label}
        aria-describedby={props.describedBy}
        {...dropping}
        onPaste={paste}
      >
        <div className="relative">
          <div
            ref={scroller}
            id={id}
            // Without cells to go through, the arrow keys scroll what is wider than the page.
            {...(rows.length === 0 || disabled
              ? { tabIndex: 0, role: 'region', 'aria-label': `Table of ${field.label.toLowerCase()}` }
              : { tabIndex: -1 })}
            // What gets the focus is scrolled out from below the headings and the columns that stay.
            className={`max-h-[520px] scroll-pt-10 overflow-auto [contain:content] rounded border bg-panel ${props.invalid ? 'border-bad' : 'border-line'}`}
            style={{ scrollPaddingInlineStart: frozen.width }}
          >
            {/* Fixed columns: a keystroke lays out its own cell, and scrolling moves no column. */}
            <table
              className={cx('w-full table-fixed border-collapse text-left', pinnedClass(frozen.count))}
              style={{ minWidth: leastWidth(fields, disabled), ...frozen.starts }}
            >
              <RowsHead
                label={field.label}
                fields={fields}
                sort={state.sort}
                disabled={disabled}
                count={rows.length}
                chosen={chosenAt.length}
                onSort={state.sortBy}
                onChooseAll={state.chooseAll}
              />
              <tbody>
                {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
                {items.map(({ index }) => (
                  <RowLine
                    key={keys.current[index]}
                    id={id}
                    row={rows[index]!}
                    index={index}
                    last={index === rows.length - 1}
                    fields={fields}
                    inputs={inputs}
                    chosen={chosen.has(keys.current[index]!)}
                    issues={issuesAt(index)}
                    actions={rowActions}
                    context={props}
                    onKey={onKey}
                    opens={opens}
                  />
                ))}
                {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
                {rows.length === 0 ? (
                  <tr>
                    <td colSpan={fields.length + 2} className="px-3 py-4 text-ink-3 whitespace-normal">
                      {disabled
                        ? 'No rows'
                        : fileColumn
                          ? 'No rows yet. Add one, or drop files here.'
                          : 'No rows yet. Add one, or paste a block from a spreadsheet.'}
                    </td>
                  </tr>
                ) : null}
              </tbody>
            </table>
          </div>
          <MoreAside box={scroller} />
        </div>
        {disabled ? null : (
          <RowsBar
            label={field.label}
            count={rows.length}
            chosen={chosenAt.length}
            limit={limit}
            opens={opens}
            onAdd={() => add()}
            onCopy={() => void copy()}
            onDuplicate={() => state.duplicateMany(chosenAt)}
            onRemove={() => {
              state.removeMany(chosenAt)
              scroller.current?.focus()
            }}
            onClear={() => state.chooseAll(false)}
          />
        )}
      </div>
      {/* Beside the table: what is pasted or dropped into the form is not for the table. */}
      {opens && openedAt >= 0 ? (
        <RowDrawer
          id={id}
          label={field.label}
          row={rows[openedAt]!}
          index={openedAt}
          count={rows.length}
          fields={fields}
          inputs={inputs}
          issues={issuesAt(openedAt)}
          actions={actions}
          context={props}
          isFull={rows.length >= limit}
          from={fields[openedFrom]}
          onRemove={() => {
            actions.open(null)
            remove({ row: openedAt, column: openedFrom })
          }}
          onKeyDown={saveFromDrawer}
          onClose={close}
        />
      ) : null}
    </FileTargetContext>
  )
}
