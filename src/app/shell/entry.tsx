import { cx } from '#src/ui/cx.ts'
import { HomeIcon } from '#src/ui/icons.tsx'
import { Link, type LinkProps } from '#src/ui/link.tsx'
import { useUserLocale } from '#src/data/user-locale.ts'

/** One entry of the navigation at the side. */
export function Entry({
  to,
  label,
  count,
  active,
  icon,
  behind,
  drag,
}: {
  to: string
  label: string
  count?: number
  active: boolean
  icon?: boolean
  /** Something else stands at its end. */
  behind?: boolean
  /** It can be dragged, and others let go on it. */
  drag?: Pick<LinkProps, 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'>
}) {
  const locale = useUserLocale()
  return (
    <Link
      {...drag}
      to={to}
      aria-current={active ? 'page' : undefined}
      className={cx(
        'flex h-[30px] items-center gap-2 rounded pl-2.5 -outline-offset-1',
        behind ? 'pr-8' : 'pr-2.5',
        active ? 'bg-nav-soft font-semibold text-nav-ink' : 'text-ink-2 hover:bg-hover hover:text-ink-1',
      )}
    >
      {icon ? <HomeIcon className="shrink-0" /> : null}
      <span data-truncate="" className="min-w-0 flex-1 truncate">
        {label}
      </span>{' '}
      {count === undefined ? null : (
        <span className="text-sm font-normal text-ink-3">{count.toLocaleString(locale)}</span>
      )}
    </Link>
  )
}
