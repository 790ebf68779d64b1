import { useLayoutEffect, useRef } from 'react'

export type ShellDialog = 'palette' | 'keys'

interface ShellKeys {
  readonly open: (dialog: ShellDialog) => void
  readonly toggleNavigation: () => void
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** The keys that work on every screen, from the moment it can be seen. */
export function useShellKeys(keys: ShellKeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.open('palette')
        return
      }
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        typing(event.target) ||
        document.querySelector('[role="dialog"]')
      )
        return
      const act = commands[event.key]
      // A screen that has its own use for the key says so by preventing the default, perhaps after this listener.
      if (act) setTimeout(() => (event.defaultPrevented ? undefined : act(latest.current)))
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

const commands: Readonly<Record<string, ((keys: ShellKeys) => void) | undefined>> = {
  '/': (keys) => keys.open('palette'),
  '?': (keys) => keys.open('keys'),
  '[': (keys) => keys.toggleNavigation(),
}
