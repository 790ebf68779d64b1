import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type TagTone = 'neutral' | 'ok' | 'warn' | 'bad' | 'accent'

const tones: Record<TagTone, string> = {
  neutral: 'bg-hover text-ink-2',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-ink',
}

/** A state in a soft colour; the words carry the meaning, the colour only helps the eye. */
export function Tag({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: TagTone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center truncate rounded-full px-2 text-sm leading-5 font-medium',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
