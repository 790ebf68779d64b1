import { fillPath, type Screen } from '#src/definition'
import { isUnanswered } from '#src/data/api-error.ts'
import { counted } from '#src/widgets/counted.ts'
import { OutcomeReport } from '#src/widgets/outcome/outcome-report.tsx'
import { bulkOutcome, type BulkUpdated } from './bulk-calls.ts'

interface BulkResultProps {
  readonly screen: Screen
  readonly answer: BulkUpdated
  readonly problemOf: (error: unknown) => string
  /** Whether a call got no answer: what has changed since the preview may be its work. */
  readonly isLost: boolean
  readonly locale: string
}

/** The refused records for which another attempt makes sense: not those that a call without an answer may have changed. */
export const againOf = ({ failed }: BulkUpdated, isLost: boolean): BulkUpdated['failed'] =>
  failed.filter(({ code }) => !(isLost && code === 'ROW_CONFLICT'))

/** The words for a refusal, after a call that got no answer. */
const explained = (answer: BulkUpdated): BulkUpdated => ({
  ...answer,
  failed: answer.failed.map((refused) =>
    refused.code === 'ROW_CONFLICT'
      ? { ...refused, message: 'Changed since the preview, perhaps by the call that got no answer.', issues: [] }
      : refused,
  ),
})

/** What a change came to: what was not looked at or is not known, and every record that was refused. */
export function BulkResult({ screen, answer, problemOf, isLost, locale }: BulkResultProps) {
  const { done, matched, error, updated, left } = answer
  const rest = counted(matched - done, [screen.label, screen.plural], locale)
  return (
    <>
      {done < matched && (
        <p role="alert" className="mb-3 rounded bg-warn-soft p-3 text-warn">
          {error === null ? 'Stopped.' : problemOf(error)}{' '}
          {isUnanswered(error) ? `Not known: ${rest}.` : `${rest} not looked at and as before.`}
          {isUnanswered(error) &&
            left.length > 0 &&
            ' Going on changes only those that still are as they were in the preview.'}
        </p>
      )}
      <OutcomeReport
        outcome={bulkOutcome(updated, isLost ? explained(answer) : answer)}
        verb="changed"
        locale={locale}
        fileName={`${screen.plural} not changed`}
        hrefOf={(id) => (screen.form ? fillPath(screen.form.view, { id }) : undefined)}
      />
    </>
  )
}
