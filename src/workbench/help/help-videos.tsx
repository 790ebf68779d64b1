import { useQuery } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { Button } from '#src/ui/button.tsx'
import { errorMessage } from '#src/data/api-error.ts'
import { recordKeys } from '#src/data/records.ts'
import { PlayIcon } from '#src/ui/icons.tsx'
import { readable } from './help-articles.ts'

interface HelpVideo {
  readonly id: number
  readonly code: string
  readonly video_title: string
  readonly description: string | null
  readonly url: string
  readonly minutes: string | null
  readonly topic: string
  readonly application_types: readonly string[] | null
  readonly language: string | null
}

interface HelpVideosProps {
  readonly search: string
  readonly topic: string | null
  readonly application: string | null
}

const most = 200

/** The videos of the help that are published, in the reader's language; nothing where there are none. */
export function HelpVideos({ search, topic, application }: HelpVideosProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...recordKeys.all('helpdesk-video'), 'help', search],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly HelpVideo[] }>('helpdesk-video', {
        query: { status: 'published', limit: most, sort: 'position,video_title', ...(search ? { search } : {}) },
        signal,
      }),
    meta: { quiet: true },
  })
  if (error)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p>{`The videos could not be loaded: ${errorMessage(error)}`}</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  const shown = readable(data?.records ?? [], application, navigator.languages).filter(
    (video) => topic === null || video.topic === topic,
  )
  if (shown.length === 0) return null
  return (
    <section aria-label="Videos" className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-3">Videos</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {shown.map(({ code, video_title: title, description, url, minutes }) => (
          <li key={code}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="flex h-full gap-3 rounded-lg border border-line bg-panel p-4 hover:bg-hover"
            >
              <PlayIcon className="mt-0.5 shrink-0 text-accent-ink" />
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                {description ? <span className="mt-0.5 block text-ink-2">{description}</span> : null}
                <span className="mt-1 block text-sm text-ink-3">
                  {minutes ? `${Number(minutes)} min, opens in a new tab` : 'Opens in a new tab'}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
