import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { screensChanged } from '#src/data/screens.ts'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { type Version, versionsQuery } from './designer-api.ts'
import { differences, layerWord, propertyWord, valueWord } from './designer-words.ts'

interface DesignerVersionsProps {
  readonly formId: string
  readonly labelOf: (fieldId: string) => string
  readonly nameOf: (layer: string, id: number) => string
  readonly onClose: () => void
}

/** Every save of a form with what it changed; each can be taken back. */
export function DesignerVersions({ formId, labelOf, nameOf, onClose }: DesignerVersionsProps) {
  const client = useQueryClient()
  const versions = useQuery(versionsQuery(formId))
  const times = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
  const when = ({ at }: Version): string => times.format(new Date(at))
  const takeBack = useMutation({
    mutationFn: (version: Version) =>
      api.post<{ readonly kept: readonly string[] }>('form_fields/take-back', {
        json: { form_id: formId, version: version.id },
      }),
    onSuccess: ({ kept }) => {
      screensChanged(client)
      if (kept.length === 0) notify.success('Taken back')
      else notify.warning(`Taken back, but for ${kept.map(labelOf).join(', ')}: changed again since.`)
    },
  })
  const takenBack = new Set(versions.data?.map((version) => version.taken_back))
  return (
    <Drawer open onClose={onClose} title="Versions">
      {versions.error ? (
        <LoadFailure
          title="The versions could not be loaded"
          error={versions.error}
          onRetry={() => void versions.refetch()}
        />
      ) : !versions.data ? (
        <div role="status" aria-label="Loading versions">
          <SkeletonLines lines={6} />
        </div>
      ) : versions.data.length === 0 ? (
        <EmptyState title="No changes yet">The fields are as the definition has them.</EmptyState>
      ) : (
        <ol className="flex flex-col gap-3">
          {versions.data.map((version) => (
            <li key={version.id} className="rounded border border-line px-3 py-2">
              <div className="flex items-center gap-3">
                <p className="min-w-0 flex-1">
                  <span className="font-medium">{when(version)}</span>{' '}
                  <span className="text-ink-2">{version.user ?? 'the system'}</span>
                </p>
                {takenBack.has(version.id) ? (
                  <span className="text-sm text-ink-2">Taken back</span>
                ) : (
                  <Button
                    size="sm"
                    disabled={takeBack.isPending}
                    aria-label={`Take back the changes of ${when(version)}`}
                    onClick={() => takeBack.mutate(version)}
                  >
                    Take back
                  </Button>
                )}
              </div>
              <ul className="mt-1 text-sm text-ink-2">
                {version.changes.flatMap((change) =>
                  differences(change.before, change.after).map(([property, before, after]) => (
                    <li
                      key={`${change.field_id} ${property} ${change.layer} ${change.layer_ref} ${change.app_source_type}`}
                    >
                      {labelOf(change.field_id)} ({layerWord(change, nameOf)}
                      {change.app_source_type ? `, ${change.app_source_type}` : ''}):{' '}
                      {propertyWord(property).toLowerCase()} {valueWord(before, property)} →{' '}
                      {valueWord(after, property)}
                    </li>
                  )),
                )}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  )
}
