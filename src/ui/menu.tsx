import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { popoverKind, useFloating } from './floating.ts'
import { CheckIcon, type Icon } from './icons.tsx'
import { Kbd } from './kbd.tsx'
import type { TriggerProps } from './popover.tsx'

export interface MenuAction {
  readonly label: string
  readonly icon?: Icon
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A short remark under the label, such as why it is disabled. */
  readonly hint?: string
  readonly keys?: string
  /** Given: the entry is a choice that is on or off. */
  readonly checked?: boolean
}

export type MenuEntry = MenuAction | { readonly heading: string } | 'separator'

export interface MenuProps {
  readonly trigger: (props: TriggerProps) => ReactNode
  readonly label: string
  /** As a function: asked for when the menu opens. */
  readonly items: readonly MenuEntry[] | (() => readonly MenuEntry[])
  readonly align?: 'start' | 'end'
  /** Shown above the entries, such as who is signed in. */
  readonly header?: ReactNode
  readonly className?: string
}

/** A menu of actions: arrows, Home, End, first letters, Enter, Escape; focus comes back to the button. */
export function Menu({ trigger, label, items, align = 'start', header, className }: MenuProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => setOpen(!open),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open ? (
        <MenuPanel {...{ id, anchor, label, items, align, header, className }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

type MenuPanelProps = Omit<MenuProps, 'trigger' | 'align'> & {
  readonly id: string
  readonly align: 'start' | 'end'
  readonly anchor: { readonly current: HTMLButtonElement | null }
  readonly onClose: () => void
}

const entriesOf = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
]

function MenuPanel({ id, anchor, label, items, align, header, className, onClose }: MenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    onClose()
    anchor.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = nextEntry(event.key, entriesOf(panel.current))
    if (target) target.focus()
    else if (event.key === 'Escape') close()
    else {
      if (event.key === 'Tab') onClose()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  useFloating({ anchor, panel, align, onClose, onKeyDown })
  useEffect(() => {
    const entries = entriesOf(panel.current)
    ;(entries.find((entry) => entry.getAttribute('aria-checked') === 'true') ?? entries[0])?.focus()
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      {...popoverKind('auto')}
      className={cx(
        'float-in fixed z-50 min-w-48 overflow-auto rounded-lg border-0 bg-panel p-1 text-ink-1 shadow-float outline-none',
        className,
      )}
    >
      {header ? <div className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5">{header}</div> : null}
      <div role="menu" aria-label={label}>
        {(typeof items === 'function' ? items() : items).map((item, at) => (
          <MenuRow
            key={item === 'separator' ? at : 'heading' in item ? `heading ${item.heading}` : item.label}
            item={item}
            close={close}
          />
        ))}
      </div>
    </div>
  )
}

function nextEntry(key: string, entries: readonly HTMLElement[]): HTMLElement | undefined {
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const count = entries.length
  if (key === 'ArrowDown') return entries[(at + 1) % count]
  if (key === 'ArrowUp') return entries[(at - 1 + count) % count]
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries[count - 1]
  if (key.length !== 1 || key === ' ') return undefined
  const rotated = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return rotated.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

function MenuRow({ item, close }: { item: MenuEntry; close: () => void }) {
  if (item === 'separator') return <div role="separator" className="my-1 border-t border-line" />
  if ('heading' in item) {
    return (
      <div role="presentation" className="px-2.5 pt-2 pb-1 text-sm font-medium text-ink-3">
        {item.heading}
      </div>
    )
  }
  const { label, icon: Picture, onSelect, danger, disabled, hint, keys, checked } = item
  const select = () => {
    if (disabled) return
    close()
    onSelect()
  }
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      onClick={select}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      className={cx(
        'flex w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left outline-none focus:bg-hover',
        danger ? 'text-bad' : 'text-ink-1',
        disabled && 'cursor-not-allowed text-ink-3',
      )}
    >
      {checked === undefined ? null : <CheckIcon className={cx('shrink-0', !checked && 'invisible')} />}
      {Picture ? <Picture className={cx('shrink-0', danger ? '' : 'text-ink-3')} /> : null}
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {hint ? <span className="block text-sm text-ink-3">{hint}</span> : null}
      </span>
      {keys ? <Kbd>{keys}</Kbd> : null}
    </button>
  )
}
