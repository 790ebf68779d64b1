import { useEffect, useRef } from 'react'
import { ApiError } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'

const renewEvery = 60_000

/** How many open editors of this page hold a record. */
const holders = new Map<string, number>()

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
    const key = `${screen} ${id}`
    let over = false
    holders.set(key, (holders.get(key) ?? 0) + 1)
    const call = (path: string) => api.post(path, { json: { screen, id: Number(id) }, background: true })
    const release = () => {
      // The same page may have opened the record again meanwhile.
      if ((holders.get(key) ?? 0) > 0) return
      call('release-lock').catch(() => {
        // The lock runs out by itself.
      })
    }
    const acquire = async () => {
      try {
        await call('acquire-lock')
        if (over) release()
      } catch (error) {
        if (error instanceof ApiError && error.status === 409 && !over) taken.current(error.message)
      }
    }
    void acquire()
    const timer = setInterval(() => void acquire(), renewEvery)
    return () => {
      over = true
      clearInterval(timer)
      holders.set(key, (holders.get(key) ?? 1) - 1)
      release()
    }
  }, [screen, id])
}
