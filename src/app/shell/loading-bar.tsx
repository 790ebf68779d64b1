import { useNavigation } from 'react-router-dom'
import { useLoading } from '#src/data/loading.ts'

/** A thin line under the top bar while anything is on its way; while a screen is, also in words. */
export function LoadingBar() {
  const loading = useLoading()
  const navigating = useNavigation().state === 'loading'
  return (
    <div className="pointer-events-none absolute inset-x-0 top-full z-30">
      {loading || navigating ? (
        <div data-loading="" className="appear-late h-0.5 overflow-hidden bg-accent-soft">
          <div className="h-full w-1/3 bg-accent" style={{ animation: 'indeterminate 1.1s ease-in-out infinite' }} />
        </div>
      ) : null}
      <div role="status" className="flex justify-center">
        {navigating ? (
          <span className="appear-late mt-2 rounded-full bg-panel px-3 py-1 text-sm text-ink-2 shadow-float">
            Loading...
          </span>
        ) : null}
      </div>
    </div>
  )
}
