/**
 * One call that no definition makes: method, path, tag, what it does, and where there is something to say its parameters, its
 * body and what else it answers with. Names carry ! where they are required, and their type behind a colon, text without one.
 */
export type ShellCall = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  tag: string,
  summary: string,
  more?: {
    readonly query?: string
    readonly body?: string
    /** Sent as multipart/form-data with one file. */
    readonly isFile?: boolean
    /** Answered with a file or a stream instead of JSON. */
    readonly answers?: string
    readonly status?: number
    readonly failures?: readonly number[]
    readonly isPublic?: boolean
  },
]
