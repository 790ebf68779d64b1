import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { screenSummariesQuery } from '#src/data/screen-summaries.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { designQuery } from './designer-api.ts'
import { DesignerLost } from './designer-lost.tsx'
import type { DesignLayer } from './designer-model.ts'
import { designerColumns, designerDescription } from './designer-words.ts'
import { Designer, type DesignerProps } from './designer.tsx'

const everybody: DesignLayer = { layer: 'organization', layer_ref: null }

/** Whose form is designed, as the address says it, and the form as they have it. */
function useDesign(formId: string | undefined) {
  const [parameters, setParameters] = useSearchParams()
  const application = parameters.get('application')
  const [kind, ref] = (parameters.get('for') ?? 'organization').split('-')
  const layer = useMemo<DesignLayer>(
    () => ({
      ...(kind === 'role' || kind === 'user' ? { layer: kind, layer_ref: Number(ref) } : everybody),
      app_source_type: application,
    }),
    [kind, ref, application],
  )
  const form = useQuery({
    ...designQuery(formId ?? '', layer),
    enabled: formId !== undefined,
    placeholderData: keepPreviousData,
  })
  const choose = (change: Readonly<Record<string, string | null>>) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      for (const [key, value] of Object.entries(change))
        if (value) next.set(key, value)
        else next.delete(key)
      return next
    })
  return { parameters, layer, form, choose, who: `${kind} ${ref} ${application}` }
}

/** Designs the form of one kind of document; what becomes of it stands beside. */
export function DocumentFields({ screen, preview }: { screen: Screen; preview: DesignerProps['preview'] }) {
  const summaries = useQuery(screenSummariesQuery)
  const { layer, form, choose, who } = useDesign(screen.formId)
  const error = summaries.error ?? form.error
  if (!form.data || form.isPlaceholderData)
    return (
      <div className="mx-auto w-full max-w-[110rem]">
        <PageHeader
          className="mb-5"
          title={`Fields of ${screen.plural.toLowerCase()}`}
          description={designerDescription}
        />
        {error ? <LoadFailure title={failed} error={error} onRetry={again(summaries, form)} /> : <LoadingFields />}
      </div>
    )
  return (
    <Designer
      key={who}
      summary={{ form_id: screen.formId, endpoint: screen.endpoint, plural: screen.plural }}
      form={form.data}
      layer={layer}
      onLayer={choose}
      picker={null}
      preview={preview}
      screens={(summaries.data ?? []).filter((summary) => summary.endpoint && summary.path)}
    />
  )
}

const failed = 'The fields could not be loaded'

const again =
  (...queries: readonly UseQueryResult[]) =>
  () => {
    for (const query of queries) if (query.error) void query.refetch()
  }

const LoadingFields = (): ReactNode => (
  <div role="status" aria-label="Loading fields" className={designerColumns}>
    <SkeletonLines lines={12} className="rounded-lg border border-line bg-panel p-5" />
    <SkeletonLines lines={8} className="rounded-lg border border-line bg-panel p-5 max-xl:hidden" />
  </div>
)

/** Changes the fields of a screen without a release: labels, help, order, what is shown and required, attributes of one's own. */
export function DesignerScreen({ preview }: Pick<DesignerProps, 'preview'>) {
  const summaries = useQuery(screenSummariesQuery)
  const choices = (summaries.data ?? [])
    .filter((summary) => summary.endpoint && summary.path)
    .toSorted((a, b) => a.plural.localeCompare(b.plural))
  const [asked] = useSearchParams()
  const chosen = choices.find(({ name, form_id: form }) =>
    asked.has('screen') ? name === asked.get('screen') : form === asked.get('form'),
  )
  const name = asked.get('screen') ?? chosen?.name
  const { layer, form, choose, who } = useDesign(chosen?.form_id)
  const error = summaries.error ?? form.error
  const picker = (
    <span className="w-64">
      <Select
        aria-label="Screen"
        placeholder="Choose a screen"
        value={name ?? ''}
        options={choices.map((summary) => ({ value: summary.name, label: summary.plural }))}
        onChange={(event) => choose({ screen: event.target.value, form: null })}
      />
    </span>
  )
  if (chosen && form.data && !form.isPlaceholderData)
    return (
      <Designer
        key={`${chosen.name} ${who}`}
        summary={chosen}
        form={form.data}
        layer={layer}
        onLayer={choose}
        picker={picker}
        preview={preview}
        screens={choices}
      />
    )
  return (
    <div className="mx-auto w-full max-w-[110rem]">
      <PageHeader className="mb-5" title="Fields" actions={picker} />
      {error ? (
        <LoadFailure title={failed} error={error} onRetry={again(summaries, form)} />
      ) : chosen || summaries.isPending ? (
        <LoadingFields />
      ) : (
        <>
          <DesignerLost />
          <EmptyState title="Choose a screen">
            Its fields can then be renamed, moved, hidden and required, and new attributes added. Lists and forms change
            at once.
          </EmptyState>
        </>
      )}
    </div>
  )
}
