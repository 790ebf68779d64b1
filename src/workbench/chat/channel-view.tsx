import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { useSlice } from '#src/session/slices.ts'
import { Button } from '#src/ui/button.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { useSettled } from '#src/widgets/reference-search.ts'
import {
  askInChannel,
  type Channel,
  channelsQuery,
  chatKey,
  type ChatQuestion,
  chatsQuery,
  markSeen,
  oneQuestionQuery,
  peopleQuery,
  type Shown,
  step,
} from './chat-api.ts'
import { LeaveButton } from './leave-button.tsx'
import { MessageForm } from './message-form.tsx'
import { QuestionCard } from './question-card.tsx'

const views = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'mentions', label: 'Naming me' },
] as const

const heedVisibility = (heard: () => void) => {
  document.addEventListener('visibilitychange', heard)
  return () => document.removeEventListener('visibilitychange', heard)
}
const isVisibleNow = () => document.visibilityState === 'visible'

/** The questions of a channel, page behind page; one that moved forward meanwhile is there once. */
function useChats(id: number, show: Shown, search: string, pages: number) {
  const first = useQuery({ ...chatsQuery(id, show, search, 1), placeholderData: keepPreviousData })
  const more = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, at) => chatsQuery(id, show, search, at + 2)),
  })
  const all = [first, ...more].flatMap(({ data }) => data?.records ?? [])
  return {
    first,
    records: [...new Map(all.map((question) => [question.id, question])).values()] as readonly ChatQuestion[],
    hasMore: pages * step < (first.data?.total_record ?? 0),
    isFetchingMore: more.some(({ isPending }) => isPending),
    failed: more.find(({ error }) => error),
  }
}

/** A channel: its questions, the one last written in first, and the place to ask. */
export function ChannelView({ channel, meant }: { channel: Channel; meant: number | null }) {
  const id = channel.collaboration_id
  const client = useQueryClient()
  const me = useSlice('profileData')?.id ?? 0
  const [show, setShow] = useState<Shown>('all')
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim(), 250)
  const asked = `${show} ${settled}`
  const [opened, setOpened] = useState({ asked, pages: 1 })
  const pages = opened.asked === asked ? opened.pages : 1
  const people = useQuery(peopleQuery(id))
  const { first: chats, records, hasMore, isFetchingMore, failed } = useChats(id, show, settled, pages)
  // A link may lead to one that is further back.
  const isFar = meant !== null && chats.isSuccess && !records.some((question) => question.id === meant)
  const led = useQuery({ ...oneQuestionQuery(id, meant ?? 0), enabled: isFar })
  const isVisible = useSyncExternalStore(heedVisibility, isVisibleNow)
  // A part of them does not show what is new.
  const latest = show === 'all' && settled === '' ? chats.data?.records[0]?.last_at : undefined
  useEffect(() => {
    if (channel.part === null || latest === undefined || !isVisible) return
    void markSeen(id, latest)
      .then(() => client.invalidateQueries({ queryKey: channelsQuery.queryKey }))
      .catch(() => undefined)
    // Once for each thing that is new.
  }, [client, id, channel.part, latest, isVisible])
  const names = (people.data ?? []).map(({ name }) => name)
  return (
    <section aria-label={channel.name} tabIndex={-1} className="flex min-w-0 flex-col gap-3 outline-none">
      <header>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="text-lg font-semibold">{channel.name}</h2>
          {channel.part === null || channel.part === 'owner' ? null : <LeaveButton channel={channel} />}
        </div>
        {channel.purpose ? <p className="max-w-3xl text-ink-2">{channel.purpose}</p> : null}
        <p className="mt-1 text-sm text-ink-3">
          {names.length > 0 ? `With ${names.join(', ')}` : 'Nobody is a member yet.'}
        </p>
      </header>
      {channel.may_write ? (
        <div className="rounded-lg border border-line bg-panel p-3">
          <MessageForm
            label="Ask a question"
            send="Ask"
            draft={`ask ${me} ${id}`}
            people={(people.data ?? []).filter((person) => person.id !== me)}
            onSend={async (text) => {
              notify.success((await askInChannel(id, text)).message ?? '')
              setShow('all')
              setSearch('')
              await client.invalidateQueries({ queryKey: chatKey })
            }}
          />
        </div>
      ) : (
        <p className="rounded border border-line bg-panel px-3 py-2 text-ink-2">
          {channel.status === 'active'
            ? 'You read along in this channel.'
            : 'This collaboration is not active: its channel is only read.'}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2" role="search">
        <Segmented label="Which questions" options={views} value={show} onChange={setShow} />
        <span className="w-full sm:w-60">
          <Input
            type="search"
            aria-label="Search questions and answers"
            placeholder="Search"
            prefix={<SearchIcon />}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
      </div>
      {chats.error ? (
        <ErrorState
          compact
          title="The questions could not be loaded"
          actions={<Button onClick={() => void chats.refetch()}>Try again</Button>}
        >
          {errorMessage(chats.error)}
        </ErrorState>
      ) : chats.isPending ? (
        <div role="status" aria-label="Loading questions">
          <SkeletonLines lines={6} />
        </div>
      ) : records.length === 0 ? (
        <EmptyState compact title={show === 'all' && settled === '' ? 'No questions yet' : 'No such questions'}>
          {show === 'all' && settled === ''
            ? 'What is asked here is seen by everybody in the channel.'
            : 'Others are under All.'}
        </EmptyState>
      ) : (
        <>
          {led.data && isFar ? (
            <QuestionCard isMeant question={led.data} {...{ channel, me }} people={people.data ?? []} />
          ) : null}
          {records.map((question) => (
            <QuestionCard
              key={question.id}
              isMeant={question.id === meant}
              {...{ question, channel, me }}
              people={people.data ?? []}
            />
          ))}
          {failed ? (
            <ErrorState
              compact
              title="The older questions could not be loaded"
              actions={<Button onClick={() => void failed.refetch()}>Try again</Button>}
            >
              {errorMessage(failed.error)}
            </ErrorState>
          ) : hasMore ? (
            <Button
              className="self-center"
              busy={isFetchingMore}
              onClick={() => setOpened({ asked, pages: pages + 1 })}
            >
              Show older ones
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}
