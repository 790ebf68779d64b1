import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorCodes } from '#src/definition/error-codes.ts'
import { isCollision } from './store/until-alone.ts'

/** What is wrong with one value: where it stands in the request, a code, and words for the user. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

export interface ErrorDetails {
  message?: string
  issues?: readonly Issue[]
  /** Sent to the client as they are. */
  details?: unknown
  cause?: unknown
}

/** The one error that routes, engines and commands throw; its code decides status and default words. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly details: unknown

  constructor(code: ErrorCode, { message, issues, details, cause }: ErrorDetails = {}) {
    super(message ?? errorCodes[code].message, { cause })
    this.code = code
    this.issues = issues
    this.details = details
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

/** The body of a failed call. */
function errorBody(error: AppError, own: string | null) {
  // What went wrong inside is for the log; the words of 501 to 503 are meant for the user.
  const message = own ?? (error.status === 500 ? errorCodes.INTERNAL.message : error.message)
  return {
    error: {
      code: error.code,
      message,
      ...(error.issues && { issues: error.issues }),
      ...(error.details !== undefined && error.status !== 500 && { details: error.details }),
    },
    message,
  }
}

/** Turns whatever was thrown into an AppError; what nobody foresaw becomes INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isUnstorable(error)) return new AppError('BAD_REQUEST', { message: unstorableWords, cause: error })
  if (isDatabaseAway(error) || isCollision(error)) return new AppError('UNAVAILABLE', { cause: error })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return new AppError(codeOf(status, error), { cause: error })
}

function codeOf(status: number, error: unknown): ErrorCode {
  if (status === 400) return (error as FastifyError).validation ? 'VALIDATION' : 'BAD_REQUEST'
  return byStatus[status] ?? (status > 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL')
}

const byStatus: Partial<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'WRONG_FILE_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

const unstorableWords = 'A text holds the character NUL, which can neither be kept nor looked for.'

/** NUL, which the database takes in no text and in no JSON: whatever the call, what was sent is wrong. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22021|22P05)$/.test(String(error.code))

/** No free connection within the pool's patience, or a server that shuts down or recovers. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(57P0[123]|53300|ECONNREFUSED)$/.test(code) || error.message.startsWith('timeout exceeded when trying to connect')
  )
}

/** Words in the place of those of the code; null for none. */
type OwnWords = (code: ErrorCode, request: FastifyRequest) => Promise<string | null>

/** Answers whatever was thrown, in words of the organisation where it has some and the place that failed has none of its own. */
export const errorHandler =
  (ownWords: OwnWords) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const known = toAppError(error)
    const isStandard = known.status === 500 || known.message === errorCodes[known.code].message
    const own = isStandard ? await ownWords(known.code, request).catch(() => null) : null
    answerError(known, own, request, reply, error)
  }

function answerError(
  known: AppError,
  own: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): void {
  if (known.status >= 500) request.log.error({ err: error }, 'the request failed')
  // A stream that broke off has sent its head already; nothing can be said any more.
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  if (known.status === 429 || known.status === 503) reply.header('retry-after', retryAfter(error))
  void reply.code(known.status).send(errorBody(known, own))
}

function retryAfter(error: unknown): number {
  const given =
    error instanceof AppError ? (error.details as { retryAfter?: unknown } | undefined)?.retryAfter : undefined
  return typeof given === 'number' ? given : 5
}
