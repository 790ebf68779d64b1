import { daysInWords } from '#src/definition/days-in-words.ts'
import { genericErrorMessage } from '#src/definition/generic-error.ts'
import { userLocale } from './user-locale.ts'

export interface ApiIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

interface ErrorBody {
  readonly error?:
    | string
    | {
        readonly code?: string
        readonly message?: string
        readonly issues?: readonly ApiIssue[]
        readonly details?: unknown
      }
  readonly message?: unknown
  readonly complete_error_message?: unknown
}

/** A call that failed; `message` is fit to be shown. Status 0: no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly issues: readonly ApiIssue[]
  readonly details: unknown

  constructor(
    message: string,
    {
      status,
      code,
      issues = [],
      details,
      cause,
    }: { status: number; code: string; issues?: readonly ApiIssue[]; details?: unknown; cause?: unknown },
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.issues = issues
    this.details = details
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const inOwnDays = (message: string): string => daysInWords(message, userLocale())

/** What is wrong at which field, days written as the reader writes them. */
export const issuesOf = (issues: readonly ApiIssue[] = []): readonly ApiIssue[] =>
  issues.map((issue) => ({ ...issue, message: inOwnDays(issue.message) }))

/** The words for a failed call: the server's complete_error_message or message, else the generic text. */
export function messageOf(body: unknown): string {
  const { message, complete_error_message, error } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as ErrorBody
  const nested = typeof error === 'object' ? error.message : error
  return inOwnDays(text(complete_error_message) ?? text(message) ?? text(nested) ?? genericErrorMessage)
}

/** Reads a failed answer, whatever its body is. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null
  const error = typeof body?.error === 'object' ? body.error : {}
  return new ApiError(messageOf(body), {
    status: response.status,
    code: error.code ?? 'INTERNAL',
    issues: issuesOf(error.issues),
    details: error.details,
  })
}

/** No answer at all to a call that only reads: the network or the server is away. */
export const unreachable = (cause: unknown): ApiError =>
  new ApiError('The server cannot be reached. Check your connection; nothing was changed here.', {
    status: 0,
    code: 'UNREACHABLE',
    cause,
  })

/** No answer to a call that writes: the connection may have broken before the server had it, or after it was done. */
export const unanswered = (cause: unknown): ApiError =>
  new ApiError(
    'The server cannot be reached. Check your connection. It is not known whether this was carried out: look before you repeat it.',
    { status: 0, code: 'UNANSWERED', cause },
  )

/** Whether a call may have been carried out although it failed. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNANSWERED'

/** A call that waited for a refresh that failed; nobody needs to be told about it besides being sent to sign in. */
export const cancelled = (): ApiError =>
  new ApiError('Your session has ended. Sign in again.', { status: 401, code: 'CANCELLED' })

export const isCancelled = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'CANCELLED') || (error instanceof Error && error.name === 'AbortError')

/** The words for anything that was thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : genericErrorMessage
