import type { QueryClient } from '@tanstack/react-query'
import { recordKeys, type ListParameters, type RecordPage } from '#src/data/records.ts'

/** One page of the list a record was opened from: its order is the order of the neighbours. */
export interface ListOrder {
  readonly parameters: ListParameters
  readonly ids: readonly number[]
  /** Where the next page begins, as the server told. */
  readonly next: string | null
  readonly total: number | null
}

const keyOf = (endpoint: string): string => `tierline:order:${endpoint}`

export const orderOf = (parameters: ListParameters, page: RecordPage, total: number | null): ListOrder => ({
  parameters,
  ids: page.records.map(({ id }) => id),
  next: page.next ?? null,
  total: page.total_record ?? total,
})

/** The pages of the collection that were shown, the newest first. */
function shownPages(client: QueryClient, endpoint: string) {
  return client
    .getQueryCache()
    .findAll({ queryKey: recordKeys.lists(endpoint) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey, state }) => {
      const page = state.data as RecordPage | undefined
      return page ? [{ parameters: queryKey[2] as ListParameters, page }] : []
    })
}

/** The list that shows this record, or showed it before a reload; null when it was opened by its address. */
export function findOrder(client: QueryClient, endpoint: string, id: number): ListOrder | null {
  const pages = shownPages(client, endpoint)
  const found = pages.find(
    ({ page, parameters }) => parameters['limit'] !== '1' && page.records.some((one) => one.id === id),
  )
  const kept = readOrder(endpoint)
  if (kept?.ids.includes(id)) return kept
  if (!found) return null
  const total = pages.find(({ parameters, page }) => parameters['limit'] === '1' && page.total_record !== null)
  return orderOf(found.parameters, found.page, total?.page.total_record ?? null)
}

function readOrder(endpoint: string): ListOrder | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(endpoint)) ?? 'null') as ListOrder | null
  } catch {
    return null
  }
}

export function keepOrder(endpoint: string, order: ListOrder): void {
  try {
    sessionStorage.setItem(keyOf(endpoint), JSON.stringify(order))
  } catch {
    // Without storage the order is lost with a reload, and nothing else.
  }
}
