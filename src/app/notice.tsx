import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { ErrorIcon, InfoIcon, SuccessIcon } from '#src/ui/icons.tsx'

const looks = {
  error: { box: 'bg-bad-soft text-bad', icon: ErrorIcon },
  info: { box: 'bg-accent-soft text-accent-ink', icon: InfoIcon },
  success: { box: 'bg-ok-soft text-ok', icon: SuccessIcon },
}

/** A message that belongs to the form under it; an error is announced at once. */
export function Notice({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  const { box, icon: Picture } = looks[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('mb-5 flex items-start gap-2.5 rounded px-3 py-2.5 text-base', box)}
    >
      <Picture className="mt-0.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
