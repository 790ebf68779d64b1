import { createBrowserRouter, type LoaderFunctionArgs, Outlet, redirect, type RouteObject } from 'react-router-dom'
import { loadChunk } from '#src/session/chunks.ts'
import { isLoggedIn } from '#src/session/tokens.ts'
import { loadBootstrap } from './bootstrap.ts'
import { RouteError } from './fallback-screen.tsx'
import { Loading } from './loading.tsx'
import { isProviderAnswer, loginPath, returnPath } from './login-path.ts'
import { handWrittenRoutes, type HandWrittenRoute } from './routes.ts'
import { ScreenHost } from './screen-host.tsx'
import { onlyForAnotherPath, screenLoader } from './screen-loader.ts'

const pageOf = ({ path, load, bare }: HandWrittenRoute): RouteObject => ({
  ...(path === '/' ? { index: true as const } : { path }),
  handle: { bare: bare ?? false },
  errorElement: <RouteError />,
  lazy: { Component: () => loadChunk(load) },
})

const pagesOf = (area: HandWrittenRoute['area']): RouteObject[] => handWrittenRoutes.filter((route) => route.area === area).map(pageOf)

/** Lets nobody in who has not signed in, and waits for the profile; without an application it leads to the launcher. */
async function shellLoader({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, search } = new URL(request.url)
  const here = `${pathname}${search}`
  if (!isLoggedIn()) throw redirect(loginPath(here))
  const { application } = await loadBootstrap(pathname)
  const free = pathname === '/applauncher' || pathname.startsWith('/profile')
  if (application === null && !free) throw redirect(here === '/' ? '/applauncher' : `/applauncher?${new URLSearchParams({ return: here }).toString()}`)
  return null
}

/** Who has signed in already does not see the sign-in area again. */
function signInLoader({ request }: LoaderFunctionArgs): null {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/login' && isLoggedIn() && !isProviderAnswer(searchParams)) throw redirect(returnPath(searchParams))
  return null
}

/** The two areas of the product, each loaded when it is needed: signing in, and everything else. */
export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <RouteError />,
      HydrateFallback: () => <Loading full />,
      Component: Outlet,
      children: [
        {
          lazy: { Component: () => loadChunk(async () => (await import('./sign-in/sign-in-area.tsx')).SignInArea) },
          loader: signInLoader,
          children: pagesOf('sign-in'),
        },
        {
          id: 'shell',
          lazy: { Component: () => loadChunk(async () => (await import('./shell/shell.tsx')).Shell) },
          loader: shellLoader,
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          children: [
            ...pagesOf('main'),
            { path: '*', loader: screenLoader, shouldRevalidate: onlyForAnotherPath, Component: ScreenHost, errorElement: <RouteError /> },
          ],
        },
      ],
    },
  ])
