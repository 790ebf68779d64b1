import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { partsOfChange } from './parts-of-change.ts'

interface ChangedCellProps {
  readonly old: ReactNode
  readonly value: ReactNode
  /** Both as a text. */
  readonly words: string
}

const half = 'min-w-0 shrink truncate'

/** What a cell was and what it becomes, both to be seen however narrow it is: what long texts begin with alike is left out. */
export function ChangedCell({ old, value, words }: ChangedCellProps) {
  const [before, after] =
    typeof old === 'string' && typeof value === 'string'
      ? partsOfChange(old, value)
      : [old ?? 'empty', value ?? 'empty']
  return (
    <span className="flex items-baseline" data-tip={words}>
      <del className={cx(half, 'text-ink-3')}>{before}</del>
      <span aria-hidden className="shrink-0 px-1 text-ink-3">
        →
      </span>
      <ins className={cx(half, 'font-medium text-ink-1 no-underline')}>{after}</ins>
    </span>
  )
}
