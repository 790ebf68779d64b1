import { loadDialogs } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MenuIcon, SearchIcon, SidebarIcon } from '#src/ui/icons.tsx'
import { commandKey, Kbd } from '#src/ui/kbd.tsx'
import { Link } from '#src/ui/link.tsx'
import { useSlice } from '#src/session/slices.ts'
import { Logo } from '../logo.tsx'
import { ApplicationSwitcher } from './application-switcher.tsx'
import { loadPalette } from './shell-dialogs.tsx'
import { UserMenu } from './user-menu.tsx'
import type { ShellDialog } from './use-shell-keys.ts'

interface TopBarProps {
  readonly product: string
  readonly bare: boolean
  readonly navigationOpen: boolean
  readonly onNavigation: () => void
  readonly onDialog: (dialog: ShellDialog) => void
}

// Loaded when somebody seems to be about to use it.
const prepare = () => {
  void Promise.allSettled([loadPalette(), loadDialogs()])
}

export function TopBar({ product, bare, navigationOpen, onNavigation, onDialog }: TopBarProps) {
  const organization = useSlice('profileData')?.organization.name
  return (
    <header className="flex h-12 items-center gap-2 border-b border-line bg-panel px-3 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)_auto] lg:gap-4 lg:px-4">
      <div className="flex min-w-0 items-center gap-1.5">
        {bare ? null : (
          <>
            <IconButton
              icon={MenuIcon}
              label="Open the navigation"
              aria-expanded={navigationOpen}
              onClick={onNavigation}
              className="-ml-1 lg:hidden"
            />
            <IconButton
              icon={SidebarIcon}
              label={navigationOpen ? 'Fold the navigation away' : 'Show the navigation'}
              aria-expanded={navigationOpen}
              onClick={onNavigation}
              className="-ml-1.5 max-lg:hidden"
            />
          </>
        )}
        <Link
          to="/"
          aria-label={`${product}, home`}
          className="flex min-w-0 items-center gap-2 rounded text-md font-semibold"
        >
          <Logo size={22} />
          <span className="hidden truncate sm:block">{product}</span>
        </Link>
      </div>
      <div className="flex min-w-0 flex-1 items-center justify-end gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(16rem,30rem)_minmax(0,1fr)]">
        <div className="hidden min-w-0 md:block">
          <ApplicationSwitcher />
        </div>
        <button
          type="button"
          onClick={() => onDialog('palette')}
          onPointerEnter={prepare}
          onFocus={prepare}
          aria-keyshortcuts="Control+K Meta+K"
          className="hidden h-8 w-full items-center gap-2 rounded border border-line-strong bg-background px-2.5 text-ink-3 hover:border-control-line lg:flex"
        >
          <SearchIcon />
          <span className="flex-1 truncate text-left">Go to a screen or a record</span>
          <Kbd>{commandKey()} K</Kbd>
        </button>
        <IconButton
          icon={SearchIcon}
          label="Go to a screen or a record"
          onClick={() => onDialog('palette')}
          className="lg:hidden"
        />
      </div>
      <div className="flex min-w-0 items-center gap-3">
        {organization && organization !== product ? (
          <span className="hidden max-w-48 truncate text-ink-2 lg:block">{organization}</span>
        ) : null}
        <UserMenu onKeys={() => onDialog('keys')} />
      </div>
    </header>
  )
}
