import { useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router-dom'
import { cx } from '#src/ui/cx.ts'
import { Drawer } from '#src/ui/dialog.tsx'
import { PageRoom } from '#src/widgets/table/page-room.ts'
import { useBootstrap } from '../bootstrap.ts'
import { useProductName } from '../product-name.ts'
import { expectedRoom } from './expected-room.ts'
import { LoadingBar } from './loading-bar.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { TopBar } from './top-bar.tsx'
import { useCollapsed } from './use-collapsed.ts'
import { useLiveScreens } from './use-live-screens.ts'
import { useNarrow } from './use-narrow.ts'
import { type ShellDialog, useShellKeys } from './use-shell-keys.ts'

const followLeftRuns = async (): Promise<void> => (await import('#src/widgets/left-runs.ts')).followLeftRuns()

/** The frame around every screen: the bar on top, the navigation at the side, and what belongs to neither. */
export function Shell() {
  const bootstrap = useBootstrap()
  const product = useProductName()
  const { pathname } = useLocation()
  const matches = useMatches()
  const bare = matches.some(({ handle }) => (handle as { bare?: boolean } | undefined)?.bare)
  const narrow = useNarrow()
  const [collapsed, setCollapsed] = useCollapsed()
  // The drawer belongs to the page it was opened on, so that going to another one closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const drawer = drawerAt === pathname
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  const main = useMainFocus(pathname)
  useLiveScreens(bootstrap)
  useShellKeys({ open: setDialog, toggleNavigation: () => setCollapsed(!collapsed) })

  useEffect(() => {
    // Nothing was left in most tabs; what follows runs comes only where something was.
    if (sessionStorage.getItem('tierline:left-runs')) void followLeftRuns()
  }, [])

  const side = !bare && !narrow && !collapsed
  const room = useCallback((scrolls: boolean) => expectedRoom(side, scrolls), [side])
  return (
    <div className="grid h-dvh grid-rows-[auto_minmax(0,1fr)] print:block print:h-auto">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-panel focus:px-3 focus:py-2 focus:shadow-float"
      >
        Skip to the content
      </a>
      <div className="relative print:hidden">
        <TopBar
          product={product}
          bare={bare}
          onNavigation={() => (narrow ? setDrawerAt(pathname) : setCollapsed(!collapsed))}
          navigationOpen={narrow ? drawer : !collapsed}
          onDialog={setDialog}
        />
        <OfflineBanner />
        <LoadingBar />
      </div>
      <div className={cx('grid min-h-0 print:block', side ? 'grid-cols-[14.5rem_minmax(0,1fr)]' : 'grid-cols-1')}>
        {side ? (
          <aside className="min-h-0 border-r border-line bg-panel print:hidden">
            <SideNavigation areas={bootstrap.navigation} favourites={bootstrap.favourites} />
          </aside>
        ) : null}
        <main
          ref={main}
          id="main"
          data-path={pathname}
          tabIndex={-1}
          className="relative min-h-0 min-w-0 overflow-auto outline-none has-data-save-bar:scroll-pb-24 has-data-sections:scroll-pt-14 print:overflow-visible"
        >
          <PageRoom value={room}>
            <Outlet />
          </PageRoom>
        </main>
      </div>
      {narrow && !bare ? (
        <Drawer open={drawer} onClose={() => setDrawerAt(null)} title={product} side="left" width="18rem" flush>
          <SideNavigation areas={bootstrap.navigation} favourites={bootstrap.favourites} withApplications />
        </Drawer>
      ) : null}
      <ShellDialogs dialog={dialog} onClose={() => setDialog(null)} onDialog={setDialog} />
    </div>
  )
}

/** Another page begins at its top, and the keyboard with it, unless the page took the focus itself. */
function useMainFocus(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const element = main.current
    if (!element) return
    element.scrollTop = 0
    const active = document.activeElement
    if (active === null || active === document.body || active.closest('nav')) element.focus({ preventScroll: true })
  }, [pathname])
  return main
}
