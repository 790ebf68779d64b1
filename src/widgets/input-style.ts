import { controlClass } from '#src/ui/input.tsx'
import { cx } from '#src/ui/cx.ts'
import type { InputProps } from './input.ts'

/**
 * Laid out by itself while one types into it: what is typed moves nothing around it, so a keystroke lays out one control and
 * not the page. Only then: each such control is a layer more to put together in every frame.
 */
const alone = 'block focus:[contain:strict]'

const cell =
  'h-8 w-full min-w-0 rounded-sm border border-transparent bg-transparent px-2 text-ink-1 hover:border-line-strong focus:border-accent-ink focus:bg-panel disabled:text-ink-2 aria-invalid:border-bad'

type Look = Pick<InputProps, 'compact' | 'invalid'>

/** The classes of a control that is as high as its text, framed on a form and bare in a table cell. */
export const textClass = ({ compact, invalid }: Look, more?: string): string =>
  compact ? cx(cell, more) : controlClass(invalid, cx('w-full min-w-0', more))

/** The classes of a control of one line. */
export const inputClass = (look: Look, more?: string): string => cx(alone, textClass(look, more))
