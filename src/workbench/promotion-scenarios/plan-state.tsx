import { Button } from '#src/ui/button.tsx'
import { InfoIcon } from '#src/ui/icons.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { plain } from './plan-words.ts'
import type { Planning } from './use-plan.ts'

/** What keeps a plan from being whole and up to date: lines that are still read, and what others saved meanwhile. */
export function PlanState({ planning, locale }: { planning: Planning; locale: string }) {
  const { progress, failure, retry, isBehind, send, isSaving } = planning
  if (failure) return <LoadFailure compact title="Not all lines could be loaded" error={failure} onRetry={retry} />
  if (progress) {
    const { read, count } = progress
    return (
      <div className="mb-2" role="status">
        <p className="text-sm text-ink-2">
          Loading lines, {plain(String(read), locale)} of {plain(String(count), locale)}. They can be changed once all
          are there.
        </p>
        <div aria-hidden="true" className="mt-1 h-1 overflow-hidden rounded-full bg-hover">
          <span className="block h-full bg-accent" style={{ width: `${(100 * read) / count}%` }} />
        </div>
      </div>
    )
  }
  return isBehind ? (
    <p role="status" className="mb-2 flex flex-wrap items-center gap-2 rounded bg-hover px-3 py-2 text-ink-2">
      <InfoIcon /> Somebody else saved this plan meanwhile. Saving puts your changes upon theirs.
      <Button size="sm" busy={isSaving} onClick={() => send()}>
        Save now
      </Button>
    </p>
  ) : null
}
