import { fieldsOf } from './conditions.ts'
import { currencyColumns } from './currencies.ts'
import { type KeptViews, noKeptViews, openedQuery, openingParameters } from './opened-view.ts'
import type { ListView, SortKey } from './screen-list.ts'
import type { Screen } from './screen.ts'
import { printSortKey } from './sort-key.ts'

type ListParameters = Readonly<Record<string, string>>

/** What a page of a list is asked with, beside its filters. */
export interface PageRequest {
  readonly columns: readonly string[]
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly page: number
  /** Where the page starts, when one came from the page before. */
  readonly after?: string | undefined
}

/** The fields a page needs: what is shown, and what rows are linked, titled, priced and acted on by. */
function neededFields(screen: Screen, columns: readonly string[]): string[] {
  const names = new Set(screen.fields.map((field) => field.name))
  const currencies = currencyColumns(screen.fields, [...names])
  const conditions = screen.actions
    .flatMap(({ when }) => (when ? fieldsOf(when) : []))
    .filter((name) => names.has(name))
  const title = screen.title ? [screen.title] : []
  return [...new Set([...columns, ...(screen.table?.key ?? []), ...title, ...currencies, ...conditions])]
}

/** The parameters of a page of records; the count is asked for apart, so that rows never wait for it. */
export function pageParameters(screen: Screen, scope: ListParameters, request: PageRequest): ListParameters {
  const sort = request.sort.map(printSortKey).join(',')
  return {
    ...scope,
    ...(sort ? { sort } : {}),
    columns: neededFields(screen, request.columns).join(','),
    limit: String(request.limit),
    ...(request.after ? { after: request.after } : request.page > 1 ? { page: String(request.page) } : {}),
    count: 'none',
  }
}

const columnsAt = (list: ListView, pathname: string): readonly string[] =>
  list.displays.find((display) => display.path === pathname)?.columns ?? list.columns

/**
 * What the first page behind the address of a list is asked with; null where the list's own code is needed to understand
 * it (views of the definition, groups, trees).
 */
export function firstPageParameters(
  screen: Screen,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  views: KeptViews = noKeptViews,
): ListParameters | null {
  const { list, endpoint } = screen
  const given =
    (search === '' ? openingParameters(views, pathname) : null) ?? Object.fromEntries(new URLSearchParams(search))
  const { sort, columns, page, limit, view, group, tree, pinned: _pinned, ...scope } = openedQuery(given, views.views)
  if (!list || !endpoint || view || group || tree) return null
  return pageParameters(screen, scope, {
    columns: columns?.split(',') ?? columnsAt(list, pathname),
    sort: sort
      ? sort.split(',').map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }))
      : list.sort,
    limit: Number(limit) > 0 ? Number(limit) : list.pageSize,
    page: Number(page ?? 1),
  })
}
