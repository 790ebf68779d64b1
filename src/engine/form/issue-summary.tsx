import { useEffect, useRef } from 'react'
import type { Field, Issue } from '#src/definition'
import { ErrorIcon } from '#src/ui/icons.tsx'
import { reveal } from '#src/widgets/reveal.ts'

interface IssueSummaryProps {
  readonly issues: readonly Issue[]
  readonly fields: ReadonlyMap<string, Field>
  /** The names of the fields as they stand on the form. */
  readonly order: readonly string[]
  /** Rises with every failed save; then the summary takes the focus. */
  readonly attempt: number
}

function whereOf(issue: Issue, fields: ReadonlyMap<string, Field>): string {
  const [name, index, column] = issue.path
  const field = fields.get(String(name))
  if (!field) return ''
  if (typeof index !== 'number') return field.label
  const inner = field.fields?.find((candidate) => candidate.name === column)
  return [field.label, `row ${index + 1}`, inner?.label].filter(Boolean).join(', ')
}

const most = 12

/** Everything that keeps a record from being saved, each line leading to its field. */
export function IssueSummary({ issues, fields, order, attempt }: IssueSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (issues.length === 0 || attempt === 0) return null
  const place = new Map([...order].map((name, index) => [name, index]))
  const inOrder = issues.toSorted(
    (a, b) =>
      (place.get(String(a.path[0])) ?? Infinity) - (place.get(String(b.path[0])) ?? Infinity) ||
      Number(a.path[1] ?? 0) - Number(b.path[1] ?? 0),
  )
  return (
    <div ref={box} role="alert" tabIndex={-1} className="mb-4 rounded-lg border border-bad bg-bad-soft px-4 py-3">
      <p className="flex items-center gap-2 font-semibold text-bad">
        <ErrorIcon />
        {issues.length === 1
          ? 'One value cannot be saved as it is'
          : `${issues.length} values cannot be saved as they are`}
      </p>
      <ul className="mt-1.5 ml-6 list-disc text-ink-1 marker:text-bad">
        {inOrder.slice(0, most).map((issue) => {
          const where = whereOf(issue, fields)
          return (
            <li key={`${issue.path.join('.')} ${issue.message}`}>
              {where ? (
                <button
                  type="button"
                  className="min-h-6 text-left text-ink-1 underline decoration-bad underline-offset-2"
                  onClick={() => reveal(`record_${issue.path[0]}`, issue.path.slice(1))}
                >
                  {issue.message.startsWith(where) ? issue.message : `${where}: ${issue.message}`}
                </button>
              ) : (
                issue.message
              )}
            </li>
          )
        })}
        {issues.length > most ? <li>and {issues.length - most} more</li> : null}
      </ul>
    </div>
  )
}
