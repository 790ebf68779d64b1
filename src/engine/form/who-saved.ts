import type { QueryClient } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { historyQuery, type ApiRecord } from '#src/data/records.ts'
import { userLocale } from '#src/widgets/user-locale.ts'

const unknown = 'Somebody else has saved this record meanwhile.'

/** Who saved a record last, as a sentence: "Anna Meyer saved this record at 10:12." */
export async function whoSaved(client: QueryClient, screen: Screen, { id }: ApiRecord): Promise<string> {
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
    return `${last.user} saved this record at ${at}.`
  } catch {
    // The name is an extra; the question can be asked without it.
    return unknown
  }
}
