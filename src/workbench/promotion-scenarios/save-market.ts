import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/data/api-error.ts'
import { mergedMarket } from './market-merge.ts'
import { defineMarket, draftOf, gridQuery, type MarketDraft, type Scenario } from './scenario-api.ts'

/** Saves a market. Where somebody else saved since it was read, both go together, and nothing is saved yet where both changed the same. */
export async function saveMarket(client: QueryClient, read: Scenario, mine: MarketDraft) {
  try {
    await defineMarket(read.id, read.row_version, mine)
    return { theirs: null, merged: { market: mine, collisions: [] } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ROW_CONFLICT') throw error
    const theirs = await client.fetchQuery({ ...gridQuery(String(read.id)), staleTime: 0 })
    const merged = mergedMarket(draftOf(read), mine, draftOf(theirs.scenario))
    if (merged.collisions.length > 0) return { theirs, merged }
    await defineMarket(read.id, theirs.scenario.row_version, merged.market)
    return { theirs: null, merged }
  }
}
