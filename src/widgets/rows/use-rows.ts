import { useLayoutEffect, useRef, useState } from 'react'
import type { Field } from '#src/definition'
import { moved, sortedOrder, type Row } from './row-list.ts'
import { addedRow, changedRow } from './untouched-rows.ts'

export interface RowActions {
  readonly change: (index: number, name: string, value: unknown) => void
  readonly move: (index: number, step: number) => void
  readonly duplicate: (index: number) => void
  readonly remove: (index: number) => void
  /** Marks a row for the bar below, or everything between it and the one marked last. */
  readonly choose: (index: number, chosen: boolean, range: boolean) => void
  readonly fillDown: (index: number, name: string) => void
  /** Shows the row as a form; null shows none. */
  readonly open: (index: number | null) => void
}

export interface RowSort {
  readonly name: string
  readonly descending: boolean
}

interface RowsOptions {
  readonly field: Field
  readonly rows: readonly Row[]
  readonly locale: string
  readonly onChange: (value: unknown) => void
}

const noFields: readonly Field[] = []

/** Keeps a key for every row, so that a moved row keeps its inputs and their focus. */
function useRowKeys(count: number) {
  const counter = useRef(0)
  const keys = useRef<number[]>([])
  const fresh = () => (counter.current += 1)
  while (keys.current.length < count) keys.current.push(fresh())
  keys.current.length = count
  return { keys, fresh }
}

/** Nested rows while they are edited: what can be done to them, and which are chosen. */
export function useRows({ field, rows, locale, onChange }: RowsOptions) {
  const { keys, fresh } = useRowKeys(rows.length)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set())
  const [sort, setSort] = useState<RowSort | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const lastChosen = useRef<number | null>(null)
  const latest = useRef({ rows, onChange, field, locale })
  useLayoutEffect(() => {
    latest.current = { rows, onChange, field, locale }
  })
  const [handlers] = useState(() => {
    const now = () => latest.current.rows
    const put = (next: readonly Row[]) => {
      // Two changes before the next render (a draft handed over by a click on Remove) must both count.
      latest.current.rows = next
      latest.current.onChange(next.length === 0 ? null : next)
    }
    const limit = () => latest.current.field.maxRows ?? 5000
    const removeAll = (indexes: ReadonlySet<number>) => {
      keys.current = keys.current.filter((_, at) => !indexes.has(at))
      put(now().filter((_, at) => !indexes.has(at)))
    }
    const actions: RowActions = {
      change: (index, name, cell) => put(now().map((row, at) => (at === index ? changedRow(row, name, cell) : row))),
      move: (index, step) => {
        const to = index + step
        if (to < 0 || to >= now().length) return
        keys.current = moved(keys.current, index, to)
        setSort(null)
        put(moved(now(), index, to))
      },
      duplicate: (index) => {
        if (now().length >= limit()) return
        keys.current.splice(index + 1, 0, fresh())
        put(now().flatMap((row, at) => (at === index ? [row, { ...row }] : [row])))
      },
      remove: (index) => removeAll(new Set([index])),
      choose: (index, isChosen, range) => {
        const from = range && lastChosen.current !== null ? lastChosen.current : index
        const span = keys.current.slice(Math.min(from, index), Math.max(from, index) + 1)
        lastChosen.current = index
        setChosen((before) => {
          const next = new Set(before)
          for (const key of span) {
            if (isChosen) next.add(key)
            else next.delete(key)
          }
          return next
        })
      },
      fillDown: (index, name) => {
        const above = now()[index - 1]
        if (above) actions.change(index, name, above[name] ?? null)
      },
      open: (index) => setOpened(index === null ? null : (keys.current[index] ?? null)),
    }
    return {
      actions,
      put: (next: readonly Row[]) => {
        setSort(null)
        put(next.slice(0, limit()))
      },
      /** A new row behind the given one, at the end without; answers where it stands, null where there is no room. */
      add: (after?: number): number | null => {
        const rowsNow = now()
        if (rowsNow.length >= limit()) return null
        const at = after === undefined ? rowsNow.length : after + 1
        keys.current.splice(at, 0, fresh())
        put([...rowsNow.slice(0, at), addedRow(latest.current.field.fields ?? noFields), ...rowsNow.slice(at)])
        return at
      },
      sortBy: (column: Field, descending: boolean) => {
        const order = sortedOrder(now(), column, descending, latest.current.locale)
        keys.current = order.map((at) => keys.current[at]!)
        const all = now()
        put(order.map((at) => all[at]!))
        setSort({ name: column.name, descending })
      },
      chooseAll: (all: boolean) => setChosen(new Set(all ? keys.current : [])),
      removeMany: (indexes: readonly number[]) => {
        removeAll(new Set(indexes))
        setChosen(new Set())
      },
      duplicateMany: (indexes: readonly number[]) => {
        const copies = indexes.map((at) => ({ ...now()[at]! })).slice(0, limit() - now().length)
        keys.current = [...keys.current, ...copies.map(fresh)]
        put([...now(), ...copies])
        setChosen(new Set(keys.current.slice(-copies.length)))
      },
    }
  })
  const openedAt = opened === null ? -1 : keys.current.indexOf(opened)
  return { keys, sort, openedAt, now: () => latest.current.rows, chosen, ...handlers }
}
