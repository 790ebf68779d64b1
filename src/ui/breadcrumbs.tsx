import { Fragment, type ReactNode } from 'react'

export interface Crumb {
  readonly label: string
  /** Wraps the label in a link; the last crumb has none. */
  readonly link?: (label: string) => ReactNode
}

/** Where this page stands. Links are made by the caller, since this layer knows no router. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 flex-wrap items-center gap-1.5 text-sm text-ink-3">
        {crumbs.map((crumb, at) => {
          const last = at === crumbs.length - 1
          return (
            <Fragment key={`${at} ${crumb.label}`}>
              {at > 0 ? (
                <li aria-hidden="true" className="text-line-strong">
                  /
                </li>
              ) : null}
              <li
                className={last ? 'min-w-0 truncate text-ink-2' : 'min-w-0 truncate'}
                aria-current={last ? 'page' : undefined}
              >
                {crumb.link ? crumb.link(crumb.label) : crumb.label}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
