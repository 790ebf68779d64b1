import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { type Channel, channelsQuery, leaveChannel } from './chat-api.ts'

/** The way out of a channel for whoever is a member of it. */
export function LeaveButton({ channel }: { channel: Channel }) {
  const client = useQueryClient()
  const [, setParameters] = useSearchParams()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      notify.success((await leaveChannel(channel.collaboration_id)).message ?? '')
      setParameters({})
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey })
    } catch (error) {
      notify.error(errorMessage(error))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        Leave the channel
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        busy={busy}
        title={`Leave ${channel.name}?`}
        confirmLabel="Leave the channel"
        onConfirm={() => void leave()}
        onClose={() => setAsking(false)}
      >
        You no longer see what is asked here. What you wrote stays. Whoever administers collaborations can make you a
        member again.
      </ConfirmDialog>
    </>
  )
}
