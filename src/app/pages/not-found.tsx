import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#src/ui/button.tsx'
import { HomeIcon, SearchIcon } from '#src/ui/icons.tsx'
import { EmptyState } from '#src/ui/states.tsx'

/** For addresses that lead nowhere, or to what this user or application does not have. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-full flex-1 items-center justify-center">
      <EmptyState
        icon={SearchIcon}
        title="There is nothing at this address"
        actions={
          <>
            <Link to="/" className={buttonClass('primary')}>
              <HomeIcon className="-ml-0.5" />
              Go to the start
            </Link>
            <Link to="/applauncher" className={buttonClass()}>
              Choose another application
            </Link>
          </>
        }
      >
        <p>
          <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-sm break-all">{pathname}</code> is no screen
          of this application. It may belong to another one, or you may not have access to it.
        </p>
      </EmptyState>
    </div>
  )
}
