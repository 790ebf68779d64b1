import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { Progress } from '#src/ui/progress.tsx'
import { counted } from '#src/widgets/counted.ts'
import type { Walk } from './run-in-pieces.ts'

interface WalkProps {
  readonly walk: Walk
  readonly labels: readonly [string, string]
  readonly locale: string
}

/** "3,000 of 25,000 sales lines" */
const wayOf = ({ walk: { looked, total }, labels, locale }: WalkProps): string =>
  total === null
    ? counted(looked, labels, locale)
    : `${formatDecimal(looked, locale, 0, 0)} of ${counted(total, labels, locale)}`

/** How far an action has come that goes on piece by piece. */
export function PiecesProgress(props: WalkProps) {
  const { looked, total, isStopping } = props.walk
  return (
    <div className="mt-3 flex flex-col gap-1">
      <Progress label="How far it has come" value={total === null ? null : looked} max={total ?? 1} />
      <p role="status" className="text-ink-2">
        {wayOf(props)}
        {isStopping ? '; it stops after this thousand' : ''}
      </p>
    </div>
  )
}

/** That an action ended before all records were looked at, why, and how to go on. */
export function EndedEarly({ label, ...props }: WalkProps & { readonly label: string }) {
  const { error = null } = props.walk
  return (
    <p role="alert" className="mb-3 rounded bg-warn-soft p-3 text-warn">
      {error === null ? 'Stopped' : 'It ended'} after {wayOf(props)}
      {error === null ? '.' : `: ${errorMessage(error)}`} What was done stays; {label} once more takes those that are
      left.
    </p>
  )
}
