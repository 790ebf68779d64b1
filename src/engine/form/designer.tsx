import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Field, Screen } from '#src/definition'
import { isEntered } from '#src/definition/variants.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { recordKeys } from '#src/data/records.ts'
import type { ScreenSummary } from '#src/data/screen-summaries.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import { audiencesQuery, type StoredForm } from './designer-api.ts'
import { DesignerAttribute } from './designer-attribute.tsx'
import { DesignerAudience, nameOf } from './designer-audience.tsx'
import { DesignerImpact } from './designer-impact.tsx'
import { DesignerLost } from './designer-lost.tsx'
import {
  changedFields,
  designedScreen,
  designOf,
  designSections,
  orderedSection,
  placesAfterMove,
  trimmed,
  type Design,
  type DesignLayer,
  listSections,
  type Place,
  previewed,
} from './designer-model.ts'
import { DesignerRow } from './designer-row.tsx'
import { designerColumns, designerDescription } from './designer-words.ts'
import { DesignerVersions } from './designer-versions.tsx'
import { DesignerWhy } from './designer-why.tsx'

export interface DesignerProps {
  readonly summary: Pick<ScreenSummary, 'form_id' | 'endpoint' | 'plural'>
  readonly form: StoredForm
  readonly layer: DesignLayer
  readonly onLayer: (change: Readonly<Record<string, string | null>>) => void
  readonly picker: ReactNode
  /** What the form would be with the changes, shown beside. */
  readonly preview: (screen: Screen, place: Place) => ReactNode
  readonly screens: readonly ScreenSummary[]
}

/** The work on the fields of one screen, for one layer. */
export function Designer({ summary, form, layer, onLayer, picker, preview, screens }: DesignerProps) {
  const client = useQueryClient()
  const { effective: screen, stored, denied } = form
  const audiences = useQuery(audiencesQuery)
  const [place, setPlace] = useState<Place>('order')
  const [opened, setOpened] = useState<'impact' | 'versions' | 'reset' | null>(null)
  const [asked, setAsked] = useState<Field | null>(null)
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
  const changes = changed.map((id) => ({
    form_id: summary.form_id,
    field_id: id,
    ...layer,
    delta: edits[id] ? trimmed(edits[id]) : null,
  }))
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      api.answer('PUT', 'modify_form_fields', {
        json: changes,
      }),
    onSuccess: async ({ message = screen.messages.updated }) => {
      notify.success(message)
      await Promise.all([
        client.invalidateQueries({ queryKey: recordKeys.all('form_fields') }),
        client.invalidateQueries({ queryKey: ['screen'] }),
        client.invalidateQueries({ queryKey: recordKeys.all(summary.endpoint ?? screen.name) }),
      ])
      setEdits({})
      setOpened(null)
    },
    onError: (error) => {
      setOpened(null)
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
  // Attributes are those of all records of a screen, not of some.
  const takesAttributes = screen.over === undefined && screen.fields.some((field) => field.type === 'attributes')
  const entered = isEntered(screen)
  return (
    <div className={'mx-auto w-full max-w-[110rem]'}>
      <PageHeader
        className="mb-5"
        title={`Fields of ${screen.plural.toLowerCase()}`}
        description={designerDescription}
        actions={
          <>
            <Button onClick={() => setOpened('versions')}>Versions</Button>
            <Button disabled={Object.keys(before).length === 0} onClick={() => setOpened('reset')}>
              Reset all
            </Button>
            <Link to={`/form-fields?form_id=${encodeURIComponent(summary.form_id)}`} className={buttonClass()}>
              All changes
            </Link>
          </>
        }
      />
      <div className={designerColumns}>
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2">
            {picker}
            <DesignerAudience
              audiences={audiences.data}
              layer={layer}
              disabled={changed.length > 0}
              onChange={onLayer}
            />
            {screen.list ? (
              <Segmented
                label="Arrange"
                className="sm:ml-auto"
                value={place}
                options={[
                  { value: 'order', label: 'Form' },
                  { value: 'list_order', label: 'List' },
                ]}
                onChange={setPlace}
              />
            ) : null}
          </div>
          <DesignerLost formId={summary.form_id} />
          {(place === 'order' ? designSections(screen) : listSections(screen)).map((section) => {
            const fields = orderedSection(section.fields, edits, place)
            const earlier = section.fields.some((field) => typeof before[field.id]?.[place] === 'number')
            const move = (id: string, to: number) => {
              for (const [moved, order] of Object.entries(
                placesAfterMove(section.fields, edits, id, to, earlier, place),
              ))
                edit(moved, { [place]: order })
            }
            return (
              <section
                key={section.title}
                aria-label={section.title}
                className="rounded-lg border border-line bg-panel"
              >
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
                      onWhy={() => setAsked(field)}
                      denied={denied.includes(field.id)}
                      entered={entered}
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
        <div className="min-w-0 xl:sticky xl:top-3 xl:max-h-[calc(100dvh-9rem)] xl:overflow-y-auto">
          {preview(...previewed(designedScreen(screen, edits), place))}
        </div>
      </div>
      <div
        data-save-bar=""
        className="sticky bottom-0 z-20 -mx-1 mt-4 -mb-6 flex items-center gap-3 rounded-t-lg border border-b-0 border-line bg-panel px-4 py-2.5 shadow-float"
      >
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
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={changed.length === 0}
          onClick={() => setOpened('impact')}
        >
          Save
        </Button>
      </div>
      {opened === 'impact' ? (
        <DesignerImpact
          changes={changes}
          saving={save.isPending}
          onSave={() => save.mutate()}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {opened === 'versions' ? (
        <DesignerVersions
          formId={summary.form_id}
          labelOf={(id) => screen.fields.find((field) => field.id === id)?.label ?? id}
          nameOf={(kind, id) => nameOf(audiences.data, kind, id)}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {asked ? (
        <DesignerWhy
          formId={summary.form_id}
          field={asked}
          denied={denied.includes(asked.id)}
          layer={layer}
          onClose={() => setAsked(null)}
        />
      ) : null}
      <Dialog
        open={opened === 'reset'}
        onClose={() => setOpened(null)}
        size="sm"
        title="Take back every change of this layer?"
        footer={
          <>
            <Button onClick={() => setOpened(null)}>Keep them</Button>
            <Button
              variant="primary"
              onClick={() => {
                setEdits(
                  Object.fromEntries(
                    Object.entries(before)
                      .filter(([, delta]) => !delta.attribute_type)
                      .map(([id]) => [id, null]),
                  ),
                )
                setOpened(null)
              }}
            >
              Take back
            </Button>
          </>
        }
      >
        The fields are then as the definition and the layers outside of this one have them. Attributes stay. Nothing
        happens before you save.
      </Dialog>
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
