import type { QueryClient } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { historyQuery, type ApiRecord } from '#src/data/records.ts'
import { userLocale } from '#src/data/user-locale.ts'

export interface Saver {
  /** "Anna Meyer saved this record at 10:12." */
  readonly words: string
  /** The user, in another window; null where nobody knows. */
  readonly isUser: boolean | null
}

const unknown: Saver = { words: 'This record was saved meanwhile.', isUser: null }

/** Who saved a record last; `user` is who is asked. */
export async function whoSaved(client: QueryClient, screen: Screen, { id }: ApiRecord, user: number): Promise<Saver> {
  if (!screen.table?.history) return unknown
  try {
    const { records } = await client.fetchQuery({
      ...historyQuery(screen.endpoint ?? screen.name, id, 1, 1),
      staleTime: 0,
      retry: false,
      meta: { quiet: true },
    })
    const [last] = records
    if (!last?.user) return unknown
    const at = new Intl.DateTimeFormat(userLocale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(last.at))
    return last.user_id === user
      ? { words: `You saved this record in another window at ${at}.`, isUser: true }
      : { words: `${last.user} saved this record at ${at}.`, isUser: false }
  } catch {
    // The name is an extra; the question can be asked without it.
    return unknown
  }
}
