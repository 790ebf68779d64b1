import { genericErrorMessage } from './generic-error.ts'

/** Every way a call can fail: its HTTP status and the words shown when the place that failed has none of its own. */
export const errorCodes = {
  CONFIRM: { status: 208, message: 'This looks like a record that exists already.' },
  VALIDATION: { status: 422, message: 'Some values cannot be saved as they are.' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood.' },
  BAD_FILTER: { status: 400, message: 'A filter could not be understood.' },
  DELETE_WITHOUT_FILTER: { status: 400, message: 'Choose what to delete first.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in to go on.' },
  SESSION_EXPIRED: { status: 401, message: 'Your session has ended. Sign in again.' },
  SIGN_IN_FAILED: { status: 401, message: 'The email address or the password is not right.' },
  FORBIDDEN: { status: 403, message: 'You do not have access to this.' },
  FIELD_DENIED: { status: 403, message: 'You do not have access to one of these fields.' },
  NOT_FOUND: { status: 404, message: 'This could not be found. It may have been deleted.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This cannot be done here.' },
  ROW_CONFLICT: { status: 409, message: 'Somebody else has changed this record meanwhile.' },
  RECORD_LOCKED: { status: 409, message: 'Somebody else is editing this record.' },
  DUPLICATE_KEY: { status: 409, message: 'A record with this key exists already.' },
  STILL_REFERENCED: { status: 409, message: 'Other records still refer to this one.' },
  WRONG_STATE: { status: 409, message: 'This is no longer possible in its present state.' },
  CANCELLED: { status: 409, message: 'This was cancelled.' },
  TOO_LARGE: { status: 413, message: 'This is larger than what can be taken.' },
  WRONG_FILE_TYPE: { status: 415, message: 'This kind of file cannot be read.' },
  FILE_UNREADABLE: { status: 422, message: 'The file could not be read.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: genericErrorMessage },
  NOT_IMPLEMENTED: { status: 501, message: 'This is not available.' },
  MAIL_FAILED: { status: 502, message: 'The mail could not be sent.' },
  UNAVAILABLE: { status: 503, message: 'The service is busy at the moment. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

/** The name of one way a call can fail. */
export type ErrorCode = keyof typeof errorCodes
