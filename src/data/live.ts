import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { screensChanged } from './screens.ts'
import { call } from './transport.ts'

const soonest = 1_000
const latest = 30_000
const lookEvery = 3_000

interface Told {
  readonly version: number
  /** A record whose lock somebody else took, as "customer 7". */
  readonly lost?: string
  /** The channel in which something was written. */
  readonly chat?: number
}

/** Told to the page whose record somebody else has taken over; its detail is the record. */
export const lostLockEvent = 'tierline:lost-lock'

const pause = (time: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, time)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads the stream of changes until it ends; answers whether anything came. */
async function readStream(tell: (told: Told) => void, signal: AbortSignal): Promise<boolean> {
  const response = await call('GET', 'events', { background: true, signal, headers: { accept: 'text/event-stream' } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let came = false
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return came
    const events = (rest + part.value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data === undefined) continue
      came = true
      tell(JSON.parse(data) as Told)
    }
  }
}

/** Follows the stream for as long as it is wanted; what breaks is taken up again, later and later while it fails. */
async function follow(tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  let wait = soonest
  while (!signal.aborted) {
    const came = await readStream(tell, signal).catch(() => false)
    wait = came ? soonest : Math.min(wait * 2, latest)
    // Not all browsers of a server that has started again at the same moment.
    await pause(wait * (0.5 + Math.random() / 2), signal)
  }
}

/** Asks every few seconds, where tabs cannot agree on one that listens for all. */
async function ask(tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (document.visibilityState === 'visible')
      await api.get<Told>('form_fields/version', { background: true, signal }).then(tell, () => undefined)
    await pause(lookEvery, signal)
  }
}

/**
 * Keeps the screens of this tab as form_fields have them, whoever changes them and wherever; answers how to stop. One tab of a
 * browser listens and tells the others, since a browser holds few connections to a server at a time.
 */
export function followChanges(client: QueryClient, userId: number, version: string | number | undefined): () => void {
  const over = new AbortController()
  const { signal } = over
  let known = Number(version ?? 0)
  const note = ({ version: now, lost, chat }: Told) => {
    if (chat) return void client.invalidateQueries({ queryKey: ['chat'] })
    if (lost) return void dispatchEvent(new CustomEvent(lostLockEvent, { detail: lost }))
    if (now !== known) {
      screensChanged(client)
      // A screen may have come or gone: with it the menu, the routes, and what there is to choose from.
      for (const key of ['bootstrap', 'navigation', 'screens', 'studio'])
        void client.invalidateQueries({ queryKey: [key] })
    }
    known = now
  }
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    void ask(note, signal)
    return () => over.abort()
  }
  const name = `tierline:live:${userId}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => note(data as Told))
  const lead = () =>
    follow((told) => {
      note(told)
      channel.postMessage(told)
    }, signal)
  navigator.locks.request(name, { signal }, lead).catch(() => undefined)
  return () => {
    over.abort()
    channel.close()
  }
}
