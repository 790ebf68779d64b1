import { controlClass } from '#src/ui/input.tsx'
import { cx } from '#src/ui/cx.ts'
import type { InputProps } from './input.ts'

const cell =
  'h-8 w-full min-w-0 rounded-sm border border-transparent bg-transparent px-2 text-ink-1 hover:border-line-strong focus:border-accent-ink focus:bg-panel disabled:text-ink-2 aria-invalid:border-bad'

/** The classes of a text-like control, framed on a form and bare in a table cell. */
export const inputClass = ({ compact, invalid }: Pick<InputProps, 'compact' | 'invalid'>, more?: string): string =>
  compact ? cx(cell, more) : controlClass(invalid, cx('w-full min-w-0', more))
