import { ApiError } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { notify } from '#src/ui/notify.ts'

/** A run that goes on although its page was left. */
export interface LeftRun {
  readonly requestId: string
  /** What is being worked out, in words. */
  readonly label: string
  /** Where it can be seen. */
  readonly href: string
}

const storage = 'tierline:left-runs'
const pause = 3_000

function left(): readonly LeftRun[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storage) ?? '[]')
    return Array.isArray(found) ? (found as LeftRun[]) : []
  } catch {
    return []
  }
}

const keep = (runs: readonly LeftRun[]): void =>
  runs.length > 0 ? sessionStorage.setItem(storage, JSON.stringify(runs)) : sessionStorage.removeItem(storage)

const isSeen = ({ href }: LeftRun): boolean => `${location.pathname}${location.search}` === href

interface Told {
  readonly state: string
  readonly message: string | null
}

/** Asks for each run that was left once; those that are over are told, unless they are looked at anyway. */
async function look(): Promise<void> {
  for (const run of left()) {
    const over = await api
      .get<Told>(`result-runs/${encodeURIComponent(run.requestId)}`, { background: true })
      .catch((error: unknown): Told | null => {
        // Out of reach is no end; a run that is gone is nothing to tell of.
        if (error instanceof ApiError && error.status === 404) return { state: 'gone', message: null }
        return null
      })
    if (!over || over.state === 'waiting' || over.state === 'running') continue
    keep(left().filter(({ requestId }) => requestId !== run.requestId))
    if (isSeen(run)) continue
    const action = { label: 'Show', onClick: () => location.assign(run.href) }
    if (over.state === 'complete') notify.success(`${run.label}: the result is ready`, { action })
    if (over.state === 'failed') {
      notify.error(`${run.label}: the result could not be worked out`, {
        ...(over.message ? { description: over.message } : {}),
        action,
      })
    }
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Goes on following what was left, also after the page was loaded again. */
export function followLeftRuns(): void {
  if (timer !== undefined || left().length === 0) return
  timer = setTimeout(() => {
    void look().finally(() => {
      timer = undefined
      followLeftRuns()
    })
  }, pause)
}

/** Tells when the run is over, wherever the user is by then. */
export function leaveRun(run: LeftRun): void {
  keep([...left().filter(({ requestId }) => requestId !== run.requestId), run])
  followLeftRuns()
}

/** The run is being looked at again. */
export const returnToRun = (requestId: string): void => keep(left().filter((run) => run.requestId !== requestId))
