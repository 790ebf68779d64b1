import type { ScenarioGrid } from './scenario-api.ts'

/** What the plan says against the rules of its markets, for those who decide. */
export function BrokenRules({ grid: { message_log: log, message_counts: counts } }: { grid: ScenarioGrid }) {
  const told = log.filter(({ severity }) => severity !== 'info')
  if (told.length === 0) return null
  const count = counts.error + counts.warning
  return (
    <section className="rounded-lg border border-line bg-panel px-4 py-3">
      <h2 className="font-semibold">
        Worth a look{' '}
        <span className="font-normal text-ink-3">
          {told.length === count ? count : `the foremost ${told.length} of ${count}`}
        </span>
      </h2>
      <div role="region" tabIndex={0} aria-label="What is worth a look" className="mt-1 max-h-56 overflow-y-auto">
        <ul>
          {told.map(({ line_no: line, message }) => (
            <li key={`${line} ${message}`} className="py-0.5 text-ink-2">
              {line === null ? '' : `Line ${line}: `}
              {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
