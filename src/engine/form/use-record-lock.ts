import { useEffect, useRef } from 'react'
import { ApiError } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'

const renewEvery = 60_000

/**
 * Holds the lock of a record while it is edited. 409: somebody else has it, `onTaken` gets the server's words;
 * 501 and a network that is down for a moment are ignored.
 */
export function useRecordLock(screen: string, id: string | null, onTaken: (message: string) => void): void {
  const taken = useRef(onTaken)
  useEffect(() => {
    taken.current = onTaken
  })
  useEffect(() => {
    if (id === null) return undefined
    let held = false
    let over = false
    const acquire = async () => {
      try {
        await api.post('acquire-lock', { json: { screen, id: Number(id) }, background: true })
        held = true
        if (over) release()
      } catch (error) {
        if (error instanceof ApiError && error.status === 409 && !over) taken.current(error.message)
      }
    }
    const release = () => {
      if (!held) return
      held = false
      api.post('release-lock', { json: { screen, id: Number(id) }, background: true }).catch(() => {
        // The lock runs out by itself.
      })
    }
    void acquire()
    const timer = setInterval(() => void acquire(), renewEvery)
    window.addEventListener('pagehide', release)
    return () => {
      over = true
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [screen, id])
}
