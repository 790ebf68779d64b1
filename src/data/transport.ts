import { addressOf, placeHeaders, type Query, tokenHeaders } from './address.ts'
import { type ApiError, apiErrorOf, unanswered, unreachable } from './api-error.ts'
import { authorization } from './authorization.ts'
import { whileLoading } from './loading.ts'
import { timeZone } from './time-zone.ts'

export interface CallOptions {
  readonly query?: Query
  readonly json?: unknown
  readonly body?: FormData | Blob | string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** 'none' for sign-in and its kin: no token goes along and a 401 is just an answer. */
  readonly auth?: 'session' | 'none'
  /** Leaves the loading flag alone, for calls in the background. */
  readonly background?: boolean
  /** An answer that was asked for before the program was loaded. */
  readonly early?: Promise<Response>
  /** Changes nothing although it is no GET, as searches and previews do: without an answer, too, all is as it was. */
  readonly reads?: boolean
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

// Not every place that this runs in knows of a network.
export const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine

/** What a call failed with that got no whole answer. */
export const broken = (method: Method, { reads }: Pick<CallOptions, 'reads'>, cause: unknown): ApiError =>
  method === 'GET' || reads ? unreachable(cause) : unanswered(cause)

function applicationHeader(): Record<string, string> {
  const application = authorization().application?.()
  return application ? { 'x-app-source-type': application } : {}
}

/** What every call says of who asks, from where and in which application. */
export const callHeaders = (token: string | null): Record<string, string> => ({
  ...tokenHeaders(token),
  ...placeHeaders(timeZone()),
  ...applicationHeader(),
})

async function once(method: Method, path: string, options: CallOptions, token: string | null): Promise<Response> {
  const { query, json, body, headers, signal } = options
  // Without a network nothing leaves, and nothing can have been carried out.
  const isSent = isOnline()
  try {
    return await fetch(addressOf(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        ...callHeaders(token),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
      signal,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw isSent ? broken(method, options, error) : unreachable(error)
  }
}

/**
 * One call: waits while the session is refreshed, and after a 401 is replayed once with the new token; a second 401, as
 * every other failure, is an answer (ApiError).
 */
async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const session = authorization()
  if (options.auth === 'none') return once(method, path, options, null)
  await session.settled()
  const token = session.accessToken()
  const early = await options.early?.catch(() => undefined)
  // It may have been asked for with a token that was renewed since: what it was refused says nothing about this one.
  const first = early && early.status !== 401 ? early : await once(method, path, options, token)
  if (first.status !== 401 || token === null) return first
  await session.renew(token)
  return once(method, path, options, session.accessToken())
}

/** Sends a call and answers the response if its status is 2xx; throws ApiError otherwise. */
export async function call(method: Method, path: string, options: CallOptions = {}): Promise<Response> {
  const run = async (): Promise<Response> => {
    const response = await send(method, path, options)
    // 208 asks back: nothing was saved yet.
    if (!response.ok || response.status === 208) throw await apiErrorOf(response)
    return response
  }
  return options.background ? run() : whileLoading(run)
}
