import type { Screen } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { recordKeys } from '#src/data/records.ts'
import type { ListState } from './list-state.ts'
import { statePage, pageQuery, summaryParameters, summaryQuery } from './list-records.ts'

const pause = 800

/** Rows, then count and totals, of a list's state; the next page continues behind the last row where the server offers it. */
export function useListRecords(screen: Screen, state: ListState, paged: boolean) {
  const endpoint = screen.endpoint ?? screen.name
  const client = useQueryClient()
  const [exactFor, setExactFor] = useState('')
  // Where each page starts, known for the pages one has come from; an address opened directly counts from the first row.
  const starts = useRef(new Map<string, string>())
  const place = useCallback(
    (page: number): string => JSON.stringify({ ...statePage(screen, { ...state, page: 1 }, undefined), at: page }),
    [screen, state],
  )
  const parameters = useMemo(
    () => statePage(screen, state, starts.current.get(place(state.page))),
    [screen, state, place],
  )
  const summary = useMemo(() => summaryParameters(screen, state, false), [screen, state])
  const exact = exactFor === JSON.stringify(summary)
  const request = { endpoint, screen: screen.name, parameters }
  // A grouped list asks for the records of the groups that are opened.
  const page = useQuery({ ...pageQuery(client, request), enabled: paged })
  const asked = useQuery(summaryQuery(client, { endpoint, screen: screen.name, parameters: summary }))
  const exactly = useMemo(() => ({ ...summary, count: 'exact' }), [summary])
  // The estimate stands until it is replaced.
  const counted = useQuery({
    ...summaryQuery(client, { endpoint, screen: screen.name, parameters: exactly }),
    placeholderData: undefined,
    enabled: exact,
  })
  const whole = exact && !counted.isPending ? counted : asked
  const isEstimated = asked.data?.estimated === true
  const next = page.isPlaceholderData ? undefined : page.data?.next

  useEffect(() => {
    if (next) starts.current.set(place(state.page + 1), next)
  }, [next, place, state.page])

  const prefetchNext = useCallback(() => {
    const ahead = statePage(screen, { ...state, page: state.page + 1 }, next ?? undefined)
    void client.prefetchQuery(pageQuery(client, { endpoint, screen: screen.name, parameters: ahead }))
  }, [client, endpoint, screen, state, next])

  // The next page is there before it is asked for, once this one has been looked at for a moment.
  const settled = next !== undefined && next !== null && !page.isFetching
  useEffect(() => {
    if (!settled) return undefined
    const timer = setTimeout(prefetchNext, pause)
    return () => clearTimeout(timer)
  }, [settled, prefetchNext])

  const countExactly = useCallback(() => {
    if (isEstimated) setExactFor(JSON.stringify(summary))
  }, [isEstimated, summary])

  const refresh = useCallback(() => client.invalidateQueries({ queryKey: [endpoint] }), [client, endpoint])
  return {
    endpoint,
    page,
    summary: whole,
    /** Why count and totals are not there although the rows are. */
    uncounted: whole.isError && !page.isError ? whole.error : null,
    countAgain: () => void whole.refetch(),
    exactly,
    /** Replaces an estimate by the number itself; a number that is exact already stays. */
    countExactly,
    prefetchNext,
    refresh,
    /** What the rows answer, whatever is shown of them. */
    question: JSON.stringify({ ...parameters, columns: '' }),
    stop: () => void client.cancelQueries({ queryKey: recordKeys.list(endpoint, parameters) }),
  }
}
