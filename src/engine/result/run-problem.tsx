import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { CloseIcon } from '#src/ui/icons.tsx'
import { DeniedState, EmptyState, ErrorState } from '#src/ui/states.tsx'

interface RunProblemProps {
  readonly error: unknown
  /** The way to the criteria. */
  readonly change: ReactNode
  readonly onAgain: () => void
  readonly onJoin: () => void
}

/** Why there is no result: denied, cancelled, too long, out of reach, or gone wrong. */
export function RunProblem({ error, change, onAgain, onJoin }: RunProblemProps) {
  const { code, status } = error instanceof ApiError ? error : { code: '', status: -1 }
  if (status === 403)
    return (
      <DeniedState>
        <p>{errorMessage(error)} An administrator of your organization can allow it.</p>
      </DeniedState>
    )
  if (code === 'CANCELLED') {
    return (
      <EmptyState
        title="Cancelled"
        icon={CloseIcon}
        actions={
          <>
            {change}
            <Button variant="primary" onClick={onAgain}>
              Run again
            </Button>
          </>
        }
      >
        Nothing is running any more. The criteria are as they were.
      </EmptyState>
    )
  }
  const limit = code === 'TOO_LARGE'
  const issues = error instanceof ApiError && status === 422 ? error.issues : []
  return (
    <ErrorState
      title={
        limit
          ? 'This is too much at once'
          : issues.length > 0
            ? 'These criteria do not fit'
            : 'The result could not be worked out'
      }
      actions={
        <>
          {change}
          <Button
            variant={limit || issues.length > 0 ? 'secondary' : 'primary'}
            onClick={status === 0 ? onJoin : onAgain}
          >
            {status === 0 ? 'Try again' : 'Run again'}
          </Button>
        </>
      }
    >
      {issues.length > 0 ? issues.map(({ message }) => message).join('. ') : errorMessage(error)}
    </ErrorState>
  )
}
