import { isRouteErrorResponse, Navigate, useLocation, useRouteError } from 'react-router-dom'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import type { Denied as DeniedPlace } from '#src/data/places.ts'
import { isUnreached, useBackOnline } from '#src/data/use-back-online.ts'
import { ChunkLoadError } from '#src/session/chunks.ts'
import { isLoggedIn } from '#src/session/tokens.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { HomeIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { DeniedState, ErrorState } from '#src/ui/states.tsx'
import { loginPath } from './login-path.ts'
import { NotFound } from './pages/not-found.tsx'
import { WaysOut } from './ways-out.tsx'

const reload = () => window.location.reload()

/** What is left when a screen fails: what happened, what was kept, and the ways out. */
export function FallbackScreen({ error }: { error: unknown }) {
  // What could not be reached is asked for by itself once the connection is back.
  useBackOnline(error instanceof ChunkLoadError || isUnreached(error), reload)
  return (
    <div className="flex min-h-full flex-1 items-center justify-center">
      <ErrorState
        isPage
        title="Something went wrong:"
        actions={
          <>
            <Button icon={RefreshIcon} variant="primary" onClick={reload}>
              Reload the page
            </Button>
            {/* A full load on purpose: what failed may be the router's own state. */}
            <a href="/" className={buttonClass()}>
              <HomeIcon className="-ml-0.5" />
              Go to the start
            </a>
          </>
        }
      >
        <p className="font-medium break-words text-ink-1">{errorMessage(error)}</p>
        <p className="mt-2">{adviceFor(error)}</p>
      </ErrorState>
    </div>
  )
}

function adviceFor(error: unknown): string {
  if (error instanceof ChunkLoadError)
    return 'A part of the program did not arrive. The connection may be down, or a new version was installed.'
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
    return 'What you saved is safe. Try again in a moment.'
  return 'What you saved is safe; what was being typed on this screen may be lost.'
}

function Denied({ label, granted_by, reason }: Partial<DeniedPlace> & { reason?: string }) {
  return (
    <div className="flex min-h-full flex-1 items-center justify-center">
      <DeniedState
        isPage
        {...(label === undefined ? {} : { title: `You do not have access to ${label}` })}
        grantedBy={granted_by}
        actions={<WaysOut />}
      >
        {reason === undefined ? undefined : (
          <>
            <p>{reason}</p>
            <p className="mt-1">An administrator of your organization can grant it.</p>
          </>
        )}
      </DeniedState>
    </div>
  )
}

/** What a route shows when its loader or its screen throws. */
export function RouteError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isRouteErrorResponse(error) && error.status === 403) return <Denied {...(error.data as DeniedPlace)} />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (error instanceof ApiError && error.status === 403) return <Denied reason={error.message} />
  // The session ended while the page was on its way: what is left to do is to sign in again.
  if (error instanceof ApiError && error.status === 401 && !isLoggedIn())
    return <Navigate to={loginPath(`${pathname}${search}`)} state={{ ended: 'expired' }} replace />
  return <FallbackScreen error={error} />
}
