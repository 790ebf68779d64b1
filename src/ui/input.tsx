import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'

const frame = 'rounded border bg-panel text-ink-1 transition-colors'
const state = (invalid: boolean): string =>
  invalid ? 'border-bad focus-within:border-bad' : 'border-control-line focus-within:border-accent-ink'
const inside = 'disabled:cursor-not-allowed disabled:opacity-60'

/** The classes of a text control, for controls of other modules that must look the same. */
export const controlClass = (invalid = false, className?: string): string =>
  cx(
    frame,
    invalid ? 'border-bad' : 'border-control-line focus:border-accent-ink',
    inside,
    'h-control px-2.5',
    className,
  )

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  readonly invalid?: boolean
  /** Shown inside before or after the text, such as a unit or an icon. */
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  /** Aligns the text at the end, as numbers are. */
  readonly numeric?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export function Input({ invalid, prefix, suffix, numeric, className, ...rest }: InputProps) {
  const wrong = invalid ?? rest['aria-invalid'] === true
  const aria = wrong ? ({ 'aria-invalid': true } as const) : {}
  const align = numeric ? 'text-right tabular-nums' : ''
  if (prefix === undefined && suffix === undefined) {
    return <input {...rest} {...aria} className={controlClass(wrong, cx('w-full min-w-0', align, className))} />
  }
  return (
    <span
      className={cx(
        frame,
        state(wrong),
        'inline-flex h-control w-full min-w-0 items-center gap-2 px-2.5 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-accent-ink',
        className,
      )}
    >
      {prefix === undefined ? null : <span className="flex shrink-0 text-ink-3">{prefix}</span>}
      <input {...rest} {...aria} className={cx('h-full w-full min-w-0 bg-transparent outline-none', inside, align)} />
      {suffix === undefined ? null : <span className="flex shrink-0 items-center text-ink-3">{suffix}</span>}
    </span>
  )
}

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly invalid?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function Textarea({ invalid, className, rows = 3, ...rest }: TextareaProps) {
  const wrong = invalid ?? rest['aria-invalid'] === true
  return (
    <textarea
      {...rest}
      rows={rows}
      {...(wrong ? { 'aria-invalid': true } : {})}
      className={cx(
        frame,
        wrong ? 'border-bad' : 'border-control-line focus:border-accent-ink',
        inside,
        'block w-full px-2.5 py-1.5 leading-5',
        className,
      )}
    />
  )
}
