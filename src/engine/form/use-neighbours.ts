import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { listQuery, type ListParameters } from '#src/data/records.ts'
import { notify } from '#src/ui/notify.ts'
import { findOrder, keepOrder, orderOf, type ListOrder } from './list-order.ts'

export interface Neighbours {
  /** "12" or "12 of 1,036". */
  readonly place: string
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

const pageOf = ({ parameters }: ListOrder): number => Number(parameters['page'] ?? 1)

/** The records before and after this one in the list it was opened from, beyond the list's page too; null without such a list. */
export function useNeighbours(
  screen: Screen,
  id: string,
  locale: string,
  open: (id: number) => void,
): Neighbours | null {
  const client = useQueryClient()
  const endpoint = screen.endpoint ?? screen.name
  const [order] = useState(() => findOrder(client, endpoint, Number(id)))
  useEffect(() => {
    if (order) keepOrder(endpoint, order)
  }, [endpoint, order])
  const index = order?.ids.indexOf(Number(id)) ?? -1
  if (!order || index < 0) return null

  const page = pageOf(order)
  const turn = async (parameters: ListParameters, pick: 'first' | 'last') => {
    try {
      const shown = await client.fetchQuery({
        ...listQuery(client, { endpoint, screen: screen.name, parameters }),
        meta: { quiet: true },
      })
      const turned = orderOf(parameters, shown, order.total)
      const target = pick === 'first' ? turned.ids[0] : turned.ids.at(-1)
      if (target === undefined) return notify.info('This is the last one of the list.')
      keepOrder(endpoint, turned)
      open(target)
    } catch (error) {
      notify.error(`The list could not be read on. ${errorMessage(error)}`)
    }
  }
  const { after: _after, ...paged } = order.parameters
  const size = Number(order.parameters['limit'] ?? order.ids.length)
  const before = order.ids[index - 1]
  const behind = order.ids[index + 1]
  const more = order.next !== null || (order.total !== null && page * size < order.total)
  const figure = (value: number): string => new Intl.NumberFormat(locale).format(value)
  const position = (page - 1) * size + index + 1
  return {
    place: order.total === null ? figure(position) : `${figure(position)} of ${figure(order.total)}`,
    previous:
      before !== undefined
        ? () => open(before)
        : page > 1
          ? () => void turn({ ...paged, page: String(page - 1) }, 'last')
          : undefined,
    next:
      behind !== undefined
        ? () => open(behind)
        : more
          ? () => void turn({ ...paged, page: String(page + 1), ...(order.next ? { after: order.next } : {}) }, 'first')
          : undefined,
  }
}
