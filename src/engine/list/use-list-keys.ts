import { useEffect, useRef } from 'react'

export interface ListKeys {
  readonly onSearch: () => void
  readonly onNew: (() => void) | undefined
  readonly onRefresh: () => void
}

const editable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox'

/** The keys that work anywhere on a list: / searches, N makes a new record, R reads the rows again. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || editable(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      const { onSearch, onNew, onRefresh } = latest.current
      const commands: Readonly<Record<string, (() => void) | undefined>> = { '/': onSearch, n: onNew, r: onRefresh }
      const command = commands[event.key]
      if (!command) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
