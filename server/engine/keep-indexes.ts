import type { Screen } from '#src/definition'
import type { Database } from '../store/database.ts'
import { buildAttributeIndexes } from './attribute-indexes.ts'
import { buildSearchIndexes, type Log } from './search-indexes.ts'

const searchInterval = 30_000
const attributeInterval = 5_000

/** Does the work now and again, never twice at a time; answers how to end that. */
function repeated(work: () => Promise<void>, interval: number, failed: (error: unknown) => void): () => void {
  let [isBusy, isOver] = [false, false]
  const turn = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    try {
      await work()
    } catch (error) {
      // Closing the database breaks a build off; what is left of it is built anew after the next start.
      if (!isOver) failed(error)
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => void turn(), interval).unref()
  void turn()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/** Keeps the search of big tables and the attributes that are to be fast in indexes from now on, in the background; answers how to end that. */
export function keepIndexes(db: Database, screens: readonly Screen[], log: Log): () => void {
  const ends = [
    repeated(
      () => buildSearchIndexes(db, screens, log),
      searchInterval,
      (error) => log.warn({ err: error }, 'the words of a big table could not be indexed'),
    ),
    repeated(
      () => buildAttributeIndexes(db, screens, log),
      attributeInterval,
      (error) => log.warn({ err: error }, 'an attribute could not be indexed'),
    ),
  ]
  return () => ends.forEach((end) => end())
}
