import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { recordKeys } from '#src/data/records.ts'
import { screenSummariesQuery, type ScreenSummary } from '#src/data/screen-summaries.ts'
import { screenQuery } from '#src/data/screens.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { DesignerAttribute } from './designer-attribute.tsx'
import {
  changedFields,
  designOf,
  designSections,
  orderedSection,
  placesAfterMove,
  trimmed,
  type Design,
  type DesignLayer,
  type StoredDesign,
} from './designer-model.ts'
import { DesignerRow } from './designer-row.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'

const everybody = 'organization'

const storedQuery = (formId: string) => ({
  queryKey: [...recordKeys.all('form_fields'), 'design', formId] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await api.get<{ readonly records: readonly StoredDesign[] }>('form_fields', {
        query: { form_id: formId, limit: 0 },
        signal,
      })
    ).records,
  meta: { quiet: true },
})

/** Changes the fields of a screen without a release: labels, help, order, what is shown and required, attributes of one's own. */
export function DesignerScreen() {
  const [parameters, setParameters] = useSearchParams()
  const name = parameters.get('screen')
  const summaries = useQuery(screenSummariesQuery)
  const choices = (summaries.data ?? [])
    .filter((summary) => summary.endpoint && summary.path)
    .toSorted((a, b) => a.plural.localeCompare(b.plural))
  const chosen = choices.find((summary) => summary.name === name)
  const screen = useQuery({ ...screenQuery(name ?? ''), enabled: chosen !== undefined })
  const stored = useQuery({ ...storedQuery(chosen?.form_id ?? ''), enabled: chosen !== undefined })
  const error = summaries.error ?? screen.error ?? stored.error
  const picker = (
    <span className="w-64">
      <Select
        aria-label="Screen"
        placeholder="Choose a screen"
        value={name ?? ''}
        options={choices.map((summary) => ({ value: summary.name, label: summary.plural }))}
        onChange={(event) => setParameters(event.target.value ? { screen: event.target.value } : {})}
      />
    </span>
  )
  if (error) return <ErrorState title="The fields could not be loaded">{errorMessage(error)}</ErrorState>
  if (chosen && screen.data && stored.data)
    return (
      <Designer
        key={chosen.name}
        summary={chosen}
        screen={screen.data}
        stored={stored.data}
        picker={picker}
        screens={choices}
      />
    )
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader className="mb-5" title="Fields" actions={picker} />
      {chosen || summaries.isPending ? (
        <div role="status" aria-label="Loading fields" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={8} />
        </div>
      ) : (
        <EmptyState title="Choose a screen">
          Its fields can then be renamed, moved, hidden and required, and new attributes added. Lists and forms change
          at once.
        </EmptyState>
      )}
    </div>
  )
}

interface DesignerProps {
  readonly summary: ScreenSummary
  readonly screen: Screen
  readonly stored: readonly StoredDesign[]
  readonly picker: React.ReactNode
  readonly screens: readonly ScreenSummary[]
}

