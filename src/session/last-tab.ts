import { localKeys, sessionKeys } from './storage-keys.ts'
import { isLoggedIn } from './tokens.ts'

/*
 * When the last tab closes, local storage is cleared. A page cannot tell a close from a reload, and a browser that is
 * quit or crashes tells nothing at all, so three things work together:
 *
 * - Every page keeps its mark with the time in a list in local storage, refreshed by a heartbeat and taken out at
 *   `pagehide`. It is read at once, without asking other tabs, which would answer too late while a page goes away.
 *   Browsers slow the heartbeat of hidden tabs down to once a minute: a mark is given up after more than two.
 * - The last page to go moves local storage into its own session storage. That lives exactly as long as the tab: after a
 *   reload (or a way to the identity provider and back) the next page takes it up again, after a close it is gone with the tab.
 * - A page that starts in a fresh tab, without other tabs, while local storage holds a session, finds what a crashed or
 *   killed browser left behind, and clears it. Here there is time to ask: every page holds a lock for as long as it
 *   lives, which tells what is open now, not two minutes ago (without a secure context there are no locks; then the marks
 *   decide).
 */

const heartbeat = 5_000
const patience = 130_000

type Marks = Readonly<Record<string, number>>

function readMarks(): Marks {
  try {
    return JSON.parse(localStorage.getItem(localKeys.tabs) ?? '{}') as Marks
  } catch {
    return {}
  }
}

const others = (own: string, now: number): Marks =>
  Object.fromEntries(Object.entries(readMarks()).filter(([id, at]) => id !== own && now - at < patience))

const writeMarks = (marks: Marks): void => localStorage.setItem(localKeys.tabs, JSON.stringify(marks))

/** Moves everything out of local storage into this tab, but for the marks: the page of this one is going. */
function carry(): void {
  localStorage.removeItem(localKeys.tabs)
  sessionStorage.setItem(sessionKeys.carried, JSON.stringify({ ...localStorage }))
  localStorage.clear()
}

function takeUp(): void {
  const carried = sessionStorage.getItem(sessionKeys.carried)
  sessionStorage.removeItem(sessionKeys.carried)
  // Somebody signed in elsewhere while this page was away: that session counts.
  if (carried === null || isLoggedIn()) return
  for (const [key, value] of Object.entries(JSON.parse(carried) as Record<string, string>))
    localStorage.setItem(key, value)
}

const lockOf = (id: string): string => `tierline:tab:${id}`

/** Holds the lock of a page until it goes, or until it stops counting. */
function holdLock(id: string, stopped: AbortSignal): void {
  const held = () => new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))
  void navigator.locks?.request(lockOf(id), held)
}

/** Whether another page is open now; null where there are no locks. */
async function anotherHoldsLock(own: string): Promise<boolean | null> {
  if (!navigator.locks) return null
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name?.startsWith(lockOf('')) && name !== lockOf(own))
}

export interface TabCount {
  /** Resolves when it is certain whether the stored session still counts; until then nothing may use it. */
  readonly certain: Promise<void>
  readonly stop: () => void
}

/** Takes part in the counting of tabs; must run before anything else reads local storage. */
export function countTabs(now: () => number = Date.now): TabCount {
  // A new mark for every page: a duplicated tab copies session storage and would share one kept there.
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const stopped = new AbortController()
  takeUp()
  const fresh = sessionStorage.getItem(sessionKeys.tab) === null
  sessionStorage.setItem(sessionKeys.tab, '1')
  const alone = Object.keys(others(own, now())).length === 0
  const joinOrClear = async (): Promise<void> => {
    if (!fresh || !isLoggedIn()) return
    const open = await anotherHoldsLock(own)
    if (open ?? !alone) return
    localStorage.clear()
    beat()
  }

  const beat = () => writeMarks({ ...others(own, now()), [own]: now() })
  const leave = () => {
    const rest = others(own, now())
    if (Object.keys(rest).length === 0) carry()
    else writeMarks(rest)
  }
  // Back from the browser's back-forward cache: the page was hidden as if it had gone.
  const back = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    takeUp()
    beat()
  }
  const certain = joinOrClear()
  holdLock(own, stopped.signal)
  beat()
  const timer = setInterval(beat, heartbeat)
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', back)
  const stop = () => {
    stopped.abort()
    clearInterval(timer)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', back)
  }
  return { certain, stop }
}
