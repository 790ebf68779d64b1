import { useQuery } from '@tanstack/react-query'
import type { Field } from '#src/definition'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { whyQuery } from './designer-api.ts'
import type { DesignLayer } from './designer-model.ts'
import { propertyWord, valueWord } from './designer-words.ts'

interface DesignerWhyProps {
  readonly formId: string
  readonly field: Field
  /** Whom the layer is for may not see the field, whatever is said of it. */
  readonly denied: boolean
  readonly layer: DesignLayer
  readonly onClose: () => void
}

/** What the definition and permissions say of a field, which no layer takes back. */
function givenOf({ required, hidden, visible, readOnly, layers = [] }: Field, denied: boolean): string[] {
  const isChanged = (property: string) => layers.some((entry) => entry.property === property)
  return [
    denied
      ? 'The permission to see it is missing: whatever is said here, it shows on no list and no form of theirs.'
      : '',
    required && !isChanged('required') ? 'The definition requires it.' : '',
    hidden && !isChanged('hidden') ? 'The definition hides it until somebody shows it.' : '',
    visible ? 'It shows only where the values beside it ask for it, as the definition has it.' : '',
    readOnly ? 'The product fills it in; nobody types it.' : '',
  ].filter(Boolean)
}

const whose = { organization: 'Everybody', role: 'Role', user: 'User' } as const

/** Which layer hid, required or renamed a field, by whom and when. */
export function DesignerWhy({ formId, field, denied, layer, onClose }: DesignerWhyProps) {
  const reasons = useQuery(whyQuery(formId, field.id, layer))
  const when = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  const given = givenOf(field, denied)
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
      ) : (
        <ol className="flex flex-col gap-2">
          {given.map((sentence) => (
            <li key={sentence} className="rounded border border-line px-3 py-2">
              {sentence}
            </li>
          ))}
          {reasons.data.length > 0 ? null : (
            <li>
              {given.length > 0 ? 'No layer has changed it.' : 'Everything about it is as the definition has it.'}
            </li>
          )}
          {reasons.data.map((reason) => (
            <li
              key={`${reason.form} ${reason.layer} ${reason.application} ${reason.property}`}
              className="rounded border border-line px-3 py-2"
            >
              <p>
                <span className="font-medium">{propertyWord(reason.property)}</span>:{' '}
                {valueWord(reason.from, reason.property)} → {valueWord(reason.to, reason.property)}
              </p>
              <p className="text-sm text-ink-2">
                {whose[reason.layer]}
                {reason.who ? ` ${reason.who}` : ''}
                {reason.form ? `, for ${reason.form.toLowerCase()}` : ''}
                {reason.application ? `, in ${reason.application}` : ''} · {reason.user ?? 'the system'},{' '}
                {when.format(new Date(reason.at))}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
