import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { PlusIcon, SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { DeniedState, EmptyState, ErrorState } from '#src/ui/states.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { EntryTable } from './entry-table.tsx'
import { NewScreenDialog } from './new-screen-dialog.tsx'
import { studioEntriesQuery } from './studio-api.ts'
import { areaLabel } from './studio-words.ts'

const origins = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Ours' },
  { value: 'product', label: 'Product' },
] as const
type Origin = (typeof origins)[number]['value']

/** Every definition there is, to look at; the organisation's own ones to change, and new ones to begin. */
export function StudioHome() {
  const entries = useQuery(studioEntriesQuery)
  const mayDesign = useAllowed()('designer.write')
  const [parameters, setParameters] = useSearchParams()
  const [isBeginning, setBeginning] = useState(false)
  const search = useDeferredValue(parameters.get('search') ?? '')
  const origin = (parameters.get('origin') ?? 'all') as Origin
  const area = parameters.get('area') ?? ''
  const go = (name: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '' || value === 'all') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const all = useMemo(() => (entries.data ?? []).toSorted((a, b) => a.plural.localeCompare(b.plural)), [entries.data])
  const areas = useMemo(() => [...new Set(all.map((entry) => entry.area))].sort(), [all])
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    return all.filter((entry) => {
      const text = `${entry.name} ${entry.label} ${entry.plural}`.toLowerCase()
      return (
        (origin === 'all' || entry.origin === origin) &&
        (area === '' || entry.area === area) &&
        words.every((word) => text.includes(word))
      )
    })
  }, [all, area, origin, search])
  const begin = (
    <Button variant="primary" icon={PlusIcon} onClick={() => setBeginning(true)}>
      New screen
    </Button>
  )
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        className="mb-5"
        title="Designer Studio"
        count={entries.data ? `${all.length} screens` : undefined}
        description="Every screen is a definition. Look at those of the product, and make screens of your own: they are in use at once, without a release."
        actions={mayDesign ? begin : null}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2" role="search">
        <span className="w-full sm:w-72">
          <Input
            type="search"
            aria-label="Search screens"
            placeholder="Search screens"
            prefix={<SearchIcon />}
            value={parameters.get('search') ?? ''}
            onChange={(event) => go('search', event.target.value)}
          />
        </span>
        <Segmented label="Whose screens" options={origins} value={origin} onChange={(value) => go('origin', value)} />
        <span className="w-48">
          <Select
            aria-label="Area"
            placeholder="Every area"
            value={area}
            options={areas.map((name) => ({ value: name, label: areaLabel(name) }))}
            onChange={(event) => go('area', event.target.value)}
          />
        </span>
        <span role="status" className="text-sm text-ink-3">
          {entries.data && shown.length !== all.length ? `${shown.length} found` : ''}
        </span>
      </div>
      {entries.error instanceof ApiError && entries.error.status === 403 ? (
        <DeniedState />
      ) : entries.isError ? (
        <ErrorState
          title="The screens could not be loaded"
          actions={<Button onClick={() => void entries.refetch()}>Try again</Button>}
        >
          {errorMessage(entries.error)}
        </ErrorState>
      ) : entries.isPending ? (
        <div role="status" aria-label="Loading screens" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={10} />
        </div>
      ) : shown.length === 0 ? (
        <EmptyState
          title={
            origin === 'own' && all.every((entry) => entry.origin !== 'own')
              ? 'No screens of your own yet'
              : 'Nothing found'
          }
          actions={mayDesign ? begin : null}
        >
          {origin === 'own'
            ? 'A screen takes a name and its fields; list, form, upload, history and permissions come with it.'
            : 'Search for another word, or look in every area.'}
        </EmptyState>
      ) : (
        <EntryTable entries={shown} />
      )}
      {isBeginning ? <NewScreenDialog entries={all} onClose={() => setBeginning(false)} /> : null}
    </div>
  )
}
