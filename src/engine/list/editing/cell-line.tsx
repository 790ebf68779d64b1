import type { Field, Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { checkStaged, lockedReason, rowValues } from './check-staged.ts'
import type { GridRow } from './grid-edits.ts'
import { savedMeanwhile, takeOther } from './grid-words.ts'
import { collisions } from './staging.ts'

interface CellLineProps {
  readonly screen: Screen
  readonly row: GridRow | undefined
  readonly field: Field | undefined
  readonly title: string
  readonly context: CellContext
  /** Keep one's own value over what somebody else saved into the cell, or take theirs. */
  readonly onMine: (key: string, field: Field) => void
  readonly onTheirs: (key: string, field: Field) => void
}

/** Says about the cell with the cursor what its colours say: what stood there, what is wrong, why it is locked. */
export function CellLine({ screen, row, field, title, context, onMine, onTheirs }: CellLineProps) {
  if (!row || !field) return <p className="h-7 border-b border-line" />
  const { id, base, staged } = row
  const words = (value: unknown) => cellText(value, field, context.locale, context.labels) || 'empty'
  const locked = lockedReason(field, screen, { id, values: rowValues(base, staged, screen.fields) })
  const problem = staged && checkStaged(staged, screen.fields).problems[field.name]
  const changed = staged && field.name in staged.values
  const refusal = staged?.refusal
  const current = refusal?.current
  const theirs = staged && current && collisions(staged, [field]).length > 0
  return (
    <div
      role="group"
      aria-label="The cell"
      className="flex h-7 items-center gap-2 overflow-hidden border-b border-line px-3 text-sm whitespace-nowrap text-ink-2"
    >
      <span className="truncate">
        <strong className="font-semibold text-ink-1">{field.label}</strong> of {title}
      </span>
      {changed && id !== null && <span className="truncate">was {words(staged.base[field.name])}</span>}
      {theirs && <span className="truncate text-bad">{savedMeanwhile(words(current[field.name]), refusal!)}</span>}
      {theirs && (
        <>
          <Button size="sm" onClick={() => onMine(row.key, field)}>
            Keep mine
          </Button>
          <Button size="sm" onClick={() => onTheirs(row.key, field)}>
            {takeOther(refusal!)}
          </Button>
        </>
      )}
      {problem && <span className="truncate text-bad">{problem}</span>}
      {locked && !problem && <span className="truncate">{locked}</span>}
    </div>
  )
}
