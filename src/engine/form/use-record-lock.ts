import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { lostLockEvent } from '#src/data/live.ts'

const renewEvery = 45_000
const askAgainEvery = 8_000
/** Who has not touched the page for so long holds nothing against others. */
const idleAfter = 10 * 60_000

/** Somebody else who edits the record. */
export interface LockHolder {
  readonly name: string
  /** ISO time; null when the server did not tell. */
  readonly since: string | null
  /** Whether the user may take the lock over. */
  readonly mayTake: boolean
}

export type RecordLock =
  | { readonly state: 'asking' | 'mine' | 'denied' }
  /** Its state allows no change now. */
  | { readonly state: 'refused'; readonly why: string }
  /** Somebody had it first. */
  | { readonly state: 'held'; readonly holder: LockHolder }
  /** Somebody took it while it was edited here. */
  | { readonly state: 'lost'; readonly holder: LockHolder }

/** How many open editors of this page hold a record. */
const holders = new Map<string, number>()

function holderOf(error: ApiError): LockHolder {
  const { holder, since, takeover } = (error.details ?? {}) as { holder?: string; since?: string; takeover?: boolean }
  return { name: holder ?? 'Somebody else', since: since ?? null, mayTake: takeover === true }
}

/** What an answer to asking for the lock means. A network that is down for a moment changes nothing: saving merges anyway. */
function after(before: RecordLock, error: unknown): RecordLock {
  if (error instanceof ApiError && error.code === 'RECORD_LOCKED') {
    return { state: before.state === 'mine' || before.state === 'lost' ? 'lost' : 'held', holder: holderOf(error) }
  }
  if (error instanceof ApiError && error.status === 403) return { state: 'denied' }
  return before.state === 'asking' ? { state: 'mine' } : before
}

/** What was answered: who has begun goes on, and is told by saving. */
const stateOf = (fixed: string | undefined, before: RecordLock): RecordLock =>
  fixed !== undefined && before.state === 'asking' ? { state: 'refused', why: fixed } : { state: 'mine' }

/** Holds the lock of a record while it is edited, waits for it where somebody else has it, and takes it over when that is asked for. */
export function useRecordLock(screen: string, id: string, onFree: () => void) {
  const [lock, setLock] = useState<RecordLock>({ state: 'asking' })
  const current = useRef<RecordLock>(lock)
  const free = useRef(onFree)
  const touched = useRef(0)
  useEffect(() => {
    free.current = onFree
  })
  const put = useCallback((next: RecordLock) => {
    const waited = current.current.state === 'held' && next.state === 'mine'
    current.current = next
    setLock(next)
    if (waited) free.current()
  }, [])
  const ask = useCallback(
    (force: boolean) =>
      api.post<{ readonly fixed?: string }>('acquire-lock', {
        json: { screen, id: Number(id), ...(force ? { force } : {}) },
        background: true,
      }),
    [screen, id],
  )

  useEffect(() => {
    const key = `${screen} ${id}`
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    holders.set(key, (holders.get(key) ?? 0) + 1)
    touched.current = Date.now()
    const release = () => {
      // The same page may have opened the record again meanwhile.
      if ((holders.get(key) ?? 0) > 0) return
      api.post('release-lock', { json: { screen, id: Number(id) }, background: true }).catch(() => {
        // The lock runs out by itself.
      })
    }
    const settle = (next: RecordLock) => {
      if (over) return
      put(next)
      const wait = next.state === 'held' || next.state === 'lost' ? askAgainEvery : renewEvery
      clearTimeout(timer)
      if (next.state !== 'denied' && next.state !== 'refused') timer = setTimeout(round, wait)
    }
    const round = () => {
      if (Date.now() - touched.current > idleAfter) {
        timer = setTimeout(round, askAgainEvery)
        return
      }
      look()
    }
    const look = () => {
      ask(false).then(
        ({ fixed }) => (over ? release() : settle(stateOf(fixed, current.current))),
        (error: unknown) => settle(after(current.current, error)),
      )
    }
    const touch = () => {
      touched.current = Date.now()
    }
    const lost = (event: Event) => {
      if ((event as CustomEvent<string>).detail !== key) return
      clearTimeout(timer)
      look()
    }
    round()
    window.addEventListener(lostLockEvent, lost)
    window.addEventListener('keydown', touch, { passive: true })
    window.addEventListener('pointerdown', touch, { passive: true })
    return () => {
      over = true
      clearTimeout(timer)
      window.removeEventListener(lostLockEvent, lost)
      window.removeEventListener('keydown', touch)
      window.removeEventListener('pointerdown', touch)
      holders.set(key, (holders.get(key) ?? 1) - 1)
      release()
    }
  }, [screen, id, ask, put])

  /** Throws ApiError when the lock may not be taken. */
  const takeOver = useCallback(async () => {
    await ask(true)
    put({ state: 'mine' })
  }, [ask, put])
  return { lock, takeOver }
}
