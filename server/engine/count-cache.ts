import { bookmarks } from './bookmarks.ts'
import type { Sql } from '../store/sql.ts'

const lifetime = 2000
const most = 500

interface Entry {
  readonly until: number
  readonly count: Promise<number>
}

/**
 * Counts remembered for two seconds per organisation, table and condition. A write through this process forgets
 * its table's at once; one through another process shows after the two seconds, never in the rows themselves.
 */
export class CountCache {
  readonly #entries = new Map<string, Entry>()

  /** The remembered count, or the one `read` fetches; concurrent callers share one fetch. */
  async get(table: string, where: Sql, organizationId: number, read: () => Promise<number>): Promise<number> {
    const key = JSON.stringify([organizationId, table, where.text, where.values])
    const found = this.#entries.get(key)
    if (found && found.until > Date.now()) return found.count
    const count = read()
    this.#entries.delete(key)
    this.#entries.set(key, { until: Date.now() + lifetime, count })
    if (this.#entries.size > most) this.#entries.delete(this.#entries.keys().next().value!)
    count.catch(() => this.#entries.delete(key))
    return count
  }

  /** Forgets the counts of an organisation's table, and where its pages begin. */
  forget(table: string, organizationId: number): void {
    bookmarks.forget(table, organizationId)
    const prefix = JSON.stringify([organizationId, table]).slice(0, -1)
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key)
  }
}

export const counts = new CountCache()
