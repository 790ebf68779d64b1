import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { recordKeys } from '#src/data/records.ts'

export type ScenarioStatus = 'draft' | 'in_review' | 'approved' | 'archived'
export type Decision = 'open' | 'approved' | 'rejected'

export interface Place {
  readonly country: string
  readonly territory: string
}

/** The header of a plan. */
export interface Scenario {
  readonly id: number
  readonly row_version: number
  readonly scenario_number: string
  readonly description: string
  readonly product_line: string
  readonly product_lines: readonly string[]
  readonly countries: readonly string[]
  readonly territories: readonly Place[]
  readonly valid_from: string
  readonly valid_to: string
  readonly currency: string
  readonly status: ScenarioStatus
  readonly relation: 'clone' | 'extended_scenario' | 'premature_scenario' | null
  readonly parent: string | null
  readonly replaced_by: string | null
  readonly planned_cost: string | null
  readonly last_activity: string | null
  readonly last_activity_by: string | null
  readonly last_activity_at: string | null
  readonly notes: string | null
}

/** What is planned of one thing in one place; decimals as the wire writes them. */
export interface PlanLine {
  readonly line_no: number
  readonly sticker_code: string | null
  readonly country: string
  readonly territory: string | null
  readonly material_number: string | null
  readonly group_code: string | null
  readonly baseline_volume: string | null
  readonly volume: string | null
  readonly financed_percent: string | null
  readonly list_price: string | null
  readonly support_per_unit: string | null
  readonly coverage_per_unit: string | null
  readonly buydown_percent: string | null
  readonly currency: string
}

/** The numbers of a line that people plan. */
export const plannedFields = [
  'volume',
  'financed_percent',
  'list_price',
  'support_per_unit',
  'coverage_per_unit',
  'buydown_percent',
] as const

export type PlannedField = (typeof plannedFields)[number]

/** Some of the numbers of a line. */
export type Figures = Readonly<Partial<Record<PlannedField, string | null>>>
/** What tells a line from the others, and where it stands. */
export type LineName = Pick<
  PlanLine,
  'line_no' | 'sticker_code' | 'country' | 'territory' | 'material_number' | 'group_code'
>

/** What differs from what was read: cells with what stood in them, lines that came and lines that go. */
export interface PlanChanges {
  readonly changed: readonly (LineName & { readonly was: Figures; readonly now: Figures })[]
  readonly added: readonly PlanLine[]
  readonly removed: readonly (LineName & { readonly was: Figures })[]
}

/** What the server works out of a line. */
export interface PricedLine extends PlanLine {
  readonly cash_cost: string
  readonly coverage_cost: string
  readonly finance_cost: string
  readonly total_cost: string
  readonly plan_cost: string | null
  readonly fault: string | null
}

export interface MarketFigures {
  readonly country: string
  readonly lines: number
  readonly volume: string
  readonly cash: string
  readonly coverage: string
  readonly finance: string
  readonly cost: string
  readonly counts: 'total' | 'cash' | 'coverage' | 'finance'
  readonly counted: string
  readonly budget: string | null
  readonly committed: string
  readonly left: string | null
}

export interface PlanMessage {
  readonly severity: 'error' | 'warning' | 'info'
  readonly line_no: number | null
  readonly field: string | null
  readonly message: string
}

export interface WorkedPlan {
  /** Of the whole plan the first ones, of changes those that were changed. */
  readonly lines: readonly PricedLine[]
  /** Lines of the whole plan. */
  readonly line_count: number
  readonly totals: {
    readonly cash: string
    readonly coverage: string
    readonly finance: string
    readonly cost: string
    readonly faulty: number
  }
  readonly markets: readonly MarketFigures[]
  /** The foremost ones, where there are many. */
  readonly message_log: readonly PlanMessage[]
  readonly message_counts: Readonly<Record<PlanMessage['severity'], number>>
  readonly currency: string
  readonly plan_year: string | null
  readonly names: {
    readonly materials: Readonly<Record<string, string>>
    readonly stickers: Readonly<Record<string, string>>
  }
}

