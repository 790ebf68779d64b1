import { useEffect } from 'react'
import { ApiError } from './api-error.ts'

/** Whether a call failed because the server was not reached. */
export const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Does what is given once the connection is back, while something waits for it. */
export function useBackOnline(isWaiting: boolean, then: () => void): void {
  useEffect(() => {
    if (!isWaiting) return
    window.addEventListener('online', then, { once: true })
    return () => window.removeEventListener('online', then)
  }, [isWaiting, then])
}
