import { useNavigate } from 'react-router-dom'
import { applications } from '#src/definition/applications.ts'
import { useApplication } from '#src/session/use-application.ts'
import { ChevronDownIcon, GridIcon } from '#src/ui/icons.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { useBootstrap } from '../bootstrap.ts'

/** Which application is open, and the way to the others. */
export function ApplicationSwitcher({ wide = false }: { wide?: boolean }) {
  const current = useApplication()
  const { profile } = useBootstrap()
  const navigate = useNavigate()
  // An address, so that a form with changes is asked before anything is switched.
  const choose = (name: (typeof applications)[number]) => {
    if (name !== current) void navigate(`/applauncher/open/${name}`, { replace: window.location.pathname === '/' })
  }
  const items: MenuEntry[] = [
    ...applications
      .filter((name) => profile.authorized_apps.includes(name))
      .map((name) => ({ label: name, checked: name === current, onSelect: () => choose(name) })),
    'separator',
    { label: 'All applications', icon: GridIcon, onSelect: () => void navigate('/applauncher') },
  ]
  return (
    <Menu
      label="Applications"
      items={items}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          // Areas of the navigation can be called like the application.
          aria-label={current ? `Application: ${current}` : undefined}
          className={`flex h-8 max-w-full items-center gap-2 rounded border border-line-strong bg-panel px-2.5 hover:bg-hover ${wide ? 'w-full' : ''}`}
        >
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-nav" />
          <span className="min-w-0 flex-1 truncate text-left font-medium">{current ?? 'Choose an application'}</span>
          <ChevronDownIcon className="shrink-0 text-ink-3" />
        </button>
      )}
    />
  )
}
