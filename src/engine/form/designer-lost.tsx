import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { screensChanged } from '#src/data/screens.ts'
import { Button } from '#src/ui/button.tsx'
import { type Lost, lostQuery } from './designer-api.ts'

const kinds = { field: 'Change of', view: 'Saved view', format: 'Upload format' } as const

/** What the definitions have left behind, so that nobody wonders where it went; of one form, or all of it. */
export function DesignerLost({ formId }: { formId?: string }) {
  const client = useQueryClient()
  const lost = useQuery(lostQuery)
  const remove = useMutation({
    mutationFn: ({ id }: Lost) => api.delete(`form_fields/${id}`),
    onSuccess: () => screensChanged(client),
    meta: { failed: 'It could not be removed.' },
  })
  const shown = (lost.data ?? []).filter((one) => formId === undefined || one.form_id === formId)
  if (shown.length === 0) return null
  return (
    <section aria-label="Without a place" className="mb-4 rounded-lg border border-line bg-warn-soft px-4 py-3">
      <h2 className="text-md font-semibold">Without a place since the last update</h2>
      <p className="text-ink-2">These stay stored and do nothing. The rest of what they belong to works.</p>
      <ul className="mt-2 flex flex-col gap-1">
        {shown.map((one) => (
          <li key={`${one.kind} ${one.id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">
              {kinds[one.kind]} {one.name}
            </span>
            <span className="min-w-0 flex-1 text-ink-2">{one.reason}</span>
            {one.kind === 'field' ? (
              <Button size="sm" disabled={remove.isPending} onClick={() => remove.mutate(one)}>
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
