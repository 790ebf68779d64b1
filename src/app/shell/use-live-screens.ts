import { useEffect, useRef } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { queryClient } from '../query-client.ts'

/** Changed fields show in every open tab within a second or two, without anybody loading it again. */
export function useLiveScreens({ profile, version }: Bootstrap): void {
  const first = useRef(version)
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    // After the first page, which it does not belong to.
    void import('#src/data/live.ts').then(
      ({ followChanges }) => {
        if (!gone) stop = followChanges(queryClient, profile.id, first.current)
      },
      // Lists still notice with their next page.
      () => undefined,
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [profile.id])
}