export interface Review {
  readonly row_version: number
  readonly country: string
  readonly territory: string | null
  readonly status: Decision
  readonly comment: string | null
  readonly decided_by: string | null
  readonly decided_by_name: string | null
  readonly decided_at: string | null
  /** Why the reader does not decide on it, where somebody else is named for that. */
  readonly refused: string | null
}

/** Everything of a scenario that the workbench opens with. */
export interface ScenarioGrid extends WorkedPlan {
  readonly scenario: Scenario
  readonly reviews: readonly Review[]
  /** Why the reader may not plan here; null where that is possible. */
  readonly refused_edit: string | null
  readonly refused_review: string | null
}

export interface Said {
  readonly id: number
  readonly kind: 'comment' | 'activity'
  readonly country: string | null
  readonly comment: string
  readonly said_by: string
  readonly said_by_name: string | null
  readonly said_at: string
}

interface Listed<T> {
  readonly records: readonly T[]
}

const all = 'promotion-scenario'

export const gridQuery = (id: string) =>
  queryOptions({
    queryKey: [all, 'grid', id],
    queryFn: ({ signal }) => api.get<ScenarioGrid>(`promotion/scenario/grids/${id}`, { signal }),
    meta: { quiet: true },
    // What is typed stands on what was read: it is read again when something was done, not behind one's back.
    refetchOnWindowFocus: false,
  })

export interface LinesBehind {
  readonly row_version: number
  readonly lines: readonly PricedLine[]
  readonly names: WorkedPlan['names']
}

/** The next lines of a plan that has more of them than one answer holds. */
export const linesBehind = (id: number, after: number, signal: AbortSignal) =>
  api.get<LinesBehind>(`promotion/scenario/grids/${id}/lines`, { query: { after: String(after) }, signal })

/** What a plan comes to as it is typed; its lines are those that were changed. */
export const workOutQuery = (id: number, version: number, changes: PlanChanges) =>
  queryOptions({
    queryKey: [all, 'worked', id, version, changes],
    queryFn: ({ signal }) =>
      api.post<WorkedPlan>('plan-promotions', { json: { id, changes }, signal, reads: true, background: true }),
    meta: { quiet: true },
    gcTime: 10_000,
  })

/** The lines that stickers of the market propose; of some stickers alone where these are named. */
export const proposeLines = (id: number, stickers?: readonly string[]) =>
  api.post<WorkedPlan>('plan-promotions', {
    json: { id, prefill: true, ...(stickers ? { stickers } : {}) },
    reads: true,
  })

export interface SavedPlan extends WorkedPlan {
  readonly row_version: number
  /** Somebody else saved since it was read: their changes are in it as well. */
  readonly merged: boolean
  /** Lines that were written; where they are more than `lines` holds, it holds none. */
  readonly touched: number
}

/** What else is done with a plan as it is saved. */
export interface SaveOrder {
  /** Adds what stickers of the market propose. */
  readonly prefill?: boolean
}

export const savePlan = (id: number, row_version: number, changes: PlanChanges, order: SaveOrder = {}) =>
  api.post<SavedPlan>('plan-promotions-save', { json: { id, row_version, changes, ...order } })

export const simulate = (id: number) => api.post<WorkedPlan>('promotion-simulation', { json: { id }, reads: true })

export interface Costing {
  readonly lines: readonly unknown[]
  readonly figures: Readonly<Record<string, string | null>>
  readonly left_out: readonly { readonly line_no: number; readonly reason: string }[]
  readonly left_out_count: number
  readonly costing?: { readonly id: number; readonly costing_number: string }
}

export const simulateCosting = (id: number, save = false) =>
  api.post<Costing>('costing-simulation', { json: { id, save }, reads: !save })

export const postAccruals = (id: number) =>
  api.post<{ posted: number; amount: string; currency: string }>('promotion-posting', { json: { id } })

/** Moves what was read; what one saved oneself just now is read before that. */
export async function moveScenario(client: QueryClient, id: number, status: ScenarioStatus): Promise<Scenario> {
  const { scenario } = await client.fetchQuery({ ...gridQuery(String(id)), staleTime: Infinity })
  return api.put<Scenario>(`promotion/${id}/update-status/${status}`, { json: { row_version: scenario.row_version } })
}

