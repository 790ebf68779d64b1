import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { ChevronDownIcon } from './icons.tsx'
import { controlClass } from './input.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly options?: readonly SelectOption[]
  /** Adds an empty first option with this text. */
  readonly placeholder?: string
  readonly invalid?: boolean
  readonly ref?: Ref<HTMLSelectElement>
}

/** The browser's own select, so that keyboard, screen reader and phone behave as people know them. */
export function Select({ options, placeholder, invalid, className, children, ...rest }: SelectProps) {
  const wrong = invalid ?? rest['aria-invalid'] === true
  return (
    <span className={cx('relative inline-flex w-full min-w-0', className)}>
      <select
        {...rest}
        {...(wrong ? { 'aria-invalid': true } : {})}
        className={controlClass(wrong, 'w-full min-w-0 appearance-none truncate pr-8')}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-3" />
    </span>
  )
}
