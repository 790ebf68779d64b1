import { useQuery } from '@tanstack/react-query'
import type { ScreenDefinition } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { differences } from './differences.ts'
import { versionsQuery } from './studio-api.ts'

const words = { published: 'Put to use', retired: 'Taken out of use', revived: 'Taken into use again' } as const

interface VersionsDialogProps {
  readonly name: string
  readonly current: ScreenDefinition
  /** Missing where the user may not design. */
  readonly onTake?: (definition: ScreenDefinition) => void
  readonly onClose: () => void
}

/** Everything that was in use, how it differs from what is in hand, and the way back to it. */
export function VersionsDialog({ name, current, onTake, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(name))
  const when = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Dialog open onClose={onClose} title="Versions" size="lg">
      {versions.isError ? (
        <ErrorState
          compact
          title="The versions could not be loaded"
          actions={<Button onClick={() => void versions.refetch()}>Try again</Button>}
        >
          {errorMessage(versions.error)}
        </ErrorState>
      ) : versions.isPending ? (
        <SkeletonLines lines={5} />
      ) : versions.data.length === 0 ? (
        <EmptyState compact title="It was never in use">
          The first version is kept when it is put to use.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-3">
          {versions.data.map((version) => {
            const changes = differences(version.definition, current)
            return (
              <li key={version.version} className="rounded border border-line p-3">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold">Version {version.version}</span>
                  <Tag tone={version.operation === 'retired' ? 'neutral' : 'ok'}>{words[version.operation]}</Tag>
                  <span className="text-ink-2">
                    {when.format(new Date(version.at))}, {version.user_name ?? 'unknown'}
                  </span>
                  {onTake && changes.length > 0 ? (
                    <Button size="sm" className="ml-auto" onClick={() => onTake(version.definition)}>
                      Take as draft
                    </Button>
                  ) : null}
                </div>
                {version.note ? <p className="mt-1 text-ink-2">{version.note}</p> : null}
                <p className="mt-1 text-sm text-ink-3">
                  {changes.length === 0
                    ? 'The same as what you see'
                    : `Since then: ${changes.slice(0, 8).join('; ')}${changes.length > 8 ? ` and ${changes.length - 8} more` : ''}`}
                </p>
              </li>
            )
          })}
        </ol>
      )}
    </Dialog>
  )
}
