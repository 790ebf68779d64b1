import type { Field, Screen } from '#src/definition'
import type { QueryClient } from '@tanstack/react-query'
import { listQuery } from '#src/data/records.ts'
import { pageParameters } from '#src/definition/page-parameters.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { copyCells, rowsAsHtml, rowsAsText } from './copy-rows.ts'
import { mostChosenRows } from './export-choice.ts'
import { exportSort, scopeParameters, type ListState } from './list-state.ts'

/** Rows as they are copied, with the names of what they refer to. */
interface CopiedRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly labels: Labels
}

/** Why a choice cannot be copied, in words; null when it can. */
export const copyTooLarge = (ids: readonly number[], everything: boolean): string | null =>
  everything || ids.length > mostChosenRows
    ? `Copy takes at most ${mostChosenRows} records, chosen one by one. Export them instead.`
    : null

/** The chosen rows when all of them are in sight, else null. */
export function allInSight(
  ids: readonly number[],
  inSight: readonly (Readonly<Record<string, unknown>> | undefined)[],
): CopiedRows['rows'] | null {
  const chosen = new Set(ids)
  const rows = new Map(inSight.flatMap((row) => (row && chosen.has(Number(row.id)) ? [[row.id, row] as const] : [])))
  return rows.size === chosen.size ? [...rows.values()] : null
}

/** Reads the chosen records, wherever in the list they are, in its order; throws when none is left. */
export async function readChosen(
  client: QueryClient,
  screen: Screen,
  state: ListState,
  ids: readonly number[],
): Promise<CopiedRows> {
  const sort = exportSort(state)
  const parameters = {
    ...pageParameters(screen, scopeParameters(state), { ...state, page: 1, limit: ids.length }),
    ...(sort ? { sort } : {}),
    'id.in': ids.join(','),
  }
  const request = { endpoint: screen.endpoint ?? screen.name, screen: screen.name, parameters }
  // What is copied is what is true now, and nobody asks for just these again.
  const { records, labels } = await client.fetchQuery({
    ...listQuery(client, request),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  if (records.length === 0) throw new Error('The list has none of the chosen records any more.')
  return { rows: records, labels: labels ?? {} }
}

/** Puts rows that are still being read on the clipboard, which is left as it is when they do not come; answers how many they are. */
export async function copyPromised(
  read: Promise<CopiedRows>,
  fields: readonly Field[],
  locale: string,
): Promise<number> {
  if (typeof ClipboardItem === 'undefined') {
    const { rows, labels } = await read
    await copyCells(rows, fields, locale, labels)
    return rows.length
  }
  // Browsers give the clipboard within a gesture only: it is taken now, and what goes there is promised.
  const promised = (type: string, write: typeof rowsAsText): Promise<Blob> =>
    read.then(({ rows, labels }) => new Blob([write(rows, fields, locale, labels)], { type }))
  const item = new ClipboardItem({
    'text/plain': promised('text/plain', rowsAsText),
    'text/html': promised('text/html', rowsAsHtml),
  })
  // A browser says of a broken promise only that it was broken; the reading says why.
  const [{ rows }] = await Promise.all([read, navigator.clipboard.write([item])])
  return rows.length
}
