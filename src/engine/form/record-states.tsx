import type { Screen } from '#src/definition'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { cx } from '#src/ui/cx.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DeniedState, EmptyState, ErrorState } from '#src/ui/states.tsx'
import { layoutOf } from './layout.ts'
import { worthwhile } from './section-navigation.tsx'
import { rowClass } from './section-card.tsx'

/** The record's own layout in grey, so that nothing jumps when it arrives: inputs, or lines to be read. */
export function FormSkeleton({ screen, isRead = false }: { screen: Screen; isRead?: boolean }) {
  const sections = layoutOf(screen)
  const hasTabs = isRead && ((screen.form?.related.length ?? 0) > 0 || screen.table?.history === true)
  return (
    <div className="mx-auto w-full max-w-5xl" role="status" aria-label={`Loading ${screen.label.toLowerCase()}`}>
      <div className="mb-4 flex flex-col gap-2">
        <div className="text-sm">
          <Skeleton width={180} />
        </div>
        {/* As high as the buttons beside it, where there are some. */}
        <div className={cx('flex items-center text-title', isRead && 'min-h-control')}>
          <span>
            <Skeleton className="h-4" width={260} />
          </span>
        </div>
      </div>
      {hasTabs ? (
        <div className="mb-4 flex h-9 items-center gap-6 border-b border-line px-3">
          <Skeleton width={44} />
          <Skeleton width={52} />
        </div>
      ) : null}
      {sections.length >= worthwhile ? (
        <div className="mb-4 flex h-9.5 items-center gap-5 overflow-hidden rounded-lg border border-line bg-panel px-5">
          {sections.map(({ title }) => (
            <Skeleton key={title} className="shrink-0" width={title.length * 6} />
          ))}
        </div>
      ) : null}
      <div className="flex flex-col gap-4">
        {sections.slice(0, 3).map((section) => (
          <div key={section.title} className="rounded-lg border border-line bg-panel px-5 pt-4 pb-5">
            <div className="mb-3 text-md">
              <Skeleton width={110} />
            </div>
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
                        <div className="mb-1 text-sm">
                          <Skeleton className="h-2.5" width={80} />
                        </div>
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
