import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
  chatsQuery,
  markSeen,
  peopleQuery,
  type Shown,
} from './chat-api.ts'
import { MessageForm } from './message-form.tsx'
import { QuestionCard } from './question-card.tsx'

const views = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'mentions', label: 'Naming me' },
] as const

const step = 20

/** A channel: its questions, the one last written in first, and the place to ask. */
export function ChannelView({ channel, meant }: { channel: Channel; meant: number | null }) {
  const id = channel.collaboration_id
  const client = useQueryClient()
  const me = useSlice('profileData')?.id ?? 0
  const [show, setShow] = useState<Shown>('all')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(step)
  const settled = useSettled(search.trim(), 250)
  const people = useQuery(peopleQuery(id))
  const chats = useQuery({ ...chatsQuery(id, show, settled, limit), placeholderData: keepPreviousData })
  const latest = chats.data?.records[0]?.last_at
  const isRead = chats.data !== undefined
  useEffect(() => {
    if (channel.part === null || !isRead || document.visibilityState !== 'visible') return
    void markSeen(id)
      .then(() => client.invalidateQueries({ queryKey: channelsQuery.queryKey }))
      .catch(() => undefined)
    // Once for each thing that is new.
  }, [client, id, channel.part, latest, isRead])
  const names = (people.data ?? []).map(({ name }) => name)
  const records = chats.data?.records ?? []
  return (
    <section aria-label={channel.name} className="flex min-w-0 flex-col gap-3">
      <header>
        <h2 className="text-lg font-semibold">{channel.name}</h2>
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
          {records.map((question) => (
            <QuestionCard
              key={question.id}
              isMeant={question.id === meant}
              {...{ question, channel, me }}
              people={people.data ?? []}
            />
          ))}
          {records.length < (chats.data?.total_record ?? 0) ? (
            <Button
              className="self-center"
              busy={chats.isFetching}
              disabled={limit >= 100}
              onClick={() => setLimit(Math.min(100, limit + step))}
            >
              {limit >= 100 ? 'Search to find older ones' : 'Show older ones'}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}
