import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'
import { Spinner } from './spinner.tsx'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: Icon
  /** What it does; the accessible name and the tooltip. */
  readonly label: string
  readonly size?: 'sm' | 'md' | 'lg'
  readonly active?: boolean
  readonly bordered?: boolean
  readonly busy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const sizes = { sm: 'size-6', md: 'size-(--control)', lg: 'size-10' }

export function IconButton({
  icon: Picture,
  label,
  size = 'md',
  active,
  bordered,
  busy,
  disabled,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      disabled={disabled || busy}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded border transition-colors disabled:cursor-not-allowed disabled:opacity-50',
        bordered ? 'border-line-strong bg-panel' : 'border-transparent',
        active ? 'bg-accent-soft text-accent-ink' : 'text-ink-2 hover:bg-hover hover:text-ink-1',
        sizes[size],
        className,
      )}
    >
      {busy ? <Spinner /> : <Picture />}
    </button>
  )
}
