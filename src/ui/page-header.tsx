import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** Arrives later than the title and moves nothing: "245,903 lines". */
  readonly count?: ReactNode
  readonly description?: ReactNode
  /** Buttons at the end, the primary one last. */
  readonly actions?: ReactNode
  readonly breadcrumbs?: ReactNode
  readonly className?: string
}

export function PageHeader({ title, count, description, actions, breadcrumbs, className }: PageHeaderProps) {
  return (
    <header className={cx('flex flex-col gap-2', className)}>
      {breadcrumbs}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={cx('flex-1', description ? 'min-w-[min(100%,20rem)]' : 'min-w-[min(100%,11rem)]')}>
          <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-title font-semibold tracking-[-0.01em]">
            <span className="min-w-0 break-words">{title}</span>
            {count === undefined ? null : (
              <span className="text-base font-normal tracking-normal text-ink-3">{count}</span>
            )}
          </h1>
          {description ? <p className="mt-0.5 max-w-3xl text-ink-2">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
      </div>
    </header>
  )
}
