import { wholeFormat, type FormatBody } from './format-body.ts'

/** Columns of one upload as somebody has mapped them, before its lines are checked by them. */
export interface MappingDraft {
  readonly body: FormatBody
  /** The stored format they go by, if any. */
  readonly formatId: number | null
}

const keyOf = (upload: string): string => `tierline:mapping:${upload}`

const isKept = (value: unknown): value is MappingDraft & { readonly user: number } =>
  typeof value === 'object' &&
  value !== null &&
  'user' in value &&
  'formatId' in value &&
  'body' in value &&
  typeof value.body === 'object'

/** What the user left in this tab; what another one left is none. */
export function readMapping(upload: string, user: number): MappingDraft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(upload)) ?? 'null')
    return isKept(value) && value.user === user ? { body: wholeFormat(value.body), formatId: value.formatId } : null
  } catch {
    // What cannot be read was not written by this program.
    return null
  }
}

/** Keeps a draft over a reload; null forgets it. A full or forbidden storage costs it, never the work on the screen. */
export function keepMapping(upload: string, user: number, draft: MappingDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(upload), JSON.stringify({ ...draft, user }))
    else sessionStorage.removeItem(keyOf(upload))
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}

/** Whether two formats say the same: the server keeps their properties in an order of its own. */
export const sameFormat = (a: FormatBody, b: FormatBody): boolean => inOrder(a) === inOrder(b)

const inOrder = (format: FormatBody): string =>
  JSON.stringify(format, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
