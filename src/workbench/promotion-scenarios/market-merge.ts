import type { MarketDraft } from './scenario-api.ts'

export type MarketField = keyof MarketDraft

export interface MergedMarket {
  readonly market: MarketDraft
  /** What both sides changed, to different things; mine stands in `market`. */
  readonly collisions: readonly MarketField[]
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** My changes of a market put upon theirs: what only one side changed is taken. */
export function mergedMarket(read: MarketDraft, mine: MarketDraft, theirs: MarketDraft): MergedMarket {
  const fields = Object.keys(theirs) as MarketField[]
  const ours = fields.filter((field) => !same(mine[field], read[field]))
  return {
    market: { ...theirs, ...Object.fromEntries(ours.map((field) => [field, mine[field]])) },
    collisions: ours.filter((field) => !same(theirs[field], read[field]) && !same(theirs[field], mine[field])),
  }
}