export const copyScenario = (
  kind: 'clone' | 'extended_scenario' | 'premature_scenario',
  json: { id: number; description?: string; valid_to?: string },
) => api.post<Scenario>(`promotion/scenario/${kind}`, { json })

export const deleteScenario = (id: number) => api.delete(`promotion/scenario/${id}`)

export interface MarketChoices {
  readonly product_lines: readonly {
    readonly product_line: string
    readonly description: string
    readonly stickers: number
  }[]
  readonly countries: readonly { readonly country: string; readonly stickers: number; readonly territories: number }[]
  readonly territories: readonly (Place & {
    readonly description: string
    readonly region: string | null
    readonly share: string
  })[]
}

export const marketChoicesQuery = (product_lines: readonly string[], on: string) =>
  queryOptions({
    queryKey: [all, 'market', product_lines, on],
    queryFn: ({ signal }) =>
      api.post<MarketChoices>('promotion-market-filters', { json: { product_lines, on }, signal, reads: true }),
    meta: { quiet: true },
  })

export interface MarketDraft {
  readonly description: string
  readonly product_lines: readonly string[]
  readonly countries: readonly string[]
  readonly territories: readonly Place[]
  readonly valid_from: string
  readonly valid_to: string
  readonly currency: string
  readonly notes: string
}

export const draftOf = (scenario: Scenario): MarketDraft => ({
  description: scenario.description,
  product_lines: scenario.product_lines,
  countries: scenario.countries,
  territories: scenario.territories,
  valid_from: scenario.valid_from,
  valid_to: scenario.valid_to,
  currency: scenario.currency,
  notes: scenario.notes ?? '',
})

export const defineMarket = (id: number, row_version: number, market: MarketDraft) =>
  api.post('promotion-define-market', { json: { id, row_version, ...market, notes: market.notes || null } })

export const decide = (
  id: number,
  { country, territory, row_version }: Pick<Review, 'country' | 'territory' | 'row_version'>,
  said: Pick<Review, 'status' | 'comment'>,
) =>
  territory === null
    ? api.put('promotion/review/market-status', { json: { id, country, row_version, ...said } })
    : api.put('update-tr-approval', { json: { id, country, territory, row_version, ...said } })

export interface StickerFigures {
  readonly sticker_code: string | null
  readonly sticker_name: string | null
  readonly lines: number
  readonly volume: string | null
  readonly cash: string
  readonly coverage: string
  readonly finance: string
  readonly cost: string
}

export const stickersQuery = (id: number, country: string) =>
  queryOptions({
    queryKey: [all, 'stickers', id, country],
    queryFn: async ({ signal }) =>
      (
        await api.post<Listed<StickerFigures>>('promotion/review/market-stickers', {
          json: { id, country },
          signal,
          reads: true,
        })
      ).records,
    meta: { quiet: true },
  })

/** Scenarios that one is held beside: the newest of each list, and how many there are. */
export interface ScenarioLists {
  readonly approved: readonly Scenario[]
  readonly other: readonly Scenario[]
  readonly approved_count: number
  readonly other_count: number
}

export const reviewScenariosQuery = (product_line: string, search: string) =>
  queryOptions({
    queryKey: [all, 'compare', product_line, search],
    queryFn: ({ signal }) =>
      api.post<ScenarioLists>('promotion/review/scenarios', {
        json: { product_line, search, limit: 12 },
        signal,
        reads: true,
      }),
    meta: { quiet: true },
  })

export const saidQuery = (id: number) =>
  queryOptions({
    queryKey: [all, 'said', id],
    queryFn: async ({ signal }) =>
      (await api.post<Listed<Said>>('promotion/comments-retrieve', { json: { id }, signal, reads: true })).records,
    meta: { quiet: true },
  })

export const comment = (id: number, words: string, country: string | null) =>
  api.post('promotion/comments-save', { json: { id, comment: words, country } })

/** After a change: everything about scenarios is read again, the list among it. */
export async function afterChange(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [all] }),
    client.invalidateQueries({ queryKey: recordKeys.all('promotion/scenario') }),
  ])
}
