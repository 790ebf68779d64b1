import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { userLocale } from '#src/widgets/user-locale.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { whyQuery } from './designer-api.ts'
import type { DesignLayer } from './designer-model.ts'
import { propertyWord, valueWord } from './designer-words.ts'

interface DesignerWhyProps {
  readonly formId: string
  readonly field: { readonly id: string; readonly label: string }
  readonly layer: DesignLayer
  readonly onClose: () => void
}

const whose = { organization: 'Everybody', role: 'Role', user: 'User' } as const

/** Which layer hid, required or renamed a field, by whom and when. */
export function DesignerWhy({ formId, field, layer, onClose }: DesignerWhyProps) {
  const reasons = useQuery(whyQuery(formId, field.id, layer))
  const locale = userLocale()
  return (
    <Dialog open onClose={onClose} title={`Why ${field.label} is as it is`}>
      {reasons.error ? (
        <LoadFailure
          compact
          title="The reasons could not be loaded"
          error={reasons.error}
          onRetry={() => void reasons.refetch()}
        />
      ) : !reasons.data ? (
        <div role="status" aria-label="Loading the reasons">
          <SkeletonLines lines={3} />
        </div>
      ) : reasons.data.length === 0 ? (
        <p>Everything about it is as the definition has it.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {reasons.data.map((reason) => (
            <li
              key={`${reason.layer} ${reason.application} ${reason.property}`}
              className="rounded border border-line px-3 py-2"
            >
              <p>
                <span className="font-medium">{propertyWord(reason.property)}</span>: {valueWord(reason.from)} →{' '}
                {valueWord(reason.to)}
              </p>
              <p className="text-sm text-ink-2">
                {whose[reason.layer]}
                {reason.who ? ` ${reason.who}` : ''}
                {reason.application ? `, in ${reason.application}` : ''} · {reason.user ?? 'the system'},{' '}
                {new Date(reason.at).toLocaleString(locale)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
