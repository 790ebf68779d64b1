import type { Density, SavedView, ViewState } from '#src/data/list-views.ts'
import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import { standardPins, type ListState } from './list-state.ts'
import type { ChangeState } from './use-list-state.ts'
import type { ListViewsModel } from './use-list-views.ts'

/** How a list is laid out beside what its address says. */
export interface Layout {
  readonly widths: ColumnWidths
  readonly density: Density | null
}

export interface Arrangement extends Partial<Layout> {
  readonly columns?: readonly string[]
  readonly pinned?: number
  /** How many rows a page has. */
  readonly limit?: number
}

const pause = 700
const standard: Layout = { widths: {}, density: null }

const same = (a: Layout, b: Layout): boolean =>
  a.density === b.density &&
  Object.keys(a.widths).length === Object.keys(b.widths).length &&
  Object.entries(a.widths).every(([name, width]) => b.widths[name] === width)

interface Wanted {
  readonly path: string
  readonly columns: readonly string[]
  readonly pageSize: number
  readonly state: ListState
  readonly change: ChangeState
  readonly views: ListViewsModel
}

/**
 * Widths, density, columns, pins and rows on a page of a list. Outside of saved views they are kept for the user; a saved view keeps
 * its own until a change of them is saved with it.
 */
export function useLayout({ path, columns, pageSize, state, change, views }: Wanted) {
  const { saved } = state
  const { widths, density } = saved ?? views.layouts[path] ?? standard
  // Only these: what is kept with them, such as the columns, belongs to the address.
  const kept = useMemo<Layout>(() => ({ widths, density }), [widths, density])
  const [draft, setDraft] = useState<{ readonly of: SavedView | null; readonly layout: Layout } | null>(null)
  const layout = draft && draft.of?.id === saved?.id ? draft.layout : kept
  // A size that a link came with is its own; only what the user chose is kept.
  const keptLimit = Number(views.layouts[path]?.query['limit'] ?? pageSize)
  const latest = useRef({ layout, state, limit: keptLimit })
  latest.current = { layout, state, limit: keptLimit }
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const unsent = useRef<(() => void) | undefined>(undefined)
  const { keepLayout } = views

  const send = useCallback(() => {
    clearTimeout(timer.current)
    unsent.current?.()
    unsent.current = undefined
  }, [])
  // Leaving the list does not lose what was arranged a moment before.
  useEffect(() => send, [send])

  const arrange = useCallback(
    ({ columns: shown, pinned, limit, ...part }: Arrangement) => {
      const current = latest.current
      const next = { ...current.layout, ...part }
      const list = { columns: shown ?? current.state.columns, pinned: pinned ?? current.state.pinned }
      const size = limit ?? current.limit
      latest.current = { layout: next, state: { ...current.state, ...list }, limit: size }
      setDraft({ of: current.state.saved, layout: next })
      if (shown || pinned !== undefined) change((before) => ({ ...before, ...list }), { replace: true })
      if (limit !== undefined) change((before) => ({ ...before, page: 1, limit }))
      if (current.state.saved) return
      const own = list.columns.length === columns.length && list.columns.every((name, at) => name === columns[at])
      const query = {
        ...(own ? {} : { columns: list.columns.join(',') }),
        ...(list.pinned === standardPins ? {} : { pinned: String(list.pinned) }),
        ...(size === pageSize ? {} : { limit: String(size) }),
      }
      const whole: ViewState = { query, ...next }
      const plain = Object.keys(query).length === 0 && same(next, standard)
      clearTimeout(timer.current)
      unsent.current = () =>
        void keepLayout(path, plain ? null : whole).catch((error: unknown) =>
          notify.warning('This arrangement could not be kept', { description: errorMessage(error) }),
        )
      timer.current = setTimeout(send, pause)
    },
    [change, columns, pageSize, keepLayout, path, send],
  )
  return {
    layout,
    arrange,
    /** The layout is no longer that of the saved view. */
    modified: saved !== null && !same(layout, saved),
    discard: useCallback(() => setDraft(null), []),
  }
}
