import type { Screen } from '#src/definition'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '#src/data/api.ts'
import { pageParameters } from '#src/definition/page-parameters.ts'
import { printSortKey } from '#src/definition/sort-key.ts'
import { listQuery, recordKeys, type ListParameters } from '#src/data/records.ts'
import { markedGroups, withinGroup, type GroupPage } from './group-contents.ts'
import { scopeParameters, type ListState } from '../list-state.ts'
import { useKept } from '../use-kept.ts'
import { groupLines, pathOf, step, type GroupAnswer, type GroupLine } from './group-lines.ts'

const meta = { quiet: true } as const

interface OpenGroup {
  readonly path: string
  /** The filters of the group and of those around it, the outermost first. */
  readonly chain: readonly ListParameters[]
  /** How many pages of its content are asked for. */
  readonly pages: number
}

type OpenGroups = Readonly<Record<string, readonly OpenGroup[]>>

const nothingOpen: OpenGroups = {}
const none: readonly OpenGroup[] = []

// Only what is drawn: whether an answer is being asked for again changes nothing in sight.
const combine = (results: readonly GroupAnswer[]): readonly GroupAnswer[] =>
  results.map(({ data, error }) => ({ data, error }))

const sortOf = (state: ListState): string => state.sort.map(printSortKey).join(',')

/** The groups of a list's state: the outermost ones page by page, the content of each when it is opened. */
export function useGroups(screen: Screen, endpoint: string, state: ListState) {
  const client = useQueryClient()
  const by = state.group.join(',')
  // Which groups are open stays when the filters change, and when one comes back from a record.
  const [all, setAll] = useKept<OpenGroups>('groups', nothingOpen)
  const opened = all[by] ?? none
  const scope = useMemo(() => scopeParameters(state), [state])
  const sort = sortOf(state)

  const groupQuery = (filters: ListParameters, depth: number, page: number, limit: number) => {
    const parameters = { ...filters, group: state.group[depth] ?? '', sort, limit: String(limit), page: String(page) }
    return {
      queryKey: recordKeys.list(endpoint, parameters),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get<GroupPage>(endpoint, { query: { ...parameters, count: 'none' }, signal }).then(markedGroups),
      meta,
    }
  }
  const top = useQuery({
    ...groupQuery(scope, 0, state.page, state.limit),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  })
  const wanted = useMemo(() => {
    const known = new Set(top.data?.groups.map((group) => pathOf('', group)))
    return opened
      .filter(({ chain }) => known.has(pathOf('', { filters: chain[0] ?? {} })))
      .flatMap((group) => Array.from({ length: group.pages }, (_, at) => ({ ...group, page: at + 1 })))
  }, [opened, top.data])
  const answers = useQueries({
    queries: wanted.map(({ chain, page }) => {
      const filters = chain.reduce<Record<string, string>>(withinGroup, { ...scope })
      if (chain.length < state.group.length) return groupQuery(filters, chain.length, page, step)
      const parameters = pageParameters(screen, filters, {
        columns: state.columns,
        sort: state.sort,
        limit: step,
        page,
      })
      return { ...listQuery(client, { endpoint, screen: screen.name, parameters }), meta }
    }),
    combine,
  })
  const lines = useMemo(() => {
    const content = new Map<string, GroupAnswer[]>()
    for (const [at, { path }] of wanted.entries()) {
      const answer = answers[at]
      if (answer) content.set(path, [...(content.get(path) ?? []), answer])
    }
    return groupLines(top.data?.groups ?? [], content)
  }, [top.data, wanted, answers])
  const labels = useMemo(() => {
    const all: Record<string, Record<string, string>> = {}
    for (const data of [top.data, ...answers.map((answer) => answer.data)])
      for (const [field, names] of Object.entries(data?.labels ?? {})) all[field] = { ...all[field], ...names }
    return all
  }, [top.data, answers])

  const change = useCallback(
    (update: (groups: readonly OpenGroup[]) => readonly OpenGroup[]) =>
      setAll((current) => ({ ...current, [by]: update(current[by] ?? none) })),
    [by, setAll],
  )
  const asOpen = (line: GroupLine & { readonly kind: 'group' }): OpenGroup => ({
    path: line.path,
    chain: [...(opened.find(({ path }) => path === line.parent)?.chain ?? []), line.group.filters],
    pages: 1,
  })
  return {
    top,
    lines,
    labels,
    /** What the groups answer, whichever of them are open. */
    question: JSON.stringify([by, scope, sort, state.page]),
    stop: (): void => void client.cancelQueries({ queryKey: recordKeys.lists(endpoint) }),
    toggle: (line: GroupLine & { readonly kind: 'group' }): void =>
      change((groups) =>
        line.open
          ? groups.filter(({ path }) => path !== line.path && !path.startsWith(`${line.path}/`))
          : [...groups, asOpen(line)],
      ),
    more: (path: string): void =>
      change((groups) => groups.map((group) => (group.path === path ? { ...group, pages: group.pages + 1 } : group))),
    foldAll: (): void => change(() => none),
    /** Opens the groups in sight that are still folded. */
    openAll: (): void =>
      change((groups) => [
        ...groups,
        ...lines.flatMap((line) => (line.kind === 'group' && !line.open ? [asOpen(line)] : [])),
      ]),
    filtersOf: (line: GroupLine & { readonly kind: 'group' }): Record<string, string> =>
      asOpen(line).chain.reduce<Record<string, string>>(withinGroup, { ...scope }),
    retry: (): void =>
      void client.refetchQueries({
        queryKey: recordKeys.lists(endpoint),
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      }),
  }
}

export type Groups = ReturnType<typeof useGroups>
