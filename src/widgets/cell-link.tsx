import type { MouseEvent, ReactNode } from 'react'

interface CellLinkProps {
  readonly href: string
  readonly tip?: string | undefined
  readonly children: ReactNode
}

/**
 * A link in a cell: a plain one, since hundreds of them are drawn at once; whoever shows cells follows them with
 * `followCellLink`, so that no page is loaded anew.
 */
export const CellLink = ({ href, tip, children }: CellLinkProps) => (
  <a className="text-accent-ink hover:underline" href={href} tabIndex={-1} data-cell-link="" data-tip={tip}>
    {children}
  </a>
)

/** Follows a click on a link in a cell within the program; clicks that ask for a new tab are left to the browser. */
export function followCellLink(event: MouseEvent<HTMLElement>, navigate: (to: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a[data-cell-link]') : null
  const to = link?.getAttribute('href')
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!to || event.defaultPrevented || event.button !== 0 || modified) return
  event.preventDefault()
  navigate(to)
}
