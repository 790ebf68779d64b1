import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { ErrorIcon } from './icons.tsx'

/** What a control spreads on its element to belong to the frame. */
export interface FieldWiring {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly 'aria-required'?: true
}

export interface FieldFrameProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly required?: boolean
  /** Shown at the end of the label's line, such as a counter or a link. */
  readonly hint?: ReactNode
  /** Names the control itself where it must have a known id. */
  readonly id?: string
  /** True for a group of controls, which a label cannot name alone. */
  readonly group?: boolean
  /** The label is for those who hear the page: who sees it has just read it in a heading. */
  readonly isLabelHidden?: boolean
  readonly className?: string
  readonly children: (wiring: FieldWiring) => ReactNode
}

/** Label, help and error of one control, wired for screen readers. */
export function FieldFrame({
  label,
  help,
  error,
  required = false,
  hint,
  id,
  group = false,
  isLabelHidden = false,
  className,
  children,
}: FieldFrameProps) {
  const own = useId()
  const controlId = id ?? own
  const helpId = `${controlId}-help`
  const errorId = `${controlId}-error`
  const described = [error ? errorId : '', help ? helpId : ''].filter(Boolean).join(' ')
  const wiring: FieldWiring = {
    id: controlId,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
    ...(required ? { 'aria-required': true } : {}),
  }
  const text = (
    <>
      {label}
      {required ? (
        <span aria-hidden="true" className="ml-0.5 text-bad">
          *
        </span>
      ) : null}
    </>
  )
  // Not cut off but broken: a clip for each label is one layer more to put together in every frame while one types.
  const labelClass = isLabelHidden ? 'sr-only' : 'min-w-0 wrap-anywhere text-sm font-medium text-ink-2'
  // Beside the heading that says the label: with a line of its own it would push away what is being clicked when it appears.
  const hintClass = isLabelHidden ? 'absolute right-0 -top-8' : 'shrink-0'
  return (
    <div
      className={cx('flex min-w-0 flex-col gap-1', isLabelHidden && 'relative', className)}
      {...(group ? { role: 'group', 'aria-labelledby': `${controlId}-label` } : {})}
    >
      <div className={isLabelHidden ? 'contents' : 'flex items-baseline justify-between gap-3'}>
        {group ? (
          <span id={`${controlId}-label`} className={labelClass}>
            {text}
          </span>
        ) : (
          <label id={`${controlId}-label`} htmlFor={controlId} className={labelClass}>
            {text}
          </label>
        )}
        {hint === undefined ? null : <span className={cx('text-sm text-ink-3', hintClass)}>{hint}</span>}
      </div>
      {children(wiring)}
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-bad">
          <ErrorIcon size={14} className="mt-0.5 shrink-0" />
          <span className="min-w-0">{error}</span>
        </p>
      ) : null}
      {help ? (
        <p id={helpId} className="text-sm text-ink-3">
          {help}
        </p>
      ) : null}
    </div>
  )
}
