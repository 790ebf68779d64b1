import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { homeQuery, type CountedView } from '#src/data/home.ts'
import { uploadStates } from '#src/engine/upload/upload-states.ts'
import { useApplication } from '#src/session/use-application.ts'
import { Button } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { agoIn } from '#src/widgets/ago.ts'
import { userLocale } from '#src/data/user-locale.ts'

/** What waits for somebody, what comes due, what ran since yesterday, what one changed last and the files one sent. */
export function Waiting() {
  const { data, error, isPending, refetch } = useQuery(homeQuery(useApplication()))
  if (isPending)
    return (
      <div role="status" aria-label="Loading what is new" className="mt-6 grid gap-4 lg:grid-cols-3">
        {[0, 1, 2].map((at) => (
          <div key={at} className="rounded-lg border border-line bg-panel p-5">
            <SkeletonLines lines={4} />
          </div>
        ))}
      </div>
    )
  if (error)
    return (
      <div
        role="alert"
        className="mt-6 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-panel px-5 py-3 text-ink-2"
      >
        <span className="min-w-0 flex-1">What waits for you could not be read: {errorMessage(error)}</span>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  const { attention, due, ran, changed, uploads } = data
  return (
    <div className="mt-6 grid items-start gap-4 lg:grid-cols-3">
      <Card title="Waits for you" empty="Nothing waits for you.">
        {attention.map(viewLine)}
      </Card>
      <div className={columnClass}>
        <Card title="Due soon" empty="Nothing ends or comes due soon.">
          {due.map(viewLine)}
        </Card>
        {ran && (
          <Card title="Ran since yesterday" empty="Nothing ran within the last 24 hours.">
            {ran.map((one) => (
              <Line
                key={one.id}
                to={one.path}
                title={one.name}
                note={
                  one.times > 1 ? `${agoIn(userLocale(), one.at)}, ${one.times} times` : agoIn(userLocale(), one.at)
                }
              >
                <Tag tone={one.tone}>{one.state}</Tag>
              </Line>
            ))}
          </Card>
        )}
      </div>
      <div className={columnClass}>
        <Card title="Changed by you" empty="What you change is found again here.">
          {changed.map((one) => (
            <Line
              key={`${one.screen} ${one.record_id}`}
              to={one.path}
              title={one.title}
              note={one.together > 1 ? `${one.label}, ${one.together.toLocaleString(userLocale())} at once` : one.label}
            >
              <Ago at={one.at} />
            </Line>
          ))}
        </Card>
        <Card title="Your uploads" empty="Files you upload are found again here.">
          {uploads.map((one) => (
            <Line
              key={one.id}
              to={one.path}
              title={one.file_name}
              note={`${one.label}, ${agoIn(userLocale(), one.at)}`}
            >
              <UploadTag state={one.state} />
            </Line>
          ))}
        </Card>
      </div>
    </div>
  )
}

const columnClass = 'grid min-w-0 items-start gap-4'

/** As many as are counted; there may be more. */
const mostCounted = 1_000

const viewLine = ({ screen, label, view, count, path }: CountedView) => (
  <Line key={`${screen} ${view}`} to={path} title={label} note={view}>
    <span className="text-md font-semibold tabular-nums">
      {count.toLocaleString(userLocale())}
      {count < mostCounted ? '' : '+'}
    </span>
  </Line>
)

/** So many are seen at a glance. */
const atOnce = 6

function Card({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  const [isWhole, setWhole] = useState(false)
  const more = children.length - atOnce
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-panel p-2 pt-3">
      <h2 className="px-3 pb-1 text-md font-semibold">{title}</h2>
      {children.length === 0 ? (
        <p className="px-3 py-2 text-ink-3">{empty}</p>
      ) : (
        <ul>{isWhole || more <= 1 ? children : children.slice(0, atOnce)}</ul>
      )}
      {!isWhole && more > 1 && (
        <Button size="sm" variant="ghost" className="mx-1 my-1" onClick={() => setWhole(true)}>
          Show {more} more
        </Button>
      )}
    </section>
  )
}

function Line({ to, title, note, children }: { to: string; title: string; note: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="flex min-h-11 items-center gap-3 rounded px-3 py-1 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span data-truncate="" className="block truncate text-ink-1">
            {title}
          </span>
          <span data-truncate="" className="block truncate text-sm text-ink-3">
            {note}
          </span>
        </span>
        <span className="shrink-0">{children}</span>
      </Link>
    </li>
  )
}

const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} className="text-sm text-ink-3" title={new Date(at).toLocaleString(userLocale())}>
    {agoIn(userLocale(), at)}
  </time>
)

function UploadTag({ state }: { state: string }) {
  const known = uploadStates[state as keyof typeof uploadStates]
  return <Tag tone={known.tone}>{known.words}</Tag>
}
