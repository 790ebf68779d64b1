import { apiBase, tokenHeader } from './environment.ts'

export type QueryValue = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, QueryValue>> | URLSearchParams

/** The absolute address of a call; undefined and null are left out of the query. */
export function addressOf(path: string, query?: Query): string {
  const url = new URL(path.replace(/^\/+/, ''), apiBase())
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query ?? {})
  for (const [name, value] of entries)
    if (value !== undefined && value !== null) url.searchParams.append(name, String(value))
  return url.href
}

/** The headers that say who asks: a bearer token, and the same token in the second header. */
export const tokenHeaders = (token: string | null): Record<string, string> =>
  token ? { authorization: `Bearer ${token}`, [tokenHeader()]: token } : {}

/** The header that says where the reader is, so that "today" is the same day in an answer as on the screen. */
export const placeHeaders = (zone: string): Record<string, string> => ({ 'x-time-zone': zone })
