import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { DeniedState, ErrorState } from '#src/ui/states.tsx'

/** What went wrong with the rows: access is missing, or something to try again. */
export function ListFailure({
  error,
  onRetry,
  onClear,
}: {
  readonly error: unknown
  readonly onRetry: () => void
  readonly onClear: (() => void) | undefined
}) {
  if (error instanceof ApiError && error.status === 403)
    return <DeniedState>{error.code === 'FORBIDDEN' ? undefined : error.message}</DeniedState>
  return (
    <ErrorState
      title="The list could not be read"
      actions={
        <>
          {onClear && <Button onClick={onClear}>Clear filters and search</Button>}
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      {errorMessage(error)} Nothing was changed.
    </ErrorState>
  )
}
