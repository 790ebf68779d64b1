import type { Field } from '#src/definition'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { contentWidth } from '#src/widgets/table/fit-column.ts'
import { columnEntries } from './column-entries.ts'
import { movedTo } from './column-order.ts'
import { useColumnDrag } from './use-column-drag.ts'
import type { ListModel } from './use-list-page.ts'

interface Place {
  readonly field: Field
  readonly left: number
  readonly top: number
  /** The heading that a right click or a key opened it from; null while the pointer only rests on it. */
  readonly from: HTMLElement | null
}

const size = 24
const step = 16
const least = 48

const headOf = (target: EventTarget | null): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest<HTMLTableCellElement>('thead th[data-field]') : null

const focusIn = (head: HTMLElement): void => head.querySelector<HTMLElement>('button')?.focus()

/** What can be done with the columns at their headings: a menu on each, dragging to another place, keys for both. */
export function ColumnTools({ model }: { readonly model: ListModel }) {
  const { fields, state, layout, arrange } = model
  const [place, setPlace] = useState<Place | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef({ fields, state, layout, arrange })
  latest.current = { fields, state, layout, arrange }
  const isOpen = useCallback(() => box.current?.querySelector('[aria-expanded="true"]') != null, [])
  const fieldOf = useCallback(
    (head: HTMLElement) => latest.current.fields.find((field) => field.name === head.dataset.field),
    [],
  )
  const mark = useColumnDrag(box, latest)

  useEffect(() => {
    const host = box.current?.parentElement
    if (!host) return undefined
    const at = (head: HTMLElement, from: HTMLElement | null): void => {
      const field = fieldOf(head)
      if (!field) return
      const [frame, rect] = [host.getBoundingClientRect(), head.getBoundingClientRect()]
      const end = head.classList.contains('text-end')
      const left = from ? rect.left - frame.left : end ? rect.left - frame.left + 2 : rect.right - frame.left - size - 8
      setPlace({
        field,
        left,
        top: from ? rect.bottom - frame.top : rect.top - frame.top + (rect.height - size) / 2,
        from,
      })
    }
    const rest = (event: PointerEvent): void => {
      if (event.pointerType === 'touch' || event.buttons > 0 || isOpen() || box.current?.contains(event.target as Node))
        return
      const head = headOf(event.target)
      if (head) at(head, null)
      else setPlace(null)
    }
    const open = (event: Event): void => {
      const head = headOf(event.target)
      if (!head) return
      event.preventDefault()
      at(head, head)
    }
    const press = (event: KeyboardEvent): void => {
      const head = headOf(event.target)
      const field = head && fieldOf(head)
      if (!head || !field) return
      if (event.altKey && event.key === 'ArrowDown') return open(event)
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (by === 0 || !event.shiftKey) return
      event.preventDefault()
      const { state: now, layout: laid, arrange: change } = latest.current
      if (event.ctrlKey || event.metaKey) {
        change({ columns: movedTo(now.columns, field.name, now.columns.indexOf(field.name) + by) })
        requestAnimationFrame(() => {
          const moved = host.querySelector<HTMLElement>(`thead th[data-field="${CSS.escape(field.name)}"]`)
          if (moved) focusIn(moved)
        })
      } else {
        const width = Math.max(least, Math.round(head.getBoundingClientRect().width) + by * step)
        change({ widths: { ...laid.widths, [field.name]: width } })
      }
    }
    const leave = (): void => (isOpen() ? undefined : setPlace(null))
    host.addEventListener('pointerover', rest)
    host.addEventListener('contextmenu', open)
    host.addEventListener('keydown', press)
    host.addEventListener('pointerleave', leave)
    host.addEventListener('scroll', leave, true)
    return () => {
      host.removeEventListener('pointerover', rest)
      host.removeEventListener('contextmenu', open)
      host.removeEventListener('keydown', press)
      host.removeEventListener('pointerleave', leave)
      host.removeEventListener('scroll', leave, true)
    }
  }, [fieldOf, isOpen])

  const from = place?.from ?? null
  useEffect(() => {
    if (from) box.current?.querySelector('button')?.click()
  }, [from, place])

  const fit = (field: Field): void => {
    const head = box.current?.parentElement?.querySelector<HTMLTableCellElement>(
      `thead th[data-field="${CSS.escape(field.name)}"]`,
    )
    const table = head?.closest('table')
    if (head && table) arrange({ widths: { ...layout.widths, [field.name]: contentWidth(table, head.cellIndex) } })
  }
  const { [place?.field.name ?? '']: own, ...otherWidths } = layout.widths
  return (
    <>
      <div ref={box} className="absolute z-40" style={place ? { left: place.left, top: place.top } : undefined}>
        {place && (
          <Menu
            label={`Column ${place.field.label}`}
            items={columnEntries(place.field, {
              state,
              change: model.change,
              arrange,
              onFilter: model.askFilter,
              onFit: () => fit(place.field),
              onStandardWidth: own === undefined ? undefined : () => arrange({ widths: otherWidths }),
            })}
            trigger={(trigger) => (
              <span className={from ? 'block size-0 overflow-hidden' : 'block rounded bg-panel'}>
                <IconButton
                  {...trigger}
                  size="sm"
                  tabIndex={-1}
                  icon={ChevronDownIcon}
                  label={`What to do with ${place.field.label}`}
                  onFocus={() => {
                    // The menu hands the focus back to its button: it belongs to the heading.
                    if (!from) return
                    focusIn(from)
                    setPlace(null)
                  }}
                />
              </span>
            )}
          />
        )}
      </div>
      {mark && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-0 z-40 w-0.5 bg-accent"
          style={{ left: mark.left, height: mark.height }}
        />
      )}
    </>
  )
}
