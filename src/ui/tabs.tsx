import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'

export interface TabItem {
  readonly id: string
  readonly label: string
  /** Signs behind the label, such as one for what is shared. */
  readonly marks?: ReactNode
  /** What the marks mean. */
  readonly tip?: string | undefined
  readonly count?: number | string
  readonly disabled?: boolean
}

export interface TabsProps {
  readonly tabs: readonly TabItem[]
  readonly value: string
  readonly onChange: (id: string) => void
  /** The accessible name of the row of tabs. */
  readonly label: string
  /** Prefix of the panels' ids (`tabPanelProps` gives the rest). */
  readonly id: string
  /** Shown after the last tab, such as "Save view". */
  readonly end?: ReactNode
  readonly className?: string
}

// Views are called as their owners like, but a list of ids is split at blanks.
const idOf = (tabs: string, part: 'tab' | 'panel', id: string): string => `${tabs}-${part}-${encodeURIComponent(id)}`

/** What the panel of a tab spreads on its element. */
export const tabPanelProps = (tabs: string, id: string) =>
  ({
    role: 'tabpanel',
    id: idOf(tabs, 'panel', id),
    'aria-labelledby': idOf(tabs, 'tab', id),
    tabIndex: 0,
  }) as const

// Each has the room that it takes when it is the open one, so that opening one moves no other.
const labelClass =
  'inline-grid max-w-96 after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-bold)]'

/** A row of tabs; arrows move and choose, as the panels are there at once. */
export function Tabs({ tabs, value, onChange, label, id, end, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // Where there is no room for all of them, the open one is in view. The observer tells right before the paint, when the page
  // is laid out; asking before would have it laid out for that alone, and the first rows of a list wait for it.
  useLayoutEffect(() => {
    const row = list.current?.parentElement
    const open = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!row || !open) return undefined
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      const [tab, seen] = [open.getBoundingClientRect(), row.getBoundingClientRect()]
      if (tab.left < seen.left) row.scrollLeft -= seen.left - tab.left
      else if (tab.right > seen.right) row.scrollLeft += tab.right - seen.right
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [value])
  const onKeyDown = (event: KeyboardEvent) => {
    const open = tabs.filter((tab) => !tab.disabled)
    const at = open.findIndex((tab) => tab.id === value)
    const to =
      event.key === 'ArrowRight'
        ? (at + 1) % open.length
        : event.key === 'ArrowLeft'
          ? (at - 1 + open.length) % open.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? open.length - 1
              : -1
    const next = open[to]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className={cx('flex items-stretch overflow-x-auto border-b border-line', className)}>
      <div ref={list} role="tablist" aria-label={label} className="flex shrink-0">
        {tabs.map((tab) => {
          const active = tab.id === value
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={idOf(id, 'tab', tab.id)}
              data-tab={tab.id}
              aria-selected={active}
              aria-controls={idOf(id, 'panel', tab.id)}
              tabIndex={active ? 0 : -1}
              disabled={tab.disabled}
              onClick={() => onChange(tab.id)}
              onKeyDown={onKeyDown}
              className={cx(
                '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-3 whitespace-nowrap -outline-offset-2 transition-colors',
                active
                  ? 'border-accent-ink font-semibold text-ink-1'
                  : 'border-transparent text-ink-2 hover:text-ink-1 disabled:opacity-50',
              )}
            >
              <span className={labelClass} data-bold={tab.label} data-tip={tab.tip}>
                <span className="truncate">{tab.label}</span>
              </span>
              {tab.marks}{' '}
              {tab.count === undefined ? null : <span className="text-sm font-normal text-ink-3">{tab.count}</span>}
            </button>
          )
        })}
      </div>
      {end ? <div className="flex shrink-0 items-center pl-1">{end}</div> : null}
    </div>
  )
}
