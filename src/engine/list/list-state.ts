import type { Field, Filter, ListQuery, ListView, SortKey, View } from '#src/definition'
import { parseListQuery, printListQuery } from '#src/definition'
import { viewKey } from '#src/definition/view-key.ts'
import type { SavedView } from '#src/data/list-views.ts'
import { allViews, openedQuery, savedView } from '#src/definition/opened-view.ts'
import { groupKey } from './grouping.ts'
import { conditionFilters } from './view-filters.ts'

/** What the address of a list holds; every default is left out of it. */
export interface ListState {
  readonly view: View | null
  /** The saved view that is open, whether or not it was changed since. */
  readonly saved: SavedView | null
  /** The filters of the view, shown as chips beside the user's own. */
  readonly viewFilters: readonly Filter[]
  readonly filters: readonly Filter[]
  readonly sort: readonly SortKey[]
  readonly search: string
  readonly columns: readonly string[]
  /** How many columns stay in view at the left while the others scroll. */
  readonly pinned: number
  /** What rows are grouped by, the outermost first: 'country', 'billing_date:month'. */
  readonly group: readonly string[]
  /** Whether the records are shown below one another. */
  readonly tree: boolean
  readonly page: number
  readonly limit: number
  /** What of the address could not be understood. */
  readonly issues: readonly LeftOut[]
}

export interface LeftOut {
  /** What is wrong, in words. */
  readonly message: string
  /** The filter as it stands in the address, where it stays until it is taken out. */
  readonly filter?: readonly [parameter: string, text: string]
}

export const pageSizes: readonly number[] = [10, 25, 50, 100, 250]

export const standardPins = 1
export const mostPins = 5
export const mostGroups = 3

/** Reads a list's state from the address; what cannot be understood is named, the rest holds. */
export function readListState(
  parameters: URLSearchParams,
  fields: readonly Field[],
  list: ListView,
  views: readonly SavedView[] = [],
): ListState {
  const given = Object.fromEntries(parameters)
  const { view: viewName, pinned, group, tree, ...rest } = openedQuery(given, views)
  const { query, issues } = parseListQuery(rest, fields)
  const view = list.views.find((candidate) => candidate.name === viewName) ?? null
  const known = new Set(fields.map((field) => field.name))
  const own = new Set(query.filters.map(place))
  const ofView = view ? (conditionFilters(view.condition) ?? []) : []
  const columns = [...new Set((query.columns ?? list.columns).filter((name) => known.has(name)))]
  const groups = [...new Set(group ? group.split(',') : [])]
  const strangers = groups.map((key) => groupKey(key).field).filter((name) => !known.has(name))
  return {
    view,
    saved: savedView(views, given.view),
    viewFilters: ofView.filter((filter) => !own.has(place(filter))),
    filters: query.filters,
    sort: query.sort.length > 0 ? query.sort : list.sort,
    search: query.search,
    columns: columns.length > 0 ? columns : list.columns,
    pinned: /^[0-5]$/.test(pinned ?? '') ? Math.min(Number(pinned), mostPins) : standardPins,
    group: groups.filter((key) => known.has(groupKey(key).field)).slice(0, mostGroups),
    tree: tree === 'true' && list.tree != null,
    page: query.page,
    limit: query.limit && query.limit > 0 ? query.limit : list.pageSize,
    issues: [
      ...(viewName && !view ? [{ message: 'The view it names does not exist, or is not shared with you' }] : []),
      ...issues.map(({ parameter, message }): LeftOut => {
        const text = rest[parameter]
        return notFilters.has(parameter) || text === undefined ? { message } : { message, filter: [parameter, text] }
      }),
      ...strangers.map((name) => ({ message: `There is no field ${name} to group by` })),
    ],
  }
}

const notFilters: ReadonlySet<string> = new Set(['page', 'limit', 'sort', 'columns'])

const leftIn = ({ issues }: ListState): Record<string, string> =>
  Object.fromEntries(issues.flatMap(({ filter }) => (filter ? [filter] : [])))

