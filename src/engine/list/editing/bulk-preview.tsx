import type { Screen } from '#src/definition'
import { Tag } from '#src/ui/tag.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { counted } from '#src/widgets/counted.ts'
import { OutcomeReport } from '#src/widgets/outcome/outcome-report.tsx'
import { bulkOutcome, type BulkUpdated } from './bulk-calls.ts'

interface BulkPreviewProps {
  readonly screen: Screen
  readonly answer: BulkUpdated
  /** How many of them have changed since a call that got no answer was sent. */
  readonly since: number
  readonly context: CellContext
}

/** What a change would do: how many, the first ones old → new, and which would be refused and why. */
export function BulkPreview({ screen, answer, since, context }: BulkPreviewProps) {
  const { updated, unchanged, failed_count: failed, samples } = answer
  const number = new Intl.NumberFormat(context.locale)
  const named = [...new Set(samples.flatMap(({ changes }) => Object.keys(changes)))]
  const fields = screen.fields.filter((field) => named.includes(field.name))
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex flex-wrap gap-2">
        <Tag tone={updated > 0 ? 'ok' : 'neutral'}>{number.format(updated)} would change</Tag>
        {unchanged > 0 && <Tag>{number.format(unchanged)} are so already</Tag>}
        {failed > 0 && <Tag tone="bad">{number.format(failed)} would be refused</Tag>}
      </p>
      {since > 0 && (
        <p role="alert" className="rounded bg-warn-soft p-3 text-warn">
          {counted(since, [screen.label, screen.plural], context.locale)} changed since the call that got no answer,
          perhaps by it: here they are changed once more.
        </p>
      )}
      {samples.length > 0 && (
        <section aria-label="Examples" className="overflow-auto rounded border border-line">
          <table className="w-full text-left">
            <thead className="text-sm text-ink-2">
              <tr className="border-b border-line-strong">
                <th scope="col" className="px-3 py-1.5 font-semibold">
                  {screen.label}
                </th>
                {fields.map((field) => (
                  <th key={field.name} scope="col" className="px-3 py-1.5 font-semibold">
                    {field.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {samples.slice(0, 8).map(({ id, key, changes }) => (
                <tr key={id} className="border-b border-line last:border-b-0">
                  <th scope="row" className="px-3 py-1.5 font-medium">
                    {key}
                  </th>
                  {fields.map((field) => {
                    const change = changes[field.name]
                    const words = (value: unknown) => cellText(value, field, context.locale, context.labels) || 'empty'
                    return (
                      <td key={field.name} className="px-3 py-1.5">
                        {change && (
                          <>
                            <s className="text-ink-3">{words(change[0])}</s> <span aria-label="becomes">→</span>{' '}
                            <span className="font-medium">{words(change[1])}</span>
                          </>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {updated > Math.min(samples.length, 8) && samples.length > 0 && (
        <p className="-mt-2 text-sm text-ink-2">The first {Math.min(samples.length, 8)} of them are shown.</p>
      )}
      {failed > 0 && (
        <OutcomeReport
          outcome={bulkOutcome(0, answer)}
          showCounts={false}
          locale={context.locale}
          fileName={`${screen.plural} that would be refused`}
          titles={{ failed: 'These would be refused and stay as they are', skipped: '' }}
        />
      )}
    </div>
  )
}
