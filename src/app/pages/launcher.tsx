import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Application, applicationTypes, subApplications } from '#src/definition/applications.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { useApplication } from '#src/session/use-application.ts'
import { cx } from '#src/ui/cx.ts'
import { LockIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useBootstrap } from '../bootstrap.ts'
import { returnPath } from '../login-path.ts'
import { switchApplication } from '../open-application.ts'
import { Page } from '../page.tsx'
import { applicationFacts } from './application-facts.ts'

/** The applications: those the user is authorised for open, the others say who can grant them. */
export function Launcher() {
  const { profile, applications } = useBootstrap()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const current = useApplication()
  const [opening, setOpening] = useState<Application | null>(null)
  const open = async (name: Application) => {
    setOpening(name)
    try {
      await switchApplication(name)
      await navigate(search.has('return') ? returnPath(search) : (applicationFacts[name].start ?? '/'))
    } catch (error) {
      notify.error(errorMessage(error))
    } finally {
      setOpening(null)
    }
  }
  const grantedBy = (name: Application) =>
    applications.flatMap((entry) => (typeof entry !== 'string' && entry.name === name ? (entry.granted_by ?? []) : []))
  const tile = (name: Application) => (
    <Tile
      key={name}
      name={name}
      current={name === current}
      authorized={profile.authorized_apps.includes(name)}
      opening={name === opening}
      grantedBy={grantedBy(name)}
      onOpen={() => void open(name)}
    />
  )
  return (
    <Page title="Applications">
      <div className="mx-auto w-full max-w-5xl py-6 sm:py-10">
        <h1 className="text-[1.5rem] leading-8 font-semibold tracking-[-0.01em]">What do you want to work on?</h1>
        <p className="mt-1 text-md text-ink-2">
          {profile.authorized_apps.length === 0
            ? 'No application has been granted to you yet. Each tile says who can do so.'
            : `You are signed in to ${profile.organization.name}.`}
        </p>
        <Group title="Applications">{applicationTypes.map(tile)}</Group>
        <Group title="Beside every application" columns="lg:grid-cols-2">
          {subApplications.map(tile)}
        </Group>
      </div>
    </Page>
  )
}

function Group({
  title,
  columns = 'lg:grid-cols-3',
  children,
}: {
  title: string
  columns?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-3 text-sm font-semibold text-ink-3">{title}</h2>
      <ul className={cx('grid gap-3 sm:grid-cols-2', columns)}>{children}</ul>
    </section>
  )
}

interface TileProps {
  readonly name: Application
  readonly current: boolean
  readonly authorized: boolean
  readonly opening: boolean
  readonly grantedBy: readonly string[]
  readonly onOpen: () => void
}

function Tile({ name, current, authorized, opening, grantedBy, onOpen }: TileProps) {
  const { icon: Picture, about } = applicationFacts[name]
  const badge = (
    <span
      className={cx(
        'flex size-9 shrink-0 items-center justify-center rounded',
        authorized ? 'bg-nav-soft text-nav-ink' : 'bg-hover text-ink-3',
      )}
    >
      {authorized ? opening ? <Spinner size={18} /> : <Picture size={18} /> : <LockIcon size={16} />}
    </span>
  )
  if (!authorized) {
    return (
      <li className="flex gap-3 rounded-lg border border-dashed border-line-strong p-3.5">
        {badge}
        <div className="min-w-0">
          <h3 className="text-md font-medium text-ink-2">{name}</h3>
          <p className="text-sm text-ink-3">
            {grantedBy.length > 0
              ? `Not yours yet. ${grantedBy.slice(0, 3).join(', ')} can grant it.`
              : 'Not yours yet. An administrator of your organization can grant it.'}
          </p>
        </div>
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        aria-busy={opening}
        className="flex h-full w-full gap-3 rounded-lg border border-line bg-panel p-3.5 text-left transition-colors hover:border-line-strong hover:bg-hover"
      >
        {badge}
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2 text-md font-semibold">
            {name}
            {current ? <Tag tone="accent">Open</Tag> : null}
          </span>
          <span className="block text-sm text-ink-2">{about}</span>
        </span>
      </button>
    </li>
  )
}
