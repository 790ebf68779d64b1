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
  const toaster = useModule(wanted, load)
  return <div data-notifications="">{toaster ? <toaster.Toaster /> : null}</div>
}
