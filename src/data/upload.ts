import { addressOf } from './address.ts'
import { ApiError, type ApiIssue, issuesOf, messageOf, unreachable } from './api-error.ts'
import { authorization } from './authorization.ts'
import { whileLoading } from './loading.ts'
import { broken, callHeaders, type CallOptions, isOnline } from './transport.ts'

export interface UploadOptions extends Pick<CallOptions, 'query' | 'signal' | 'reads'> {
  readonly method?: 'POST' | 'PUT'
  /** Further fields of the form, before the file. */
  readonly fields?: Readonly<Record<string, string>>
  /** The name of the file's field. */
  readonly fileField?: string
  readonly onProgress?: (sent: number, total: number) => void
}

interface Sent {
  readonly status: number
  readonly body: unknown
}

// fetch cannot tell how much of a body has been sent; XMLHttpRequest can.
function transfer(path: string, file: File, options: UploadOptions, token: string | null): Promise<Sent> {
  const { method = 'POST', query, fields = {}, fileField = 'file', signal, onProgress } = options
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(fileField, file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stopped = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    const abort = () => {
      request.abort()
      stopped()
    }
    request.open(method, addressOf(path, query))
    for (const [name, value] of Object.entries(callHeaders(token))) request.setRequestHeader(name, value)
    if (onProgress) request.upload.addEventListener('progress', (event) => onProgress(event.loaded, event.total))
    request.addEventListener('load', () => resolve({ status: request.status, body: parsed(request.responseText) }))
    // Without a network nothing leaves, and nothing can have been carried out.
    const isSent = isOnline()
    request.addEventListener('error', () =>
      reject(isSent ? broken(method, options, undefined) : unreachable(undefined)),
    )
    request.addEventListener('abort', stopped)
    signal?.addEventListener('abort', abort, { once: true })
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    if (signal?.aborted) stopped()
    else request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends a file as multipart with progress in bytes; refreshes the session as every call does. Answers the `response`. */
export async function upload<T = unknown>(path: string, file: File, options: UploadOptions = {}): Promise<T> {
  const session = authorization()
  return whileLoading(async () => {
    await session.settled()
    const token = session.accessToken()
    let sent = await transfer(path, file, options, token)
    if (sent.status === 401 && token !== null) {
      await session.renew(token)
      sent = await transfer(path, file, options, session.accessToken())
    }
    const { status, body } = sent
    if (status < 200 || status >= 300) throw errorOf(status, body)
    return ((body as { response?: unknown } | null)?.response ?? body) as T
  })
}

function errorOf(status: number, body: unknown): ApiError {
  const { error } = (body ?? {}) as { error?: { code?: string; issues?: readonly ApiIssue[]; details?: unknown } }
  return new ApiError(messageOf(body), {
    status,
    code: error?.code ?? 'INTERNAL',
    issues: issuesOf(error?.issues),
    details: error?.details,
  })
}
