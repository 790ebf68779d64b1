import type { ReactNode } from 'react'

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line-strong bg-panel px-1.5 font-mono text-xs text-ink-2">
      {children}
    </kbd>
  )
}

/** The name of the key that opens commands on this machine. */
export const commandKey = (): string =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
