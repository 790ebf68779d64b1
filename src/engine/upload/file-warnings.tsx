import { cx } from '#src/ui/cx.ts'
import { WarningIcon } from '#src/ui/icons.tsx'

/** What there is to say about a file beside its lines. */
export function FileWarnings({
  warnings,
  className,
}: {
  readonly warnings: readonly string[]
  readonly className?: string
}) {
  if (warnings.length === 0) return null
  return (
    <ul className={cx('rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1', className)}>
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <WarningIcon className="mt-0.5 shrink-0 text-warn" />
          {warning}
        </li>
      ))}
    </ul>
  )
}
