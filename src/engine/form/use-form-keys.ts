import { useEffect, useRef } from 'react'

interface FormKeys {
  readonly onSave?: () => void
  readonly onEscape?: () => void
  readonly onEdit?: () => void
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const covered = (): boolean => document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null

/** The keys of a record: Ctrl or ⌘ S saves, Escape goes back, E edits. What lies above the page keeps its own keys. */
export function useFormKeys(keys: FormKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const { onSave, onEscape, onEdit } = latest.current
      if (onSave && (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        if (!covered()) onSave()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || covered()) return
      if (event.key === 'Escape' && onEscape) {
        event.preventDefault()
        onEscape()
      } else if (onEdit && event.key.toLowerCase() === 'e' && !typing(event.target)) {
        event.preventDefault()
        onEdit()
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
