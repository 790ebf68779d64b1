import { useId } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'

export interface SegmentedProps<V extends string> {
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: string; readonly icon?: Icon }[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly className?: string
}

/** One choice of a few, all in view: radio buttons that look like a switch. */
export function Segmented<V extends string>({ label, options, value, onChange, className }: SegmentedProps<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'inline-flex max-w-full rounded border max-sm:flex-wrap border-line-strong bg-background p-0.5',
        className,
      )}
    >
      {options.map(({ value: option, label: text, icon: Picture }) => (
        <label
          key={option}
          className={cx(
            'flex h-6 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent-ink',
            option === value
              ? 'bg-panel font-medium text-ink-1 shadow-[0_0_0_1px_var(--line-strong)]'
              : 'text-ink-2 hover:text-ink-1',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {Picture ? <Picture size={14} /> : null}
          {text}
        </label>
      ))}
    </div>
  )
}
