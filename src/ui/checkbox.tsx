import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  /** Shown beside the box; without it give aria-label. */
  readonly label?: ReactNode
  readonly indeterminate?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate
  }, [indeterminate])
  const box = (
    <input
      {...rest}
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
        return undefined
      }}
      type="checkbox"
      className={cx(
        'size-3.5 shrink-0 accent-(--accent) disabled:cursor-not-allowed',
        label === undefined && className,
      )}
    />
  )
  if (label === undefined) return box
  return (
    <label className={cx('inline-flex items-center gap-2', rest.disabled && 'opacity-60', className)}>
      {box}
      <span className="min-w-0">{label}</span>
    </label>
  )
}
