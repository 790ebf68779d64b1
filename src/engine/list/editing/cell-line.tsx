import type { Field, Screen } from '#src/definition'
import { cellText } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { checkStaged, lockedReason, rowValues } from './check-staged.ts'
import type { GridRow } from './grid-edits.ts'
import { collisions } from './staging.ts'

interface CellLineProps {
  readonly screen: Screen
  readonly row: GridRow | undefined
  readonly field: Field | undefined
  readonly title: string
  readonly context: CellContext
}

/** Says about the cell with the cursor what its colours say: what stood there, what is wrong, why it is locked. */
export function CellLine({ screen, row, field, title, context }: CellLineProps) {
  if (!row || !field) return <p className="h-7 border-b border-line" />
  const { id, base, staged } = row
  const words = (value: unknown) => cellText(value, field, context.locale, context.labels) || 'empty'
  const locked = lockedReason(field, screen, { id, values: rowValues(base, staged) })
  const problem = staged && checkStaged(staged, screen.fields).problems[field.name]
  const changed = staged && field.name in staged.values
  const current = staged?.refusal?.current
  const theirs = staged && current && collisions(staged, [field]).length > 0
  return (
    <p
      role="status"
      className="flex h-7 items-center gap-2 overflow-hidden border-b border-line px-3 text-sm whitespace-nowrap text-ink-2"
    >
      <span className="truncate">
        <strong className="font-semibold text-ink-1">{field.label}</strong> of {title}
      </span>
      {changed && id !== null && <span className="truncate">was {words(staged.base[field.name])}</span>}
      {theirs && <span className="truncate text-bad">somebody else saved {words(current[field.name])} meanwhile</span>}
      {problem && <span className="truncate text-bad">{problem}</span>}
      {locked && !problem && <span className="truncate">{locked}</span>}
    </p>
  )
}
