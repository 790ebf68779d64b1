import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import type { Impact } from './designer-api.ts'

interface DesignerImpactProps {
  readonly changes: readonly object[]
  readonly saving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

const people = (impact: Impact): string => {
  const total = impact.people.reduce((sum, { users }) => sum + users, 0)
  if (total === 0) return 'Nobody who is active sees these fields yet.'
  const roles = impact.people.map(({ role, users }) => `${role} (${users})`).join(', ')
  return `${total === 1 ? 'One person sees' : `${total} people see`} the change within seconds: ${roles}.`
}

const named = (what: string, names: readonly string[]): string =>
  `${names.length} ${what}${names.length === 1 ? '' : 's'}: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}`

const sentence = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What saving would do, before it is done: who sees it, which views, formats and records it touches. */
export function DesignerImpact({ changes, saving, onSave, onClose }: DesignerImpactProps) {
  const impact = useQuery({
    queryKey: ['form_fields', 'impact', changes],
    queryFn: ({ signal }) =>
      api.post<Impact>('form_fields/impact', { json: changes, signal, background: true, reads: true }),
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="What this changes"
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={saving} disabled={!impact.data} onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      {impact.error ? (
        <ErrorState title="This cannot be saved yet">{errorMessage(impact.error)}</ErrorState>
      ) : impact.data ? (
        <div className="flex flex-col gap-4">
          <p>{people(impact.data)}</p>
          <ul className="flex flex-col gap-3">
            {impact.data.fields.map((field) => (
              <li key={field.field} className="rounded border border-line px-3 py-2">
                <p className="font-medium">{field.label}</p>
                <ul className="mt-1 flex flex-col gap-1 text-ink-2">
                  {field.effects.length > 0 ? (
                    <li>It {sentence(field.effects)}.</li>
                  ) : (
                    <li>Nothing that is seen changes.</li>
                  )}
                  {field.invalid ? (
                    <li className="flex flex-wrap items-center gap-2">
                      <Tag tone="warn">
                        {field.invalid.count === null ? 'Many' : field.invalid.count.toLocaleString(userLocale())}{' '}
                        {field.invalid.count === 1 ? 'record' : 'records'}
                      </Tag>
                      {field.invalid.reason}
                    </li>
                  ) : null}
                  {field.views.length > 0 ? <li>{named('saved view', field.views)}</li> : null}
                  {field.formats.length > 0 ? <li>{named('upload format', field.formats)}</li> : null}
                  {field.results.length > 0 ? <li>Out of use without it: {field.results.join(', ')}</li> : null}
                  {impact.data.without
                    .filter((one) => one.field === field.field)
                    .map((one) => (
                      <li key={one.field}>Not seen by {one.roles.join(', ')}, whose role lacks the permission</li>
                    ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div role="status" aria-label="Looking at what this changes">
          <SkeletonLines lines={5} />
        </div>
      )}
    </Dialog>
  )
}
