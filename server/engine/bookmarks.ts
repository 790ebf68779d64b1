import type { Sql } from '../store/sql.ts'
import type { Value } from './cursor.ts'

/** Where a page begins: the order's values of the last row before it. */
export interface Bookmark {
  readonly offset: number
  readonly values: readonly Value[]
}

interface Entry {
  readonly until: number
  readonly marks: Bookmark[]
}

const lifetime = 30_000
const mostLists = 300
const mostMarks = 50

/**
 * Remembers for half a minute where pages deep in a list begin, so that they and their neighbours are not counted off from
 * the first row again. A write through this process forgets its table's at once; after one through another process a page
 * number may mean the numbering of up to half a minute ago, as it does between two clicks anyway.
 */
export class Bookmarks {
  readonly #entries = new Map<string, Entry>()
  /** How often the pages of a table were forgotten. */
  readonly #forgotten = new Map<string, number>()

  /** What `remember` is given back, so that what was read before a write is not remembered after it. */
  epoch(table: string, organizationId: number): number {
    return this.#forgotten.get(prefixOf(table, organizationId)) ?? 0
  }

  /** The nearest known beginning at or before a row number. */
  before(table: string, organizationId: number, list: Sql, offset: number): Bookmark | undefined {
    const entry = this.#entries.get(keyOf(table, organizationId, list))
    if (!entry || entry.until < Date.now()) return undefined
    return entry.marks
      .filter((mark) => mark.offset <= offset)
      .reduce<Bookmark | undefined>((best, mark) => (best && best.offset >= mark.offset ? best : mark), undefined)
  }

  remember(table: string, organizationId: number, list: Sql, mark: Bookmark, epoch: number): void {
    if (epoch !== this.epoch(table, organizationId)) return
    const key = keyOf(table, organizationId, list)
    const known = this.#entries.get(key)
    const entry = known && known.until > Date.now() ? known : { until: Date.now() + lifetime, marks: [] }
    if (entry.marks.some(({ offset }) => offset === mark.offset)) return
    entry.marks.push(mark)
    if (entry.marks.length > mostMarks) entry.marks.shift()
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > mostLists) this.#entries.delete(this.#entries.keys().next().value!)
  }

  /** Forgets the pages of an organisation's table. */
  forget(table: string, organizationId: number): void {
    const prefix = prefixOf(table, organizationId)
    this.#forgotten.set(prefix, this.epoch(table, organizationId) + 1)
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key)
  }
}

const prefixOf = (table: string, organizationId: number): string => JSON.stringify([organizationId, table]).slice(0, -1)

const keyOf = (table: string, organizationId: number, list: Sql): string =>
  JSON.stringify([organizationId, table, list.text, list.values])

export const bookmarks = new Bookmarks()
