import type { Totals } from '#src/widgets/grid/grid-model.ts'

/** A run as the server tells of it. */
export interface ResultRun {
  readonly request_id: string
  readonly criteria: Readonly<Record<string, unknown>>
  readonly state: 'waiting' | 'running' | 'complete' | 'cancelled' | 'failed'
  readonly phase: string | null
  readonly rows: number
  readonly total_record: number | null
  readonly totals: Totals | null
  readonly seconds: number
  readonly started_at: string
  readonly message: string | null
  readonly kept: boolean
}

const storage = 'tierline:runs'
const most = 40

function stored(): [string, string][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(storage) ?? '[]')
    return Array.isArray(entries) ? (entries as [string, string][]) : []
  } catch {
    return []
  }
}

/** Remembers under which id a question runs, so that a page that is loaded again joins it. */
export function rememberRun(question: string, requestId: string): void {
  const others = stored().filter(([known]) => known !== question)
  sessionStorage.setItem(storage, JSON.stringify([...others, [question, requestId]].slice(-most)))
}

/** Makes the question run anew the next time it is put. */
export function forgetRun(question: string): string {
  const requestId = crypto.randomUUID()
  rememberRun(question, requestId)
  return requestId
}

/** The id under which a question runs in this tab. */
export const runIdOf = (question: string): string =>
  stored().find(([known]) => known === question)?.[1] ?? forgetRun(question)
