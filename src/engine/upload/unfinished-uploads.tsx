import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { FileIcon } from '#src/ui/icons.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useProfileId } from '#src/widgets/use-profile-id.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { isRunning, uploadsQuery } from './upload-api.ts'
import { lineCount, linesOf } from './upload-figures.ts'
import { uploadStates } from './upload-states.ts'

const most = 3

/** The user's own files that were left on their way, each with the step to go on from; nothing where there are none. */
export function UnfinishedUploads({ screen, functionality }: { screen: Screen; functionality: string }) {
  const [, setParameters] = useSearchParams()
  const profileId = useProfileId()
  const uploads = useQuery({ ...uploadsQuery(1, 20, functionality), meta: { quiet: true } })
  const locale = userLocale()
  const open = (uploads.data?.records ?? [])
    .filter(
      ({ state, kept, screen: name, created_by: by }) =>
        name === screen.name &&
        by === profileId() &&
        (isRunning(state) || (kept === true && (state === 'staged' || state === 'checked'))),
    )
    .slice(0, most)
  if (open.length === 0) return null
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section aria-labelledby="unfinished-title" className="mt-4 rounded-lg border border-line bg-panel">
      <h2 id="unfinished-title" className="px-4 py-3 text-md font-semibold">
        Not finished yet
      </h2>
      <ul>
        {open.map((upload) => (
          <li key={upload.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2">
            <FileIcon className="shrink-0 text-ink-3" />
            <p className="min-w-0 flex-1 basis-40">
              <span className="block truncate font-medium text-ink-1" data-truncate="">
                {upload.file_name}
              </span>
              <span className="text-sm text-ink-3">
                {lineCount(linesOf(upload), locale)}
                {upload.created_at ? ` · ${when.format(new Date(upload.created_at))}` : ''}
              </span>
            </p>
            <Tag tone={uploadStates[upload.state].tone}>{uploadStates[upload.state].words}</Tag>
            <Button
              size="sm"
              aria-label={`Go on with ${upload.file_name}`}
              onClick={() => setParameters({ screen: screen.name, upload: String(upload.id) })}
            >
              Go on
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
