import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'

/** A figure as planned for all days, for those that have begun, as it is, and how far that is from the second. */
export interface Compared {
  readonly plan: string
  readonly due: string
  readonly actual: string
  readonly difference: string
}

export interface ActualFigures {
  readonly units: Compared
  readonly sales: Compared
  readonly cost: Compared
  readonly margin: Compared | null
}

export interface ActualRow extends ActualFigures {
  readonly country: string
  readonly material_number: string | null
  readonly group_code: string | null
  readonly name: string | null
  /** Of a group: what is in it. */
  readonly materials: readonly string[] | null
}

export interface Actuals {
  /** The last day that is in it; null before the first one. */
  readonly until: string | null
  readonly days: number
  readonly passed: number
  readonly currency: string
  readonly sees_costs: boolean
  readonly totals: ActualFigures
  readonly markets: readonly (ActualFigures & { readonly country: string })[]
  readonly left_out: readonly { readonly currency: string; readonly lines: number }[]
  readonly records: readonly ActualRow[]
  readonly total_record: number
}

export interface ActualsAsked {
  readonly country: string
  readonly search: string
  readonly page: number
}

export const actualsPage = 100

/** What was sold of a scenario, beside its plan. */
export const actualsQuery = (id: number, { country, search, page }: ActualsAsked) =>
  queryOptions({
    queryKey: ['promotion-scenario', 'actuals', id, country, search, page],
    queryFn: ({ signal }) =>
      api.get<Actuals>(`promotion/scenario/actuals/${id}`, {
        query: {
          ...(country ? { country } : {}),
          ...(search ? { search } : {}),
          page: String(page),
          limit: String(actualsPage),
        },
        signal,
      }),
    meta: { quiet: true },
  })
