import type { AnchorHTMLAttributes, Ref } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To
  /** What the page it leads to finds in its location. */
  readonly state?: unknown
  /** Takes the place of the page in the history. */
  readonly replace?: boolean
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A link within the program. The router's own one can fetch pages ahead, which nothing here does and every page would load. */
export function Link({ to, state, replace, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace === undefined ? {} : { replace }),
    ...(target === undefined ? {} : { target }),
  })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
