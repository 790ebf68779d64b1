import { useSyncExternalStore } from 'react'
import { OfflineIcon } from '#src/ui/icons.tsx'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the network is away, for as long as it is. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-warn">
          <OfflineIcon className="shrink-0" />
          You are offline. What you see stays; saving works again when the connection is back.
        </p>
      )}
    </div>
  )
}
