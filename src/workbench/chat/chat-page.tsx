import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { AssistantView } from './assistant-view.tsx'
import { ChannelList } from './channel-list.tsx'
import { ChannelView } from './channel-view.tsx'
import { channelsQuery } from './chat-api.ts'

/** Questions and answers among the people of collaborations, and the assistant that looks things up. */
export function ChatPage() {
  const channels = useQuery(channelsQuery)
  const [parameters, setParameters] = useSearchParams()
  if (channels.isPending)
    return (
      <div role="status" aria-label="Loading the channels">
        <SkeletonLines lines={8} className="p-6" />
      </div>
    )
  if (!channels.data)
    return (
      <ErrorState
        isPage
        title="The channels could not be loaded"
        actions={<Button onClick={() => void channels.refetch()}>Try again</Button>}
      >
        {errorMessage(channels.error)}
      </ErrorState>
    )
  const id = Number(parameters.get('channel')) || null
  const chosen = channels.data.find((channel) => channel.collaboration_id === id)
  const unread = channels.data.reduce((sum, channel) => sum + channel.unread, 0)
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        className="mb-4"
        title="Community chat"
        count={unread > 0 ? `${unread} new` : undefined}
        description="Ask the people you work with, and the product itself."
      />
      <div className="grid gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
        <ChannelList
          channels={channels.data}
          chosen={id}
          onChoose={(next) => setParameters(next === null ? {} : { channel: String(next) })}
        />
        {id === null ? (
          <AssistantView />
        ) : chosen ? (
          <ChannelView key={id} channel={chosen} meant={Number(parameters.get('question')) || null} />
        ) : (
          <EmptyState title="You are not in this channel, or it is gone">
            Whoever administers the collaboration can make you a member.
          </EmptyState>
        )}
      </div>
    </div>
  )
}
