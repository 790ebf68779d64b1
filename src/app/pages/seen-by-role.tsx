import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { cx } from '#src/ui/cx.ts'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { ScreenPreview } from '#src/workbench/studio/screen-preview.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { Page } from '../page.tsx'

interface Seen {
  readonly role: { readonly id: number; readonly code: string; readonly name: string }
  readonly application: string | null
  readonly applications: readonly string[]
  readonly navigation: readonly {
    readonly area: string
    readonly label: string
    readonly items: readonly { readonly screen: string | null; readonly label: string; readonly path: string }[]
  }[]
  /** What the role may do beside reading, by screen. */
  readonly screens: Readonly<Record<string, { readonly may: readonly string[] }>>
}

interface SeenScreen {
  readonly screen: Screen
  readonly may: readonly string[]
  readonly unseen: readonly string[]
  readonly only_read: readonly string[]
}

const mayWords: Readonly<Record<string, string>> = {
  create: 'create',
  update: 'change',
  delete: 'delete',
  upload: 'upload',
  export: 'export',
}

const description =
  'The menu and the screens of somebody with this role. Records are made up, and nothing is stored here.'

const linkTo = (path: string, label: string) => (
  <Link to={path} className="hover:text-ink-1 hover:underline">
    {label}
  </Link>
)

const sentenceOf = (may: readonly string[]): string =>
  may.length === 0 ? 'May look, nothing else.' : `May look, ${may.map((one) => mayWords[one] ?? one).join(', ')}.`

/** The menu and the screens as somebody with one role has them, to look at. */
export function SeenByRole() {
  const { id = '' } = useParams()
  const [parameters, setParameters] = useSearchParams()
  const [application, name] = [parameters.get('application'), parameters.get('screen')]
  const choose = (key: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  const seen = useQuery({
    queryKey: ['rights', 'seen-by', id, application],
    queryFn: ({ signal }) =>
      api.get<Seen>(
        `rights/seen-by/${encodeURIComponent(id)}${application ? `?application=${encodeURIComponent(application)}` : ''}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const items = (seen.data?.navigation ?? []).flatMap((area) => area.items)
  // Of a page of figures there is little to see without figures.
  const listed = (seen.data?.navigation ?? []).flatMap((area) => (area.area === 'dashboards' ? [] : area.items))
  const shown =
    items.find((item) => item.screen !== null && item.screen === name) ??
    listed.find((item) => item.screen && seen.data?.screens[item.screen]?.may.length) ??
    listed.find((item) => item.screen) ??
    items.find((item) => item.screen)
  if (seen.error)
    return (
      <Page title="Seen by a role">
        <LoadFailure
          title="What this role sees could not be loaded"
          error={seen.error}
          onRetry={() => void seen.refetch()}
          back={
            <Link to="/user-roles" className={buttonClass()}>
              All roles
            </Link>
          }
        />
      </Page>
    )
  if (!seen.data)
    return (
      <Page title="Seen by a role">
        <PageHeader className="mb-5" title="Seen by a role" description={description} />
        <div role="status" aria-label="Loading" className="grid gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
          <SkeletonLines lines={14} className="rounded-lg border border-line bg-panel p-4" />
          <SkeletonLines lines={8} />
        </div>
      </Page>
    )
  const { role, applications, navigation } = seen.data
  return (
    <Page
      title={`Seen by ${role.name}`}
      breadcrumbs={
        <Breadcrumbs
          crumbs={[
            { label: 'Roles', link: (label) => linkTo('/user-roles', label) },
            { label: role.name, link: (label) => linkTo(`/user-roles/view/${role.id}`, label) },
            { label: 'Seen by this role' },
          ]}
        />
      }
    >
      <PageHeader
        className="mb-5"
        title={`Seen by ${role.name}`}
        description={description}
        actions={
          <span className="w-36 sm:w-56">
            <Select
              aria-label="Application"
              placeholder="All applications"
              value={application ?? ''}
              options={applications.map((value) => ({ value, label: value }))}
              onChange={(event) => choose('application', event.target.value)}
            />
          </span>
        }
      />
      <div className="grid gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
        <nav
          aria-label={`Menu of ${role.name}`}
          className="rounded-lg border border-line bg-panel p-2 max-md:max-h-72 max-md:overflow-y-auto"
        >
          {navigation.length === 0 ? <p className="p-2 text-ink-3">Nothing in the menu</p> : null}
          {navigation.map((area) => (
            <section key={area.area} className="mb-2 last:mb-0">
              <h2 className="px-2 py-1 text-sm font-semibold text-ink-3">{area.label}</h2>
              <ul>
                {area.items.map((item) => (
                  <li key={item.path}>
                    <button
                      type="button"
                      disabled={item.screen === null}
                      aria-current={item === shown ? 'page' : undefined}
                      className={cx(
                        'w-full truncate rounded px-2 py-1 text-left disabled:text-ink-2',
                        item === shown ? 'bg-accent-soft text-accent-ink' : 'enabled:hover:bg-background',
                      )}
                      onClick={() => item.screen && choose('screen', item.screen)}
                    >
                      {item.label}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        {shown?.screen ? (
          <OneScreen key={shown.screen} role={id} name={shown.screen} />
        ) : (
          <EmptyState title="No screen">Somebody with this role alone can open no list.</EmptyState>
        )}
      </div>
    </Page>
  )
}

function OneScreen({ role, name }: { role: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['rights', 'seen-by', role, 'screen', name],
    queryFn: ({ signal }) =>
      api.get<SeenScreen>(`rights/seen-by/${encodeURIComponent(role)}/screens/${encodeURIComponent(name)}`, { signal }),
    meta: { quiet: true },
  })
  if (error) return <LoadFailure title="This screen cannot be shown" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  const { screen, may, unseen, only_read: onlyRead } = data
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div>
        <h2 className="text-md font-semibold">{screen.plural}</h2>
        <p className="text-ink-2">{sentenceOf(may)}</p>
        {unseen.length > 0 ? <p className="text-ink-2">Does not see: {unseen.join(', ')}.</p> : null}
        {onlyRead.length > 0 ? <p className="text-ink-2">Sees but does not change: {onlyRead.join(', ')}.</p> : null}
      </div>
      {screen.result ? (
        <p className="text-ink-2">
          Columns of the result:{' '}
          {screen.result.columns
            .map((column) => screen.fields.find((field) => field.name === column)?.label ?? column)
            .join(', ')}
        </p>
      ) : screen.dashboard ? (
        <p className="text-ink-2">A page of: {screen.dashboard.tiles.map((tile) => tile.title).join(', ')}</p>
      ) : screen.list === null && screen.fields.length === 0 ? (
        <p className="text-ink-2">A dashboard: its figures are of the records that this role may read.</p>
      ) : (
        <ScreenPreview screen={screen} first="list" />
      )}
    </div>
  )
}
