import type { QueryClient } from '@tanstack/react-query'
import { type Screen, stripEmpty } from '#src/definition'
import { firstPageParameters } from '#src/definition/page-parameters.ts'
import { api } from './api.ts'
import { takeEarly } from './early.ts'
import type { ListViews } from './list-views.ts'
import { type ListParameters, listQuery, readPage, type RecordPage } from './records.ts'
import { noteFormFieldsVersion } from './screens.ts'

/** Rows as they come for an address, before anybody knows what is there. */
interface FirstPage {
  readonly screen: string
  readonly parameters: ListParameters
  readonly page: RecordPage
}

/** The server has nothing for the address as it stands; the list leaves out what is wrong with it, and says so. */
class NotUnderstood extends Error {}

type Place = Pick<URL, 'pathname' | 'search'>

/**
 * The rows that were asked for by the address alone, when they answer the same; null when they do not, or did not come.
 * Throws NotUnderstood.
 */
async function earlyPage(
  client: QueryClient,
  screen: Screen,
  { pathname, search }: Place,
  parameters: ListParameters,
): Promise<RecordPage | null> {
  const query = { path: pathname, search }
  const early = takeEarly('first-page', query)
  if (!early) return null
  try {
    const { response, headers } = await api.answer<FirstPage | null>('GET', 'first-page', { query, early })
    if (response === null) throw new NotUnderstood()
    const asked = JSON.stringify(stripEmpty(parameters))
    if (response.screen !== screen.name || JSON.stringify(response.parameters) !== asked) return null
    noteFormFieldsVersion(client, screen.name, headers.get('x-form-fields-version'))
    return response.page
  } catch (error) {
    if (error instanceof NotUnderstood) throw error
    // The list asks in its own words, and says what is wrong with them.
    return null
  }
}

/**
 * Asks for the rows behind the address of a list while the list's own code is still on its way; resolves when they are
 * there or could not be read.
 */
export async function askFirstPage(
  client: QueryClient,
  screen: Screen,
  place: Place,
  views?: ListViews,
): Promise<void> {
  const parameters = firstPageParameters(screen, place, views)
  if (!screen.endpoint || !parameters) return
  const request = { endpoint: screen.endpoint, screen: screen.name, parameters }
  const query = listQuery(client, request)
  const asked = client.prefetchQuery({
    ...query,
    queryFn: async ({ signal }) =>
      (await earlyPage(client, screen, place, parameters)) ?? readPage(client, request, signal),
    // The list tries again by itself, and in its own words.
    retry: false,
    meta: { quiet: true },
  })
  // What is known already can be shown while it is asked for again.
  if (client.getQueryData(query.queryKey) === undefined) await asked
}
