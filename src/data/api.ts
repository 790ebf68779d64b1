import { broken, call, type CallOptions, type Method } from './transport.ts'

/** An answer with everything beside `response`: the message, and the version of the form_fields behind a list. */
export interface Answer<T> {
  readonly response: T
  readonly message: string | undefined
  readonly status: number
  readonly headers: Headers
}

interface Envelope {
  readonly response?: unknown
  readonly message?: unknown
}

/** Unwraps an answer: the `response` field; where a call answers in `message`, that. */
function unwrap(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const envelope = body as Envelope
  return envelope.response ?? envelope.message ?? ('response' in envelope || 'message' in envelope ? null : body)
}

/** The text of an answer; the connection may still break while it comes in. */
async function textOf(response: Response, method: Method, options: CallOptions): Promise<string> {
  try {
    return response.status === 204 ? '' : await response.text()
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw broken(method, options, error)
  }
}

async function ask<T>(method: Method, path: string, options: CallOptions): Promise<Answer<T>> {
  const response = await call(method, path, options)
  const text = await textOf(response, method, options)
  const body: unknown = text === '' ? null : JSON.parse(text)
  const message = typeof body === 'object' && body !== null ? (body as Envelope).message : undefined
  return {
    response: unwrap(body) as T,
    message: typeof message === 'string' ? message : undefined,
    status: response.status,
    headers: response.headers,
  }
}

const verb =
  (method: Method) =>
  async <T = unknown>(path: string, options: CallOptions = {}): Promise<T> =>
    (await ask<T>(method, path, options)).response

/** The calls of the product; every one answers what `response` holds and throws ApiError when it fails. */
export const api = {
  get: verb('GET'),
  post: verb('POST'),
  put: verb('PUT'),
  delete: verb('DELETE'),
  /** The whole answer, for callers that need its message, status or headers. */
  answer: async <T = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<T>> =>
    ask<T>(method, path, options),
}
