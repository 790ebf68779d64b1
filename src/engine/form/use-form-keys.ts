import { useEffect, useRef } from 'react'

interface FormKeys {
  readonly onSave?: () => void
  readonly onEscape?: () => void
  readonly onEdit?: () => void
  readonly onNext?: () => void
  readonly onPrevious?: () => void
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const covered = (): boolean => document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null

/** What a key means here; undefined for all the others, which cost nothing while one types. */
function meaning(event: KeyboardEvent, keys: FormKeys): (() => void) | undefined {
  if (event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return key === 's' ? keys.onSave : undefined
  if (key === 'escape') return keys.onEscape
  if (key !== 'e' && key !== 'j' && key !== 'k') return undefined
  if (typing(event.target)) return undefined
  return { e: keys.onEdit, j: keys.onNext, k: keys.onPrevious }[key]
}

/** The keys of a record: Ctrl or ⌘ S saves, Escape goes back, E edits, J and K go to its neighbours. What lies above the page keeps its own keys. */
export function useFormKeys(keys: FormKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const act = meaning(event, latest.current)
      if (!act) return
      const above = covered()
      // The browser's own "save page" is never wanted here.
      if (!above || event.key.toLowerCase() === 's') event.preventDefault()
      if (!above) act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
