import type { Field, Filter, ListQuery, ListView, SortKey, View } from '#src/definition'
import { parseListQuery, printListQuery } from '#src/definition'
import { conditionFilters } from './view-filters.ts'

/** What the address of a list holds; every default is left out of it. */
export interface ListState {
  readonly view: View | null
  /** The filters of the view, shown as chips beside the user's own. */
  readonly viewFilters: readonly Filter[]
  readonly filters: readonly Filter[]
  readonly sort: readonly SortKey[]
  readonly search: string
  readonly columns: readonly string[]
  readonly page: number
  readonly limit: number
  /** Parameters of the address that could not be understood, in words. */
  readonly issues: readonly string[]
}

export const pageSizes: readonly number[] = [10, 25, 50, 100, 250]

/** Reads a list's state from the address; what cannot be understood is named, the rest holds. */
export function readListState(parameters: URLSearchParams, fields: readonly Field[], list: ListView): ListState {
  const { view: viewName, ...rest } = Object.fromEntries(parameters)
  const { query, issues } = parseListQuery(rest, fields)
  const view = list.views.find((candidate) => candidate.name === viewName) ?? null
  const known = new Set(fields.map((field) => field.name))
  const own = new Set(query.filters.map(place))
  const ofView = view ? (conditionFilters(view.condition) ?? []) : []
  return {
    view,
    viewFilters: ofView.filter((filter) => !own.has(place(filter))),
    filters: query.filters,
    sort: query.sort.length > 0 ? query.sort : list.sort,
    search: query.search,
    columns: (query.columns ?? list.columns).filter((name) => known.has(name)),
    page: query.page,
    limit: query.limit && query.limit > 0 ? query.limit : list.pageSize,
    issues: issues.map((issue) => issue.message),
  }
}

const place = (filter: Filter): string => `${filter.field} ${filter.op}`

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at])

const sortText = (sort: readonly SortKey[]): string => printListQuery({ sort }).sort ?? ''

/** The address parameters of a state; `readListState` reads them back to the same state. */
export function writeListState(state: ListState, list: ListView): URLSearchParams {
  const query: Partial<ListQuery> = {
    filters: state.filters,
    search: state.search,
    page: state.page,
    ...(sortText(state.sort) === sortText(list.sort) ? {} : { sort: state.sort }),
    ...(sameNames(state.columns, list.columns) ? {} : { columns: state.columns }),
    ...(state.limit === list.pageSize ? {} : { limit: state.limit }),
  }
  return new URLSearchParams({ ...(state.view ? { view: state.view.name } : {}), ...printListQuery(query) })
}

/** Filters as the server takes them; a view that filters cannot say goes by its name. */
export function scopeParameters(state: ListState): Record<string, string> {
  const unsaid = state.view && conditionFilters(state.view.condition) === null
  const viewParameters = printListQuery({ filters: state.viewFilters })
  const own = printListQuery({ filters: state.filters, search: state.search })
  return { ...viewParameters, ...own, ...(unsaid ? { view: state.view.name } : {}) }
}

/** Takes a filter out; when it belongs to the view, the view is left and its other filters stay. */
export function withoutFilter(state: ListState, filter: Filter): ListState {
  const others = (filters: readonly Filter[]): Filter[] =>
    filters.filter((candidate) => place(candidate) !== place(filter))
  if (!state.viewFilters.some((candidate) => place(candidate) === place(filter)))
    return { ...state, page: 1, filters: others(state.filters) }
  return {
    ...state,
    page: 1,
    view: null,
    viewFilters: [],
    filters: mergeFilters(others(state.viewFilters), state.filters),
  }
}

/** Later filters take the place of earlier ones on the same field and operator, which one address cannot hold twice. */
export function mergeFilters(...lists: readonly (readonly Filter[])[]): Filter[] {
  return [...new Map(lists.flat().map((filter) => [place(filter), filter])).values()]
}

/** Sets a filter, in the place of `previous` when one is edited. */
export function withFilter(state: ListState, filter: Filter, previous?: Filter): ListState {
  const base = previous ? withoutFilter(state, previous) : state
  return { ...base, page: 1, filters: mergeFilters(base.filters, [filter]) }
}

/** What a click on a heading does: ascending, descending, back to the list's own order; with `add` beside the other keys. */
export function toggleSort(
  sort: readonly SortKey[],
  field: string,
  add: boolean,
  fallback: readonly SortKey[],
): readonly SortKey[] {
  const current = sort.find((key) => key.field === field)
  const others = add ? sort.filter((key) => key.field !== field) : []
  const next = !current ? [{ field, descending: false }] : current.descending ? [] : [{ field, descending: true }]
  if (add && current && next.length > 0) return sort.map((key) => (key.field === field ? next[0]! : key))
  const result = [...others, ...next]
  return result.length > 0 ? result : fallback
}
