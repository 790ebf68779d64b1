import type { Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListViews } from '#src/data/list-views.ts'
import { openingParameters } from '#src/definition/opened-view.ts'
import { readListState, writeListState, type ListState } from './list-state.ts'

export type ChangeState = (change: (state: ListState) => ListState, options?: { readonly replace?: boolean }) => void

/** The list's state, kept in the address: going back, reloading and sending the link all lead to the same rows. */
export function useListState(screen: Screen, views: ListViews, path: string): readonly [ListState, ChangeState] {
  const [parameters, setParameters] = useSearchParams()
  const list = screen.list!
  const fields = useMemo(() => [...screen.fields, ...systemFields], [screen.fields])
  const state = useMemo(
    () => readListState(parameters, fields, list, views.views),
    [parameters, fields, list, views.views],
  )
  const opening = openingParameters(views, path) !== null
  // Two changes in quick succession: the second one starts from the first, which the address may not show yet.
  const latest = useRef(parameters)
  useLayoutEffect(() => {
    latest.current = parameters
  }, [parameters])
  const change = useCallback<ChangeState>(
    (update, options) => {
      const current = readListState(latest.current, fields, list, views.views)
      latest.current = writeListState(update(current), list, fields, opening)
      setParameters(latest.current, { replace: options?.replace ?? false, preventScrollReset: true })
    },
    [setParameters, fields, list, views.views, opening],
  )
  return [state, change]
}
