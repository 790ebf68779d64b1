import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#src/data/api.ts'
import { signOut } from '#src/session/session.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import {
  ChartIcon,
  FileIcon,
  GridIcon,
  HistoryIcon,
  type Icon,
  KeyboardIcon,
  KeyIcon,
  SearchIcon,
  SignOutIcon,
  TableIcon,
  UserIcon,
} from '#src/ui/icons.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useApplication } from '#src/session/use-application.ts'
import { navigationQuery } from '#src/data/navigation.ts'
import { useBootstrap } from '../bootstrap.ts'
import { useRecentScreens } from '../recent.ts'
import { matchesWords } from './filter-navigation.ts'
import { useSettled } from './use-settled.ts'

interface FoundRecord {
  readonly screen: string
  /** The screen's label. */
  readonly label: string
  readonly path: string
  /** What the record is called. */
  readonly text: string
}

interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onKeys: () => void
}

const mostScreens = 8
const least = 2

/** Any screen, record or command by typing a part of its name. */
export function Palette({ open, onClose, onKeys }: PaletteProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Go to a screen or a record"
      hideHeader
      flush
      className="top-[10vh] w-[40rem]"
    >
      <PaletteBody onClose={onClose} onKeys={onKeys} />
    </Dialog>
  )
}

function PaletteBody({ onClose, onKeys }: Omit<PaletteProps, 'open'>) {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  // At once: who types fast and presses Enter means what he has typed.
  const words = query.trim()
  const records = useRecords(words)
  const screens = useScreens(words)
  const commands = useCommands(words, onKeys)
  const go = (path: string) => () => {
    onClose()
    void navigate(path)
  }
  const found = records.data ?? []
  const nothing =
    words !== '' && screens.length === 0 && commands.length === 0 && found.length === 0 && !records.isFetching
  return (
    <Command shouldFilter={false} label="Go to a screen or a record" loop className="flex max-h-[70vh] flex-col">
      <div className="flex items-center gap-3 border-b border-line px-4">
        <SearchIcon className="shrink-0 text-ink-3" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          autoFocus
          placeholder="Go to a screen or a record"
          className="h-12 w-full bg-transparent text-md outline-none"
        />
        {records.isFetching ? <Spinner className="appear-late text-ink-3" /> : null}
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {nothing ? <p className="px-3 py-8 text-center text-ink-2">Nothing is called “{words}”.</p> : null}
        <Group heading={screens[0]?.icon === HistoryIcon ? 'Opened last' : 'Screens'}>
          {screens.map(({ path, label, area, icon }) => (
            <Row key={path} value={`screen ${path}`} icon={icon} text={label} remark={area} onSelect={go(path)} />
          ))}
        </Group>
        <Group heading="Records">
          {found.map(({ path, text, label }) => (
            <Row key={path} value={`record ${path}`} icon={FileIcon} text={text} remark={label} onSelect={go(path)} />
          ))}
        </Group>
        <Group heading="Commands">
          {commands.map(({ label, icon, run }) => (
            <Row
              key={label}
              value={`command ${label}`}
              icon={icon}
              text={label}
              onSelect={() => {
                onClose()
                run(navigate)
              }}
            />
          ))}
        </Group>
      </Command.List>
    </Command>
  )
}

function useRecords(words: string) {
  const settled = useSettled(words, 150)
  return useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) =>
      api.get<readonly FoundRecord[]>('search', { query: { q: settled }, signal, background: true }),
    enabled: settled.length >= least,
    placeholderData: settled.length >= least ? keepPreviousData : undefined,
    staleTime: 30_000,
    meta: { quiet: true },
  })
}

interface FoundScreen {
  readonly path: string
  readonly label: string
  readonly area: string
  readonly icon: Icon
}

function useScreens(words: string): readonly FoundScreen[] {
  const { navigation } = useBootstrap()
  const application = useApplication()
  const recent = useRecentScreens()
  const long = navigation.some(({ total }) => total !== undefined)
  const found = useQuery({
    ...navigationQuery({
      application,
      ...(words === '' ? { paths: recent.map(({ path }) => path).join(',') } : { search: words }),
      limit: 2 * mostScreens,
    }),
    enabled: long && (words !== '' || recent.length > 0),
  })
  // Of a long menu only the beginning is known; the rest is asked for by its words.
  const listed = long ? (found.data?.records ?? []) : []
  const all = [
    ...listed.map(({ area_label: area, ...item }) => ({ ...item, area })),
    ...(long && words !== '' ? [] : navigation).flatMap(({ label: area, items }) =>
      items.map((item) => ({ ...item, area })),
    ),
  ].map(({ path, label, area, kind }) => ({ path, label, area, icon: kind === 'criteria' ? ChartIcon : TableIcon }))
  if (words === '') {
    const known = recent
      .flatMap(({ path }) => all.filter((screen) => screen.path === path))
      .map((screen) => ({ ...screen, icon: HistoryIcon }))
    return (known.length > 0 ? known : all).slice(0, mostScreens)
  }
  const begins = ({ label }: FoundScreen) => (label.toLowerCase().startsWith(words.toLowerCase()) ? 0 : 1)
  return all
    .filter(({ label, area }) => matchesWords(`${label} ${area}`, words))
    .toSorted((a, b) => begins(a) - begins(b) || a.label.length - b.label.length)
    .slice(0, mostScreens)
}

interface ShellCommand {
  readonly label: string
  readonly icon: Icon
  readonly run: (navigate: ReturnType<typeof useNavigate>) => void
}

function useCommands(words: string, onKeys: () => void): readonly ShellCommand[] {
  const commands: readonly ShellCommand[] = [
    { label: 'Switch the application', icon: GridIcon, run: (navigate) => void navigate('/applauncher') },
    { label: 'Profile and appearance', icon: UserIcon, run: (navigate) => void navigate('/profile') },
    { label: 'Change the password', icon: KeyIcon, run: (navigate) => void navigate('/profile/password') },
    { label: 'Keyboard', icon: KeyboardIcon, run: onKeys },
    { label: 'Sign out', icon: SignOutIcon, run: () => void signOut() },
  ]
  return commands.filter(({ label }) => matchesWords(label, words))
}

function Group({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  )
}

function Row({
  value,
  icon: Picture,
  text,
  remark,
  onSelect,
}: {
  value: string
  icon: Icon
  text: string
  remark?: string
  onSelect: () => void
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="group flex h-9 cursor-pointer items-center gap-3 rounded px-3 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink"
    >
      <Picture className="shrink-0 opacity-70" />
      <span className="min-w-0 flex-1 truncate">{text}</span>
      {remark ? (
        <span className="max-w-[40%] shrink-0 truncate text-sm text-ink-3 group-data-[selected=true]:text-accent-ink">
          {remark}
        </span>
      ) : null}
    </Command.Item>
  )
}
