import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { covers } from '#src/data/permissions.ts'
import { screenQuery } from '#src/data/screens.ts'
import { useApplication } from '#src/session/use-application.ts'
import { useSlice } from '#src/session/slices.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { ChevronRightIcon, SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { useSettled } from '#src/widgets/reference-search.ts'
import { RichText } from '#src/widgets/rich-text/rich-text.tsx'
import { articlesQuery, readable, type HelpArticle } from './help-articles.ts'
import { HelpVideos } from './help-videos.tsx'

/** The help for those who use the product: what is asked often, articles and videos, by topic, searched; that of another application with `of`. */
export function HelpPage({ of }: { of?: string }) {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('search') ?? ''
  const topic = parameters.get('topic')
  const settled = useSettled(search.trim(), 200)
  const chosen = useApplication()
  const application = of ?? chosen
  const profile = useSlice('profileData')
  const query = useQuery({ ...articlesQuery(settled), placeholderData: keepPreviousData })
  const { data: screen } = useQuery(screenQuery('faq'))
  const topics = screen?.fields.find(({ name }) => name === 'topic')?.choices ?? []
  const set = (name: string, value: string | null, replace = false) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace },
    )
  const found = readable(query.data ?? [], application, navigator.languages)
  const shown = found.filter((article) => topic === null || article.topic === topic)
  const open = parameters.get('article')
  const countOf = (value: string) => found.filter((article) => article.topic === value).length
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        className="mb-4"
        title="Help"
        description="Answers to what is asked often, articles and videos about how the product is used."
        actions={
          covers(profile?.permissions ?? [], 'administration.help') ? (
            <Link to="/help-articles" className={buttonClass()}>
              Edit articles
            </Link>
          ) : null
        }
      />
      <div className="mb-5 max-w-xl">
        <Input
          type="search"
          aria-label="Search the help"
          placeholder="Search the help"
          prefix={<SearchIcon />}
          value={search}
          onChange={(event) => set('search', event.target.value, true)}
        />
      </div>
      <div className="grid gap-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Topics" className="flex gap-1 overflow-x-auto md:flex-col">
          <Topic label="All topics" count={found.length} chosen={topic === null} onChoose={() => set('topic', null)} />
          {topics
            .filter(({ value }) => countOf(value) > 0 || value === topic)
            .map(({ value, label }) => (
              <Topic
                key={value}
                label={label}
                count={countOf(value)}
                chosen={topic === value}
                onChoose={() => set('topic', value)}
              />
            ))}
        </nav>
        <div className="min-w-0" aria-busy={query.isPending}>
          {query.isPending ? (
            <div role="status" aria-label="Loading help" className="rounded-lg border border-line bg-panel p-5">
              <SkeletonLines lines={8} />
            </div>
          ) : query.error ? (
            <ErrorState
              title="The help could not be loaded"
              actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
            >
              {errorMessage(query.error)}
            </ErrorState>
          ) : shown.length === 0 ? (
            <EmptyState
              title={search ? `Nothing about “${search}”` : 'No articles yet'}
              actions={search || topic ? <Button onClick={() => setParameters({})}>Show all of the help</Button> : null}
            >
              {search
                ? 'Other words may find it: what stands on the screen, or what you want to do.'
                : 'Your administrators publish questions and articles here.'}
            </EmptyState>
          ) : (
            <>
              <Articles title="Frequently asked" articles={shown.filter((one) => one.is_faq)} {...{ open, set }} />
              <Articles title="Articles" articles={shown.filter((one) => !one.is_faq)} {...{ open, set }} />
            </>
          )}
          <HelpVideos search={settled} topic={topic} application={application} />
        </div>
      </div>
    </div>
  )
}

interface TopicProps {
  readonly label: string
  readonly count: number
  readonly chosen: boolean
  readonly onChoose: () => void
}

function Topic({ label, count, chosen, onChoose }: TopicProps) {
  return (
    <button
      type="button"
      aria-current={chosen ? 'true' : undefined}
      onClick={onChoose}
      className={cx(
        'flex h-8 shrink-0 items-center gap-3 rounded px-3 text-left whitespace-nowrap',
        chosen ? 'bg-accent-soft font-medium text-accent-ink' : 'text-ink-2 hover:bg-hover hover:text-ink-1',
      )}
    >
      <span className="flex-1">{label}</span>
      <span className="text-sm tabular-nums">{count}</span>
    </button>
  )
}

interface ArticlesProps {
  readonly title: string
  readonly articles: readonly HelpArticle[]
  readonly open: string | null
  readonly set: (name: string, value: string | null, replace?: boolean) => void
}

function Articles({ title, articles, open, set }: ArticlesProps) {
  if (articles.length === 0) return null
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 text-sm font-semibold text-ink-3">{title}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-panel">
        {articles.map(({ code, question, answer }) => {
          const isOpen = open === code
          const id = `article-${code}`
          return (
            <li key={code}>
              <h3>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={id}
                  onClick={() => set('article', isOpen ? null : code, true)}
                  className="flex w-full items-center gap-2 px-4 py-3 text-left font-medium hover:bg-hover"
                >
                  <ChevronRightIcon
                    size={14}
                    className={cx('shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
                  />
                  <span className="min-w-0 flex-1">{question}</span>
                </button>
              </h3>
              <div id={id} hidden={!isOpen} className="px-4 pt-1 pb-4 pl-10">
                {isOpen ? <RichText text={answer} /> : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
