import { addressOf, placeHeaders, type Query, tokenHeaders } from './address.ts'
import { timeZoneAtStart } from './time-zone.ts'

interface EarlyCall {
  readonly answer: Promise<Response>
  readonly at: number
}

declare global {
  var tierlineEarly: Map<string, EarlyCall> | undefined
}

// What the text in the page asked for, before this file was there, is found here too.
const early = (globalThis.tierlineEarly ??= new Map<string, EarlyCall>())

/** An answer that nobody has taken for so long, in ms, is no longer what is there. */
const keptFor = 10_000

export interface EarlyCaller {
  readonly token: string
  /** The application that is open. */
  readonly application: string | null
}

/**
 * Asks for something while the program is still being loaded; the call that wants it later takes this answer. What has
 * been asked for already is not asked for again.
 */
export function askEarly(path: string, query: Query, { token, application }: EarlyCaller): void {
  const address = addressOf(path, query)
  if (early.has(address)) return
  const headers = {
    ...tokenHeaders(token),
    ...placeHeaders(timeZoneAtStart()),
    ...(application ? { 'x-app-source-type': application } : {}),
  }
  const answer = fetch(address, { headers, credentials: 'same-origin' })
  // Whoever takes it hears of the failure; until then nobody listens.
  answer.catch(() => undefined)
  early.set(address, { answer, at: Date.now() })
}

export function takeEarly(path: string, query: Query): Promise<Response> | undefined {
  const address = addressOf(path, query)
  const call = early.get(address)
  early.delete(address)
  return call && Date.now() - call.at < keptFor ? call.answer : undefined
}
