import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/states.tsx'

interface PartProblemProps {
  readonly title: string
  readonly error: unknown
  readonly onAgain: () => void
}

/** Says where a part of a result would be that it could not be had, and offers another attempt; the rest of the page stays. */
export const PartProblem = ({ title, error, onAgain }: PartProblemProps) => (
  <ErrorState
    compact
    title={title}
    actions={
      <Button variant="primary" onClick={onAgain}>
        Try again
      </Button>
    }
  >
    {errorMessage(error)}
  </ErrorState>
)
