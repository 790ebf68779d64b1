import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '#src/data/api.ts'
import { pageParameters } from '#src/definition/page-parameters.ts'
import { recordKeys } from '#src/data/records.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import type { ListModel } from '../use-list-page.ts'
import { useKept } from '../use-kept.ts'
import {
  foundLevels,
  levelSize,
  treeLines,
  type TreeLevel,
  type TreeNode,
  type TreePage,
  type TreeRecord,
} from './tree-lines.ts'

type Answer = Pick<UseQueryResult<TreePage>, 'data' | 'error'>

// Only what is drawn: whether an answer is being asked for again changes nothing in sight.
const combine = (results: readonly UseQueryResult<TreePage>[]): readonly Answer[] =>
  results.map(({ data, error }) => ({ data, error }))

const nothingOpen: readonly string[] = []
const nothingFolded = { scope: '', keys: new Set<string>() } as const
const meta = { quiet: true } as const

/** The names that tell where a record lies. */
const endsOf = ({ screen }: ListModel) => ({
  key: screen.table?.key[0] ?? 'id',
  parent: screen.list?.tree?.parent ?? 'id',
})

/** The records of a list below one another: levels are read when they are opened, what is looked for comes with its way. */
export function useTree(model: ListModel) {
  const { screen, state, filters, narrowed } = model
  const { key, parent } = endsOf(model)
  const endpoint = model.records.endpoint
  const keyOf = useCallback((record: TreeRecord): string => String(record[key]), [key])
  const parentOf = useCallback(
    (record: TreeRecord): string | null => (record[parent] as string | null | undefined) ?? null,
    [parent],
  )
  // What is open stays when one comes back from a record.
  const [opened, setOpened] = useKept<readonly string[]>('tree', nothingOpen)
  const [fold, setFold] = useState<{ readonly scope: string; readonly keys: ReadonlySet<string> }>(nothingFolded)
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const scope = JSON.stringify(filters)
  // What another search finds is all open at first.
  const folded = fold.scope === scope ? fold.keys : nothingFolded.keys

  const { sort, columns } = state
  const shape = useMemo(() => {
    const { count: _count, ...rest } = pageParameters(screen, {}, { columns, sort, limit: levelSize, page: 1 })
    return rest
  }, [screen, columns, sort])
  const read = (parameters: Readonly<Record<string, string>>) => ({
    queryKey: recordKeys.list(endpoint, { tree: 'true', ...parameters }),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api.get<TreePage>(`${endpoint}/tree`, { query: parameters, signal }),
    meta,
  })
  const { limit: _limit, ...foundShape } = shape
  const search = useQuery({
    ...read({ ...foundShape, ...filters }),
    enabled: narrowed,
    placeholderData: keepPreviousData,
  })
  const found = useMemo(
    () => (narrowed && search.data ? foundLevels(search.data, keyOf, parentOf) : null),
    [narrowed, search.data, keyOf, parentOf],
  )

  const asked = useMemo(() => {
    const keys: (string | null)[] = narrowed ? opened.filter((one) => !found?.has(one)) : [null, ...opened]
    return keys.flatMap((under) =>
      Array.from({ length: pages[under ?? ''] ?? 1 }, (_, at) => ({ under, page: at + 1 })),
    )
  }, [narrowed, opened, found, pages])
  const answers = useQueries({
    queries: asked.map(({ under, page }) =>
      read({ ...shape, ...(under === null ? {} : { under }), ...(page > 1 ? { page: String(page) } : {}) }),
    ),
    combine,
  })

  const levels = useMemo(() => {
    const all = new Map<string | null, TreeLevel>(found ?? [])
    for (const [at, { under }] of asked.entries()) {
      const { data, error } = answers[at] ?? { data: undefined, error: null }
      const known = all.get(under)
      all.set(under, {
        records: [...(known?.records ?? []), ...(data?.records ?? [])],
        total: data?.total_record ?? known?.total ?? 0,
        waiting: data === undefined && !error,
        error: error ?? known?.error ?? null,
      })
    }
    return all
  }, [found, asked, answers])
  const isOpen = useCallback(
    (one: string): boolean => (found?.has(one) ? !folded.has(one) : opened.includes(one)),
    [found, folded, opened],
  )
  const lines = useMemo(
    () => (narrowed && !found ? [] : treeLines(levels, isOpen, keyOf)),
    [narrowed, found, levels, isOpen, keyOf],
  )
  const labels = useMemo(() => {
    const all: Record<string, Record<string, string>> = {}
    for (const data of [search.data, ...answers.map((answer) => answer.data)])
      for (const [field, names] of Object.entries(data?.labels ?? {})) all[field] = { ...all[field], ...names }
    return all satisfies Labels
  }, [search.data, answers])

  const set = useCallback(
    (keys: readonly string[], open: boolean): void => {
      const own = new Set(keys)
      setOpened((before) => [...before.filter((one) => !own.has(one)), ...(open ? keys : [])])
      setFold((before) => {
        const known = before.scope === scope ? [...before.keys].filter((one) => !own.has(one)) : []
        return { scope, keys: new Set([...known, ...(open ? [] : keys)]) }
      })
    },
    [setOpened, scope],
  )
  const top = answers[0]
  const roots = narrowed ? undefined : top?.data?.records
  const only = roots?.length === 1 && roots[0]!.children > 0 ? keyOf(roots[0]!) : null
  // Nobody looks at a tree for its single root.
  useEffect(() => {
    if (only !== null) setOpened((before) => (before === nothingOpen ? [only] : before))
  }, [only, setOpened])
  return {
    lines,
    labels,
    keyOf,
    parentOf,
    /** How many records are found, where something is looked for. */
    found: narrowed ? (search.data?.total_record ?? null) : null,
    waiting: narrowed ? search.isPending : levels.get(null)?.waiting === true && lines.length <= 1,
    stale: narrowed && search.isPlaceholderData,
    error: narrowed ? (search.data ? null : search.error) : top?.data ? null : (top?.error ?? null),
    open: useCallback((keys: readonly string[]) => set(keys, true), [set]),
    fold: useCallback((keys: readonly string[]) => set(keys, false), [set]),
    toggle: useCallback((node: TreeNode) => set([node.key], !node.open), [set]),
    more: useCallback(
      (under: string | null) => setPages((before) => ({ ...before, [under ?? '']: (before[under ?? ''] ?? 1) + 1 })),
      [],
    ),
  }
}

export type Tree = ReturnType<typeof useTree>
