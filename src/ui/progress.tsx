import { cx } from './cx.ts'

export interface ProgressProps {
  /** What is under way; announced. */
  readonly label: string
  /** From 0 to max; null while nobody knows. */
  readonly value: number | null
  readonly max?: number
  readonly tone?: 'accent' | 'ok' | 'bad'
  readonly className?: string
}

const tones = { accent: 'bg-accent', ok: 'bg-ok', bad: 'bg-bad' }

export function Progress({ label, value, max = 100, tone = 'accent', className }: ProgressProps) {
  const part = value === null || max <= 0 ? null : Math.min(1, Math.max(0, value / max))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      {...(value === null ? {} : { 'aria-valuenow': value })}
      className={cx('h-1.5 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cx('h-full rounded-full', tones[tone], part === null ? 'w-1/3' : 'transition-[width]')}
        style={part === null ? { animation: 'indeterminate 1.3s ease-in-out infinite' } : { width: `${part * 100}%` }}
      />
    </div>
  )
}
