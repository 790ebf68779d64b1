import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  readonly size?: 'sm' | 'md' | 'lg'
  readonly icon?: Icon
  readonly iconAfter?: Icon
  /** Shows that the action runs and takes no further click; the width stays. */
  readonly busy?: boolean
  /** Turned off or busy it takes no click and keeps the focus: for what its own use turns off. */
  readonly keepsFocus?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover font-medium',
  secondary: 'border-line-strong bg-panel text-ink-1 hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink-1',
  danger: 'border-transparent bg-bad-strong text-on-bad hover:opacity-90 font-medium',
}

const sizes = { sm: 'h-7 px-2 text-sm gap-1', md: 'h-control px-3 gap-1.5', lg: 'h-10 px-4 text-md gap-2' }

/** The classes of a button, for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: 'sm' | 'md' | 'lg' = 'md',
  className?: string,
): string =>
  cx(
    'relative inline-flex shrink-0 items-center justify-center rounded border whitespace-nowrap select-none transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    looks[variant],
    sizes[size],
    className,
  )

// Nor is a form sent by Enter in one of its fields, which clicks its button.
const refuse = (event: MouseEvent): void => event.preventDefault()

export function Button({
  variant,
  size,
  icon: Before,
  iconAfter: After,
  busy,
  keepsFocus = false,
  disabled,
  className,
  children,
  type,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = disabled || busy || undefined
  const isQuiet = keepsFocus && isOff === true
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : type === 'reset' ? 'reset' : 'button'}
      disabled={keepsFocus ? undefined : isOff}
      aria-disabled={isQuiet || undefined}
      onClick={isQuiet ? refuse : onClick}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {Before ? <Before className={cx('-ml-0.5 shrink-0', busy && 'invisible')} /> : null}
      <span className={cx('inline-flex min-w-0 items-center', busy && 'opacity-0')}>{children}</span>
      {After ? <After className={cx('-mr-0.5 shrink-0', busy && 'invisible')} /> : null}
      {busy ? <Spinner className="absolute" /> : null}
    </button>
  )
}
