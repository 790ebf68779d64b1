import { useVirtualizer } from '@tanstack/react-virtual'
import { use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import type { InputProps, InputWidget } from './input.ts'
import { FileTargetContext } from './files/file-target.ts'
import { revealEvent, type RevealDetail } from './reveal.ts'
import { RowLine, type RowActions } from './rows/row-line.tsx'
import { asRows, emptyRow, isBlock, moved, pasteBlock, type Row } from './rows/row-list.ts'
import { textFormatOf } from './text-format.ts'

const widths: Partial<Record<Field['type'], number>> = {
  flag: 64,
  integer: 96,
  decimal: 120,
  money: 130,
  percent: 100,
  date: 150,
  dateTime: 190,
  reference: 200,
}
const rowHeight = 37
const virtualFrom = 40

/** Keeps a key for every row, so that a moved row keeps its inputs and their focus. */
function useRowKeys(count: number) {
  const counter = useRef(0)
  const keys = useRef<number[]>([])
  while (keys.current.length < count) keys.current.push((counter.current += 1))
  keys.current.length = count
  return keys
}

/** Nested rows as a table: `inputs` is the registry this widget is part of. */
export function RowsInput(props: InputProps & { readonly inputs: Readonly<Record<Field['type'], InputWidget>> }) {
  const { id, field, value, onChange, locale, disabled, inputs } = props
  const fields = field.fields ?? noFields
  const rows = asRows(value)
  const keys = useRowKeys(rows.length)
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useRef({ rows, onChange, fields, field })
  useLayoutEffect(() => {
    latest.current = { rows, onChange, fields, field }
  })
  const put = (next: readonly Row[]) => {
    // Two changes before the next render (a draft handed over by a click on Remove) must both count.
    latest.current.rows = next
    latest.current.onChange(next.length === 0 ? null : next)
  }
  const [actions] = useState<RowActions>(() => ({
    change: (index, name, cell) =>
      put(latest.current.rows.map((row, at) => (at === index ? { ...row, [name]: cell } : row))),
    move: (index, step) => {
      const to = index + step
      if (to < 0 || to >= latest.current.rows.length) return
      keys.current = moved(keys.current, index, to)
      put(moved(latest.current.rows, index, to))
    },
    duplicate: (index) => {
      keys.current.splice(index + 1, 0, Math.max(0, ...keys.current) + 1)
      put(latest.current.rows.flatMap((row, at) => (at === index ? [row, { ...row }] : [row])))
    },
    remove: (index) => {
      keys.current.splice(index, 1)
      put(latest.current.rows.filter((_, at) => at !== index))
    },
  }))
  const target = use(FileTargetContext)
  const within = useMemo(() => target && { ...target, within: field.name }, [target, field.name])
  const virtual = rows.length > virtualFrom
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    enabled: virtual,
  })
  const items = virtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const before = virtual ? (items[0]?.start ?? 0) : 0
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const focusCell = (index: number) => {
    if (virtual) virtualizer.scrollToIndex(index)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.getElementById(`${id}_${index}_${fields[0]?.name}`)?.focus()),
    )
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
  const limit = field.maxRows ?? 5000
  return (
    <FileTargetContext value={within}>
      <div
        ref={scroller}
        id={id}
        tabIndex={-1}
        role="group"
        aria-label={field.label}
        aria-describedby={props.describedBy}
        className={`max-h-[520px] overflow-auto rounded border bg-panel ${props.invalid ? 'border-bad' : 'border-line'}`}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          const cell = (event.target as HTMLElement).closest('td')
          const line = cell?.closest('tr')
          if (!cell || !line || disabled || !isBlock(text)) return
          event.preventDefault()
          put(
            pasteBlock(
              latest.current.rows,
              fields,
              { row: Number(line.dataset.row), column: cell.cellIndex - 1 },
              text,
              textFormatOf(locale),
            ).slice(0, limit),
          )
        }}
      >
        <table className="w-full border-collapse text-left">
          <thead className="sticky top-0 z-10 bg-panel text-sm text-ink-2">
            <tr className="border-b border-line">
              <th scope="col" className="w-10 px-2 py-2">
                <span className="sr-only">Row</span>
              </th>
              {fields.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className="px-2.5 py-2 font-semibold"
                  style={{ minWidth: widths[column.type] ?? 150 }}
                  title={column.help}
                >
                  {column.label}
                  {column.required ? (
                    <span aria-hidden className="text-bad">
                      {' '}
                      *
                    </span>
                  ) : null}
                </th>
              ))}
              {disabled ? null : (
                <th scope="col" className="w-32 px-2 py-2">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
            {items.map(({ index }) => (
              <RowLine
                key={keys.current[index]}
                id={id}
                row={rows[index]!}
                index={index}
                count={rows.length}
                fields={fields}
                inputs={inputs}
                issues={issues
                  .filter((issue) => issue.path[0] === index)
                  .map((issue) => ({ ...issue, path: issue.path.slice(1) }))}
                actions={actions}
                context={props}
              />
            ))}
            {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
            {rows.length === 0 ? (
              <tr>
                <td colSpan={fields.length + 2} className="px-3 py-4 text-ink-3">
                  No rows yet
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      {disabled ? null : (
        <div className="mt-2 flex items-center gap-3">
          <Button
            size="sm"
            icon={PlusIcon}
            disabled={rows.length >= limit}
            onClick={() => {
              put([...latest.current.rows, emptyRow(fields)])
              focusCell(rows.length)
            }}
          >
            Add row
          </Button>
          <span className="text-sm text-ink-3">
            {rows.length === 0 ? '' : rows.length === 1 ? '1 row' : `${rows.length} rows`}
          </span>
        </div>
      )}
    </FileTargetContext>
  )
}

const noFields: readonly Field[] = []
