import { useQuery } from '@tanstack/react-query'
import { figuresQuery, type NamedFigure } from '#src/data/home.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { useApplication } from '#src/session/use-application.ts'
import { Link } from '#src/ui/link.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { figureWords, type FigureWords } from './figure-words.ts'

const unread: FigureWords = { value: '–', note: 'Could not be read', whole: null }

/** Where the numbers of the application stand, each the way to its list; their names are there before they are. */
export function Figures({ named }: { named: readonly NamedFigure[] }) {
  const { data, isError } = useQuery({ ...figuresQuery(useApplication()), enabled: named.length > 0 })
  if (named.length === 0) return null
  const wordsOf = (one: NamedFigure): FigureWords | null => {
    const counted = data?.records.find(({ screen, label }) => screen === one.screen && label === one.label)
    return counted ? figureWords(counted, userLocale()) : data || isError ? unread : null
  }
  return (
    <section aria-label="Where the numbers stand" aria-busy={!data && !isError} className="mt-6">
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:flex">
        {named.map((one) => (
          <li key={`${one.screen} ${one.label}`} className="min-w-0 xl:max-w-xs xl:flex-1">
            <Figure named={one} words={wordsOf(one)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figure({ named, words }: { named: NamedFigure; words: FigureWords | null }) {
  return (
    <Link
      to={named.path}
      className="block h-full rounded-lg border border-line bg-panel px-4 py-3 hover:border-line-strong hover:bg-hover"
      data-tip={words?.whole ?? undefined}
    >
      <span className="block text-sm text-ink-2">{named.label}</span>
      <span className="block h-7 truncate text-xl font-semibold tabular-nums">
        {words ? words.value : <Skeleton width="60%" />}
      </span>
      <span className="block min-h-5 text-sm text-ink-3">{words?.note}</span>
    </Link>
  )
}
