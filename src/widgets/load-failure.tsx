import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { DeniedState, ErrorState } from '#src/ui/states.tsx'

interface LoadFailureProps {
  /** What could not be loaded: "The versions could not be loaded". */
  readonly title: string
  readonly error: Error
  readonly onRetry: () => void
  readonly compact?: boolean
  /** It stands for the whole page. */
  readonly isPage?: boolean
  /** A link to where one came from, for pages that show nothing else. */
  readonly back?: ReactNode
}

/** Something that was asked for and did not come: who can grant it where it is not allowed, the reason and another try elsewhere. */
export function LoadFailure({ title, error, onRetry, compact = false, isPage = false, back }: LoadFailureProps) {
  if (error instanceof ApiError && error.status === 403)
    return <DeniedState compact={compact} isPage={isPage} actions={back} />
  return (
    <ErrorState
      compact={compact}
      isPage={isPage}
      title={title}
      actions={
        <>
          {back}
          <Button onClick={onRetry}>Try again</Button>
        </>
      }
    >
      {errorMessage(error)}
    </ErrorState>
  )
}
