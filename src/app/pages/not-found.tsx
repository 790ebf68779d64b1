import { useLocation } from 'react-router-dom'
import { SearchIcon } from '#src/ui/icons.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { WaysOut } from '../ways-out.tsx'

/** For addresses that lead nowhere. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-full flex-1 items-center justify-center">
      <EmptyState isPage icon={SearchIcon} title="There is nothing at this address" actions={<WaysOut />}>
        <p>
          <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-sm break-all">{pathname}</code> may be
          misspelled, or what was there has been moved or deleted.
        </p>
      </EmptyState>
    </div>
  )
}
