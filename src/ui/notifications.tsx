import { useEffect, useState } from 'react'
import { hasWaiting, onWaiting } from './notify.ts'
import { useModule } from './use-module.ts'

const load = () => import('./toaster.tsx')

/** The place for notifications, mounted once; what draws them is loaded with the first one or when the browser is idle. */
export function Notifications() {
  const [wanted, setWanted] = useState(hasWaiting)
  useEffect(() => {
    const timer = window.setTimeout(() => setWanted(true), 4000)
    const stop = onWaiting(() => setWanted(true))
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [])
  // What was said waits; with the network back the next one brings all of them.
  const toaster = useModule(wanted, load, () => setWanted(false))
  return <div data-notifications="">{toaster ? <toaster.Toaster /> : null}</div>
}
