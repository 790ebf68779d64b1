import { useEffect, useRef } from 'react'

export interface ListKeys {
  readonly onSearch: () => void
  readonly onNew: (() => void) | undefined
  readonly onMap: () => void
}

const editable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox'

/** The keys that work anywhere on a list: / searches, N makes a new record, ? shows the map. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || editable(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      const { onSearch, onNew, onMap } = latest.current
      const commands: Readonly<Record<string, (() => void) | undefined>> = { '/': onSearch, n: onNew, '?': onMap }
      const command = commands[event.key]
      if (!command) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
