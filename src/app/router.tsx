import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  type RouteObject,
  useLoaderData,
} from 'react-router-dom'
import { covers } from '#src/data/permissions.ts'
import { loadChunk } from '#src/session/chunks.ts'
import { isLoggedIn } from '#src/session/tokens.ts'
import { loadBootstrap } from './bootstrap.ts'
import { RouteError } from './fallback-screen.tsx'
import { Loading } from './loading.tsx'
import { isProviderAnswer, returnPath } from './login-path.ts'
import { requireSignIn } from './require-sign-in.ts'
import { handWrittenRoutes, type HandWrittenRoute } from './routes.ts'
import { ScreenHost } from './screen-host.tsx'
import { onlyForAnotherPath, screenLoader } from './screen-loader.ts'

type PageComponent = ComponentType

// Parts of the program are loaded by loaders: they are there before the first render, without a fallback flashing, and a
// failure ends on the error screen of their route (that of `lazy` ends on an empty page).
function LoadedPage() {
  const LoadedComponent = useLoaderData() as PageComponent
  return <LoadedComponent />
}

/** Refuses a page to those it is not for. */
async function demand({ access, label }: HandWrittenRoute, request: Request): Promise<void> {
  if (access === undefined) return
  requireSignIn(request)
  const { bootstrap } = await loadBootstrap(new URL(request.url).pathname)
  if (!covers(bootstrap.profile.permissions, access)) throw Response.json({ label }, { status: 403 })
}

const pageOf = (route: HandWrittenRoute): RouteObject => ({
  ...(route.path === '/' ? { index: true as const } : { path: route.path }),
  handle: { bare: route.bare ?? false },
  errorElement: <RouteError />,
  loader: async ({ request }: LoaderFunctionArgs): Promise<PageComponent> => {
    await demand(route, request)
    return loadChunk(route.load)
  },
  shouldRevalidate: () => false,
  Component: LoadedPage,
})

const pagesOf = (area: HandWrittenRoute['area']): RouteObject[] =>
  handWrittenRoutes.filter((route) => route.area === area).map(pageOf)

const loadShell = async (): Promise<PageComponent> => (await import('./shell/shell.tsx')).Shell
const loadSignInArea = async (): Promise<PageComponent> => (await import('./sign-in/sign-in-area.tsx')).SignInArea

/** Lets nobody in who has not signed in, and waits for the profile; without an application it leads to the launcher. */
async function shellLoader({ request }: LoaderFunctionArgs): Promise<PageComponent> {
  requireSignIn(request)
  const { pathname, search } = new URL(request.url)
  const [shell, { application }] = await Promise.all([loadChunk(loadShell), loadBootstrap(pathname)])
  const free = pathname.startsWith('/applauncher') || pathname.startsWith('/profile')
  if (application !== null || free) return shell
  throw redirect(
    pathname === '/'
      ? '/applauncher'
      : `/applauncher?${new URLSearchParams({ return: `${pathname}${search}` }).toString()}`,
  )
}

/** Who has signed in already does not see the sign-in area again. */
function signInLoader({ request }: LoaderFunctionArgs): Promise<PageComponent> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/login' && isLoggedIn() && !isProviderAnswer(searchParams)) throw redirect(returnPath(searchParams))
  return loadChunk(loadSignInArea)
}

/** Leads to the home of another application; hardly any visit begins with that. */
const openingLoader = async (wanted: LoaderFunctionArgs): Promise<never> =>
  (await loadChunk(() => import('./open-application.ts'))).openingLoader(wanted)

/** The two areas of the product, each loaded when it is needed: signing in, and everything else. */
export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <RouteError />,
      HydrateFallback: () => <Loading full />,
      Component: Outlet,
      children: [
        { loader: signInLoader, Component: LoadedPage, children: pagesOf('sign-in') },
        {
          id: 'shell',
          loader: shellLoader,
          shouldRevalidate: onlyForAnotherPath,
          Component: LoadedPage,
          children: [
            ...pagesOf('main'),
            { path: 'applauncher/open/:name', loader: openingLoader, errorElement: <RouteError /> },
            {
              path: '*',
              loader: screenLoader,
              shouldRevalidate: onlyForAnotherPath,
              Component: ScreenHost,
              errorElement: <RouteError />,
            },
          ],
        },
      ],
    },
  ])
