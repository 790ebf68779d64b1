import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { ErrorIcon, FileIcon, type Icon, LockIcon } from './icons.tsx'

interface StateProps {
  readonly title: string
  /** What would be here, what was kept, who can help. */
  readonly children?: ReactNode
  /** The next step: buttons or links. */
  readonly actions?: ReactNode
  readonly icon?: Icon
  readonly className?: string
  /** Smaller, for panels and popovers. */
  readonly compact?: boolean
  /** It stands for the whole page, so that its title is the heading of the page. */
  readonly isPage?: boolean
}

function State({
  title,
  children,
  actions,
  icon: Picture = FileIcon,
  className,
  compact,
  isPage,
  tone,
  role,
}: StateProps & { tone: string; role?: 'alert' }) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div
      role={role}
      className={cx(
        'mx-auto flex max-w-md flex-col items-center text-center',
        compact ? 'gap-1 p-5' : 'gap-1.5 px-6 py-14',
        className,
      )}
    >
      <span
        className={cx(
          'mb-2 inline-flex items-center justify-center rounded-full',
          compact ? 'size-9' : 'size-11',
          tone,
        )}
      >
        <Picture size={compact ? 16 : 20} />
      </span>
      <Heading className={cx('font-semibold text-ink-1', compact ? 'text-base' : 'text-lg')}>{title}</Heading>
      {children ? <div className="text-base text-ink-2">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  )
}

/** Says what would be here and offers the next step. */
export const EmptyState = (props: StateProps) => <State tone="bg-hover text-ink-3" {...props} />

/** Says what happened, what was kept and what to do. */
export const ErrorState = (props: StateProps) => (
  <State tone="bg-bad-soft text-bad" icon={ErrorIcon} role="alert" {...props} />
)

export interface DeniedStateProps extends Partial<StateProps> {
  /** Names of those who can grant access. */
  readonly grantedBy?: readonly string[]
}

/** Says that access is missing and who can grant it. */
export function DeniedState({
  title = 'You do not have access to this',
  grantedBy = [],
  children,
  ...rest
}: DeniedStateProps) {
  return (
    <State tone="bg-warn-soft text-warn" icon={LockIcon} title={title} {...rest}>
      {children ??
        (grantedBy.length > 0 ? (
          <p>
            It can be granted by <strong className="font-medium text-ink-1">{grantedBy.join(', ')}</strong>.
          </p>
        ) : (
          <p>An administrator of your organization can grant it.</p>
        ))}
    </State>
  )
}