const place = (filter: Filter): string => `${filter.field} ${filter.op}`

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at])

const sortText = (sort: readonly SortKey[]): string => printListQuery({ sort }).sort ?? ''

// A view that filters cannot say goes to the server by its name.
const unsaid = (view: View | null): boolean => view !== null && conditionFilters(view.condition) === null

/** What of a state a view holds, as the parameters of an address; every default is left out unless `whole`. */
function contentOf(state: ListState, list: ListView, whole: boolean): Record<string, string> {
  const query: Partial<ListQuery> = {
    filters: state.filters,
    search: state.search,
    ...(whole || sortText(state.sort) !== sortText(list.sort) ? { sort: state.sort } : {}),
    ...(whole || !sameNames(state.columns, list.columns) ? { columns: state.columns } : {}),
  }
  return {
    ...printListQuery(query),
    ...(state.group.length > 0 ? { group: state.group.join(',') } : {}),
    ...(state.tree ? { tree: 'true' } : {}),
    ...(state.pinned === standardPins ? {} : { pinned: String(state.pinned) }),
  }
}

/** The parameters that a saved view keeps of a state: written out, so that the view stays what it is when the definition changes. */
export const viewQuery = (state: ListState, list: ListView): Record<string, string> => ({
  ...(state.view && unsaid(state.view) ? { view: state.view.name } : {}),
  ...contentOf({ ...state, filters: mergeFilters(state.viewFilters, state.filters) }, list, true),
})

const ordered = (query: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether rows, order, columns or groups are no longer those of the saved view that is open. */
export function isModified(state: ListState, fields: readonly Field[], list: ListView): boolean {
  if (!state.saved) return false
  const kept = readListState(new URLSearchParams({ ...state.saved.query }), fields, list)
  return ordered(viewQuery(state, list)) !== ordered(viewQuery(kept, list))
}

/**
 * The address parameters of a state; `readListState` reads them back to the same state. A saved view goes by its key
 * as long as nothing in it is changed; from then on the address says all of it. `opening`: the list opens with a view,
 * so that an address without parameters would mean that one.
 */
export function writeListState(
  state: ListState,
  list: ListView,
  fields: readonly Field[] = [],
  opening = false,
): URLSearchParams {
  const onPage = printListQuery({
    page: state.page,
    ...(state.limit === list.pageSize ? {} : { limit: state.limit }),
  })
  if (!state.saved) {
    const parameters: Record<string, string> = { ...contentOf(state, list, false), ...leftIn(state), ...onPage }
    const unnamed = opening && Object.keys(parameters).length === 0 ? allViews : undefined
    const view = state.view?.name ?? unnamed
    return new URLSearchParams(view === undefined ? parameters : { view, ...parameters })
  }
  const key = viewKey(state.saved)
  if (!isModified(state, fields, list)) return new URLSearchParams({ view: key, ...onPage })
  const filters = mergeFilters(state.viewFilters, state.filters)
  return new URLSearchParams({
    view: key,
    modified: 'true',
    ...(state.view && unsaid(state.view) ? { base: state.view.name } : {}),
    ...contentOf({ ...state, filters }, list, false),
    ...leftIn(state),
    ...onPage,
  })
}

/** Filters as the server takes them; a view that filters cannot say goes by its name. */
export function scopeParameters(state: ListState): Record<string, string> {
  const viewParameters = printListQuery({ filters: state.viewFilters })
  const own = printListQuery({ filters: state.filters, search: state.search })
  return { ...viewParameters, ...own, ...(state.view && unsaid(state.view) ? { view: state.view.name } : {}) }
}

/** The order of a file: by group, as the list shows them, and within a group as its records. */
export function exportSort({ group, sort }: Pick<ListState, 'group' | 'sort'>): string {
  const levels = group.map((key) => {
    const { field, descending } = groupKey(key)
    return { field, descending: sort.find((one) => one.field === field)?.descending ?? descending }
  })
  const rest = sort.filter(({ field }) => levels.every((level) => level.field !== field))
  return sortText([...levels, ...rest])
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
