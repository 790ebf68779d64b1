import type { Screen } from '#src/definition'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DeniedState, EmptyState, ErrorState } from '#src/ui/states.tsx'
import { layoutOf } from './layout.ts'
import { rowClass } from './section-card.tsx'

/** The record's own layout in grey, so that nothing jumps when it arrives: inputs, or lines to be read. */
export function FormSkeleton({ screen, isRead = false }: { screen: Screen; isRead?: boolean }) {
  return (
    <div className="mx-auto w-full max-w-5xl" role="status" aria-label={`Loading ${screen.label.toLowerCase()}`}>
      <Skeleton className="mb-3" width={180} />
      <Skeleton className="mb-6 block h-5" width={260} />
      <div className="flex flex-col gap-4">
        {layoutOf(screen)
          .slice(0, 3)
          .map((section) => (
            <div key={section.title} className="rounded-lg border border-line bg-panel px-5 pt-4 pb-5">
              <Skeleton className="mb-4" width={110} />
              <div className={isRead ? 'flex flex-col gap-2.5' : 'flex flex-col gap-4'}>
                {section.rows.map((row) => (
                  <div key={row.map((field) => field.name).join()} className={rowClass(row)}>
                    {row.map((field) =>
                      isRead ? (
                        <div
                          key={field.name}
                          className="grid h-5 grid-cols-[minmax(7rem,10.5rem)_minmax(0,1fr)] items-center gap-3"
                        >
                          <Skeleton className="h-2.5" width={80} />
                          <Skeleton className="h-2.5" width={130} />
                        </div>
                      ) : (
                        <div key={field.name}>
                          <Skeleton className="mb-2 h-2.5" width={80} />
                          <Skeleton className="block h-control" width="100%" />
                        </div>
                      ),
                    )}
                  </div>
                ))}
              </div>
            </div>
          ))}
      </div>
    </div>
  )
}

/** Why a record cannot be shown, and where to go from here. */
export function RecordProblem({ screen, error, onRetry }: { screen: Screen; error: unknown; onRetry: () => void }) {
  const status = error instanceof ApiError ? error.status : 0
  const back = screen.list ? (
    <Link to={screen.list.path} className={buttonClass()}>
      All {screen.plural.toLowerCase()}
    </Link>
  ) : null
  if (status === 403)
    return <DeniedState isPage title={`You do not have access to this ${screen.label.toLowerCase()}`} actions={back} />
  if (status === 404 || status === 400) {
    return (
      <EmptyState isPage title={`This ${screen.label.toLowerCase()} could not be found`} actions={back}>
        It may have been deleted, or the address is not right.
      </EmptyState>
    )
  }
  return (
    <ErrorState
      isPage
      title={`This ${screen.label.toLowerCase()} could not be loaded`}
      actions={
        <>
          {back}
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      {errorMessage(error)}
    </ErrorState>
  )
}
