import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { applyProfile, followSystem } from '#src/session/appearance.ts'
import { onSessionEnd, startSession } from '#src/session/session.ts'
import { restoreSlices, slices } from '#src/session/slices.ts'
import { isLoggedIn } from '#src/session/tokens.ts'
import { Notifications } from '#src/ui/notifications.tsx'
import { Tooltips } from './tooltips.tsx'
import { FallbackScreen } from './fallback-screen.tsx'
import { loginPath } from './login-path.ts'
import { queryClient } from './query-client.ts'
import { createRouter } from './router.tsx'

/** How long nothing is shown while the first screen is on its way, in ms. */
const patience = 250

/** Resolves when the router knows what to show at the first address, at the latest after `most` ms. */
function settled(router: ReturnType<typeof createRouter>, most: number): Promise<void> {
  if (router.state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, most)
    const stop = router.subscribe(({ initialized }) => initialized && done())
  })
}

/** What is on the page stands on what it was given, until the page for signing in has taken its place. */
function forgetAtSignIn(router: ReturnType<typeof createRouter>): void {
  const stop = router.subscribe(({ location }) => {
    if (!location.pathname.startsWith('/login')) return
    stop()
    // The router tells before the page is drawn.
    setTimeout(() => queryClient.clear())
  })
}

/** Restores the session, then shows the product in `root`. */
export async function startClient(root: HTMLElement): Promise<void> {
  startSession()
  followSystem()
  const page = createRoot(root)
  try {
    await restoreSlices()
  } catch (error) {
    page.render(<FallbackScreen error={error} />)
    return
  }
  applyProfile(isLoggedIn() ? (slices.get('profileData') ?? {}) : {})

  const router = createRouter()
  // Heard from the beginning: the first call of all may tell that the session is over.
  onSessionEnd((reason) => {
    const { pathname, search } = router.state.location
    if (pathname.startsWith('/login')) return queryClient.clear()
    const here = reason === 'signed-out' ? null : `${pathname}${search}`
    forgetAtSignIn(router)
    void router.navigate(loginPath(here), { state: { ended: reason }, replace: true })
  })
  // What the address asks for is mostly there at once; drawing a sign of waiting before it would only delay it.
  await settled(router, patience)
  page.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* What the address holds is what controls show: a box that is ticked is ticked at once, not when React finds time. */}
        <RouterProvider router={router} useTransitions={false} />
        <Notifications />
        <Tooltips />
      </QueryClientProvider>
    </StrictMode>,
  )
}
