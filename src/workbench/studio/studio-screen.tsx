import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ApiError } from '#src/data/api-error.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import type { SelectOption } from '#src/ui/select.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { tabPanelProps, Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { DesignScreen } from './design-screen.tsx'
import { JsonPane } from './json-pane.tsx'
import { PortraitPanel } from './portrait-panel.tsx'
import { ReadOnlyFields } from './read-only-fields.tsx'
import { ScreenPreview } from './screen-preview.tsx'
import { StudioCrumbs } from './studio-crumbs.tsx'
import { StudioMenu } from './studio-menu.tsx'
import { portraitQuery, studioEntriesQuery, type Portrait } from './studio-api.ts'

/** One definition: the organisation's own to change, one of the product to look at. */
export function StudioScreen() {
  const { name = '' } = useParams()
  const portrait = useQuery(portraitQuery(name))
  const entries = useQuery(studioEntriesQuery)
  const known = entries.data?.find((entry) => entry.name === name)
  if (portrait.isError) return <Failure error={portrait.error} onRetry={() => void portrait.refetch()} />
  if (portrait.isPending)
    return (
      <div className="mx-auto w-full max-w-[110rem]">
        <PageHeader
          className="mb-4"
          breadcrumbs={<StudioCrumbs label={known?.plural ?? name} />}
          title={known?.plural ?? 'Loading…'}
        />
        <div role="status" aria-label="Loading the screen" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={12} />
        </div>
      </div>
    )
  const targets = (entries.data ?? [])
    .filter((entry) => entry.kind === 'records' && (entry.origin === 'product' || entry.state === 'published'))
    .map((entry) => ({ value: entry.name, label: entry.plural }))
  return portrait.data.own ? (
    <DesignScreen key={name} portrait={portrait.data} own={portrait.data.own} targets={targets} />
  ) : (
    <ProductScreen key={name} portrait={portrait.data} targets={targets} />
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const back = (
    <Link to="/studio" className={buttonClass()}>
      All screens
    </Link>
  )
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState isPage title="There is no such screen" actions={back}>
        It may have been discarded before it was ever in use.
      </EmptyState>
    )
  return <LoadFailure isPage title="The screen could not be loaded" error={error} onRetry={onRetry} back={back} />
}

const tabs = [
  { id: 'fields', label: 'Fields' },
  { id: 'around', label: 'Around it' },
  { id: 'json', label: 'JSON' },
]

function ProductScreen({ portrait, targets }: { portrait: Portrait; targets: readonly SelectOption[] }) {
  const [tab, setTab] = useState('fields')
  const { screen, definition } = portrait
  const opened = screen?.list?.path ?? screen?.result?.criteria
  return (
    <div className="mx-auto w-full max-w-[110rem]">
      <PageHeader
        className="mb-4"
        breadcrumbs={<StudioCrumbs label={definition.label[1]} />}
        title={
          <span className="inline-flex items-center gap-3">
            {definition.label[1]} <Tag>Product</Tag>
          </span>
        }
        description="It comes with the product. Its fields can be renamed, hidden, required and extended; a screen like it can be begun as one of your own."
        actions={
          <>
            {screen?.list ? (
              <Link to={`/form-fields/designer?screen=${portrait.name}`} className={buttonClass()}>
                Change its fields
              </Link>
            ) : null}
            {opened ? (
              <Link to={opened} className={buttonClass()}>
                Open it
              </Link>
            ) : null}
            <StudioMenu portrait={portrait} definition={definition} />
          </>
        }
      />
      <div className="grid gap-5 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="min-w-0">
          <Tabs id="studio" label="Parts of the screen" className="mb-4" tabs={tabs} value={tab} onChange={setTab} />
          <div {...tabPanelProps('studio', tab)}>
            {tab === 'fields' ? <ReadOnlyFields definition={definition} targets={targets} /> : null}
            {tab === 'around' ? <PortraitPanel portrait={portrait} /> : null}
            {tab === 'json' ? <JsonPane definition={definition} issues={[]} targets={[]} /> : null}
          </div>
        </div>
        {screen && !screen.result ? <ScreenPreview screen={screen} /> : null}
      </div>
    </div>
  )
}
