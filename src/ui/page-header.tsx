import { type ReactNode, use, useId } from 'react'
import { cx } from './cx.ts'
import { TitleMark } from './title-mark.ts'

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
  const mark = use(TitleMark)
  const id = useId()
  return (
    <header className={cx('flex flex-col gap-2', className)}>
      {breadcrumbs}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={cx('flex-1', description ? 'min-w-[min(100%,20rem)]' : 'min-w-[min(100%,11rem)]')}>
          {/* Called by its words alone: the mark stands before what arrives later, so that it is not moved. */}
          <h1
            aria-labelledby={`${id}-title ${id}-count`}
            className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-title font-semibold tracking-[-0.01em]"
          >
            <span id={`${id}-title`} className="min-w-0 break-words">
              {title}
            </span>
            <span className="-mx-1 inline-flex self-center empty:hidden print:hidden">{mark}</span>
            {count === undefined ? null : (
              <span id={`${id}-count`} className="text-base font-normal tracking-normal text-ink-3">
                {count}
              </span>
            )}
          </h1>
          {description ? <p className="mt-0.5 max-w-3xl text-ink-2">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
      </div>
    </header>
  )
}
