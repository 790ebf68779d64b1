import { ErrorIcon } from '#src/ui/icons.tsx'
import { placeWords } from './issues.ts'
import type { DesignIssue } from './studio-api.ts'

/** Everything that keeps a definition from being put to use, each with its place and the proposed way out. */
export function IssuePanel({ issues }: { issues: readonly DesignIssue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-label="What is wrong" className="mb-4 rounded-lg border border-bad bg-bad-soft p-3">
      <p className="mb-1 flex items-center gap-2 font-semibold text-bad">
        <ErrorIcon />{' '}
        {issues.length === 1
          ? 'One thing keeps this from being put to use'
          : `${issues.length} things keep this from being put to use`}
      </p>
      <ul className="flex max-h-40 flex-col gap-0.5 overflow-auto text-ink-1">
        {issues.map((issue, at) => (
          <li key={at}>
            {issue.path.length > 0 ? (
              <span className="font-mono text-sm text-ink-2">{placeWords(issue.path)}: </span>
            ) : null}
            {issue.message}
            {issue.fix ? <span className="text-ink-2">. Way out: {issue.fix}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