function Designer({ summary, screen, stored, picker, screens }: DesignerProps) {
  const client = useQueryClient()
  const profile = client
    .getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] })
    .findLast(([, boot]) => boot !== undefined)?.[1]?.profile
  const [forWhom, setForWhom] = useState(everybody)
  const layer = useMemo<DesignLayer>(
    () =>
      forWhom === everybody
        ? { layer: 'organization', layer_ref: null }
        : { layer: 'user', layer_ref: profile?.id ?? 0 },
    [forWhom, profile?.id],
  )
  const before = useMemo(() => designOf(stored, layer), [stored, layer])
  const [edits, setEdits] = useState<Design>({})
  const design: Design = { ...before, ...edits }
  const [adding, setAdding] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const changed = changedFields(before, edits)
  const guard = useLeaveGuard(() => changed.length > 0)
  const edit = (id: string, change: Design[string]) => {
    setProblems(({ [id]: _solved, ...rest }) => rest)
    setEdits((now) => ({ ...now, [id]: change === null ? null : { ...before[id], ...now[id], ...change } }))
  }
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      api.put('modify_form_fields', {
        json: changed.map((id) => ({
          form_id: summary.form_id,
          field_id: id,
          ...layer,
          delta: edits[id] ? trimmed(edits[id]) : null,
        })),
      }),
    onSuccess: async () => {
      notify.success('Successfully updated')
      await Promise.all([
        client.invalidateQueries({ queryKey: recordKeys.all('form_fields') }),
        client.invalidateQueries({ queryKey: ['screen', screen.name] }),
        client.invalidateQueries({ queryKey: recordKeys.all(summary.endpoint ?? screen.name) }),
      ])
      setEdits({})
    },
    onError: (error) => {
      const issues = error instanceof ApiError ? error.issues : []
      const found = issues.flatMap((issue) => {
        const at = issue.path.find((part) => typeof part === 'number')
        const id = typeof at === 'number' ? changed[at] : undefined
        return id ? [[id, issue.message] as const] : []
      })
      setProblems(Object.fromEntries(found))
      if (found.length === 0) notify.error(errorMessage(error))
    },
  })
  const added = Object.entries(edits).flatMap(([id, delta]) =>
    delta?.attribute_type && !screen.fields.some((field) => field.id === id) ? [{ id, delta }] : [],
  )
  const taken = new Set([...screen.fields.flatMap((field) => [field.id, field.name]), ...added.map(({ id }) => id)])
  const takesAttributes = screen.fields.some((field) => field.type === 'attributes')
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        className="mb-5"
        title={`Fields of ${screen.plural.toLowerCase()}`}
        description="What you change here shows on lists, forms, uploads and exports as soon as it is saved. Nothing that is stored is lost."
        actions={
          <>
            {picker}
            <span className="w-52">
              <Select
                aria-label="For whom"
                value={forWhom}
                disabled={changed.length > 0}
                options={[
                  { value: everybody, label: 'For everybody' },
                  { value: 'user', label: 'Only for me' },
                ]}
                onChange={(event) => setForWhom(event.target.value)}
              />
            </span>
            <Link to={`/form-fields?form_id=${encodeURIComponent(summary.form_id)}`} className={buttonClass()}>
              All changes
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {designSections(screen).map((section) => {
          const fields = orderedSection(section.fields, edits)
          const earlier = section.fields.some((field) => before[field.id]?.order !== undefined)
          const move = (id: string, to: number) => {
            for (const [moved, order] of Object.entries(placesAfterMove(section.fields, edits, id, to, earlier)))
              edit(moved, { order })
          }
          return (
            <section key={section.title} aria-label={section.title} className="rounded-lg border border-line bg-panel">
              <h2 className="border-b border-line px-4 py-2.5 text-md font-semibold">{section.title}</h2>
              <ol>
                {fields.map((field, index) => (
                  <DesignerRow
                    key={field.id}
                    field={field}
                    delta={design[field.id]}
                    changed={changed.includes(field.id)}
                    problem={problems[field.id]}
                    index={index}
                    count={fields.length}
                    onChange={(change) => edit(field.id, change)}
                    onMove={(to) => move(field.id, to)}
                    onReset={() => edit(field.id, null)}
                    dragging={dragged === field.id}
                    onDrag={(state, over) => {
                      if (state !== 'over') return setDragged(state === 'start' ? field.id : null)
                      const to = fields.findIndex((other) => other.id === over)
                      if (to >= 0) move(field.id, to)
                    }}
                  />
                ))}
              </ol>
            </section>
          )
        })}
        {added.length > 0 ? (
          <section aria-label="New attributes" className="rounded-lg border border-line bg-panel">
            <h2 className="border-b border-line px-4 py-2.5 text-md font-semibold">New attributes</h2>
            <ul>
              {added.map(({ id, delta }) => (
                <li key={id} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
                  <span className="min-w-0 flex-1 font-medium">{delta?.label}</span>
                  <span className="font-mono text-sm text-ink-2">{id}</span>
                  <Button size="sm" variant="ghost" onClick={() => setEdits(({ [id]: _gone, ...rest }) => rest)}>
                    Remove
                  </Button>
                  {problems[id] ? <p className="text-sm text-bad">{problems[id]}</p> : null}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {takesAttributes && layer.layer === 'organization' ? (
          <div>
            <Button icon={PlusIcon} onClick={() => setAdding(true)}>
              New attribute
            </Button>
          </div>
        ) : null}
      </div>
      <div className="sticky bottom-0 z-20 -mx-1 mt-4 -mb-6 flex items-center gap-3 rounded-t-lg border border-b-0 border-line bg-panel px-4 py-2.5 shadow-float">
        <p role="status" className="min-w-0 flex-1 text-ink-2">
          {changed.length === 0
            ? 'No changes'
            : changed.length === 1
              ? '1 field changed'
              : `${changed.length} fields changed`}
        </p>
        <Button disabled={changed.length === 0 || save.isPending} onClick={() => setEdits({})}>
          Discard
        </Button>
        <Button variant="primary" busy={save.isPending} disabled={changed.length === 0} onClick={() => save.mutate()}>
          Save
        </Button>
      </div>
      {adding ? (
        <DesignerAttribute
          taken={taken}
          targets={screens.map((other) => ({ value: other.name, label: other.plural }))}
          onClose={() => setAdding(false)}
          onAdd={(id, delta) => {
            edit(id, delta)
            setAdding(false)
          }}
        />
      ) : null}
      <LeaveDialog blocker={guard.blocker} changes={changed.length} onLeave={() => setEdits({})} />
    </div>
  )
}
